import { type Need, reasonAgainst } from './needs';

/** The mark at the beginning of the name of a statement that this project decided. */
export const DECIDED = 'decided: ';

/** The mark in the name of a statement that was not asked; the reason follows it. */
export const NOT_ASKED = ' — not asked: ';

/** Thrown where it turns out on the way that a statement cannot be asked of this service. The message says why. */
export class NotAsked extends Error {
	override readonly name = 'NotAsked';
}

function checked(text: string, check: () => Promise<void>, needs: readonly Need[]): void {
	const reason = reasonAgainst(needs);
	if (reason === undefined) it(text, check);
	else it.todo(`${text}${NOT_ASKED}${reason}`);
}

/**
 * Checks what a sentence of the interface states: it holds, or the service breaks the interface. The check must not rest
 * on anything that the interface leaves open. Where the service does not offer what the check needs, it is left to do,
 * with the reason in its name.
 */
export const stated = (text: string, check: () => Promise<void>, ...needs: Need[]): void =>
	checked(text, check, needs);

/**
 * Checks what this project decided where the interface is silent. The local service has to keep it; any other one may
 * decide otherwise.
 */
export const decided = (text: string, check: () => Promise<void>, ...needs: Need[]): void =>
	checked(`${DECIDED}${text}`, check, needs);
