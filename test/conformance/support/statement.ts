import { NOT_CHECKABLE, reasonAgainst, type Need } from './needs';

/**
 * Checks one statement of the interface under its own name. Where the service does not offer what the check needs, the
 * statement is left to do, with the reason in its name.
 */
export function statement(text: string, check: () => Promise<void>, ...needs: Need[]): void {
	const reason = reasonAgainst(needs);
	if (reason === undefined) it(text, check);
	else it.todo(`${text}${NOT_CHECKABLE}${reason}`);
}

/** The same for what the interface leaves open and this project has decided. */
export const decided = (text: string, check: () => Promise<void>, ...needs: Need[]): void =>
	statement(`decided: ${text}`, check, ...needs);
