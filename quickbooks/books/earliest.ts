const DAY = 86_400_000;

/** The clocks of n8n, the service and the desktop may differ, and so may their time zones. */
const MARGIN = 2 * DAY;

/** The moment from which on a request may have taken effect. Undefined if nobody knows when it was queued. */
export function earliest(queuedAt: string): string | undefined {
	const queued = Date.parse(queuedAt);
	if (Number.isNaN(queued)) return undefined;
	// By whole days, so that many items can share one look.
	const from = Math.floor((queued - MARGIN) / DAY) * DAY;
	return new Date(from).toISOString().replace('.000', '');
}
