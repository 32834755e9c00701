/** A timestamp of the service (interface, section 1) in readable form: `2026-01-15 12:34 UTC`. */
export const shownMoment = (timestamp: string): string =>
	`${timestamp.slice(0, 16).replace('T', ' ')} UTC`;
