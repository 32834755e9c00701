import { NOT_CHECKABLE, reasonAgainst, type Need } from './needs';

/**
 * Checks one statement of the interface under its own name. What it needs and this service does not offer makes it
 * skipped, with the reason in its name.
 */
export function statement(text: string, check: () => Promise<void>, ...needs: Need[]): void {
	const reason = reasonAgainst(needs);
	if (reason === undefined) it(text, check);
	else it.skip(`${text}${NOT_CHECKABLE}${reason}`, check);
}

/** The same for what the interface leaves open and this project has decided. */
export const decided = (text: string, check: () => Promise<void>, ...needs: Need[]): void =>
	statement(`decided: ${text}`, check, ...needs);
