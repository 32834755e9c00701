import { createHash } from 'node:crypto';

import { shortHash, shortHex } from '../calls/shortHash';
import { IDENTIFIER_START } from './requestId';
import type { StepPosition, Write } from './write';

/** How every identifier begins that a run makes. */
export const runPrefix = (runKey: string): string => `${IDENTIFIER_START}${runKey}-`;

/** The slot of a write of a later round. */
export const stepSlot = ({ item, round, step }: StepPosition): string => `${item}r${round}s${step}`;

/** How the identifiers begin of one item's first requests, whatever it asks for. */
export const itemPrefix = (prefix: string, itemIndex: number): string => `${prefix}${itemIndex}-`;

const POSITION = String.raw`(\d+(?:w[\w-]{5})?)r(\d+)s(\d+)(\.\d+)?`;
const isSlot = new RegExp(`^${POSITION}$`);
const beginsWithSlot = new RegExp(`^${POSITION}-`);

/** A step position, with its slot. */
export interface PositionedSlot extends StepPosition {
	slot: string;
	part: string;
}

function positionIn(pattern: RegExp, text: string): PositionedSlot | undefined {
	const [, item, round, step, part = ''] = pattern.exec(text) ?? [];
	if (item === undefined) return undefined;
	const position = { item, round: Number(round), step: Number(step) };
	return { ...position, part, slot: `${stepSlot(position)}${part}` };
}

/** The step position that a slot names, if it is that of a write of a later round. */
export const stepPositionOfSlot = (slot: string): PositionedSlot | undefined =>
	positionIn(isSlot, slot);

/**
 * The step position that an identifier names, if it belongs to a write of a later round.
 * @param prefix How the run's identifiers begin.
 */
export const stepPositionIn = (prefix: string, identifier: string): PositionedSlot | undefined =>
	identifier.startsWith(prefix)
		? positionIn(beginsWithSlot, identifier.slice(prefix.length))
		: undefined;

/** What a read is called in its run, by its round and its words. */
export const readSlot = (prefix: string, round: number, words: string): string =>
	`${prefix}q${round}-${words}`;

/** The round of a read, from its slot. */
export function readRoundOf(prefix: string, slot: string): number | undefined {
	const [, round] = slot.startsWith(prefix)
		? (/^q(\d+)-/.exec(slot.slice(prefix.length)) ?? [])
		: [];
	return round === undefined ? undefined : Number(round);
}

/**
 * The slot of an item's first write that an identifier names, if it belongs to one that was not an agent's.
 * @param prefix How the run's identifiers begin.
 */
export const firstSlotIn = (prefix: string, identifier: string): string | undefined =>
	identifier.startsWith(prefix)
		? /^\d+(?=-)/.exec(identifier.slice(prefix.length))?.[0]
		: undefined;

/** The characters of the hash that ends an identifier of an item's first request, and of a later one. */
export const WORDS_LENGTH = 8;
export const STEP_WORDS_LENGTH = 6;

/** The identifier of what goes out instead of a request that left nothing, in whichever execution. */
export const replacementIdentifier = (connectionId: string, replaces: string): string =>
	`${IDENTIFIER_START}instead-${shortHash(16, connectionId, replaces)}`;

/** How many items a GUID tells apart. No run has more. */
const MOST_ITEMS = 0x10000;

/** What an `ExternalGUID` says of the run that adds the record. */
export const runInGuid = (prefix: string): string => shortHex(12, prefix);

/**
 * An `ExternalGUID`. It begins with the mark of the execution that adds the record, so that all of them can be found. Then it says what is
 * added, for which item and by which run, whatever identifier the request has.
 * @param words What is added.
 */
export function guidOf(mark: string, prefix: string, itemIndex: number, words: unknown[]): string {
	const digits = shortHex(8, ...words);
	const item = (itemIndex % MOST_ITEMS).toString(16).padStart(4, '0');
	return `{${[mark, digits.slice(0, 4), digits.slice(4), item, runInGuid(prefix)].join('-')}}`;
}

/** The item that an `ExternalGUID` names. Undefined if it is not of what the run has added. */
export function itemInGuid(guid: string, prefix: string): number | undefined {
	const [, , , item, run] = guid.toLowerCase().split('-');
	return run === `${runInGuid(prefix)}}` ? parseInt(item, 16) : undefined;
}

/** Whether two GUIDs say that the same was added, for the same item of the same run, by whatever execution. */
export const addTheSame = (one: string, other: string): boolean =>
	one !== '' && withoutMark(one) === withoutMark(other);

const withoutMark = (guid: string): string => guid.toLowerCase().slice(guid.indexOf('-'));

/** Of writes, which end in the mark of their execution, of reads, and of nudges. */
const asMade = [
	/^n8n-[\w-]{16}-\d.*-[\da-f]{8}$/,
	/^n8n-instead-[\w-]{16}-[\da-f]{8}$/,
	/^n8n-[\w-]{16}-q?\d+-[\w-]{8}$/,
	/^n8n-[\w-]{16}-wake-\d+-[\w-]*\d$/,
];

/**
 * Whether an identifier is certainly of these nodes' making, and as they have made it. A service may put a text of its own there, or
 * show it cut off or in lower case: the hashes in it have letters of both cases.
 */
export const isAsMade = (identifier: string): boolean =>
	/[A-Z]/.test(identifier) && asMade.some((pattern) => pattern.test(identifier));

/** What a check is made of: a capital, which tells lower case, and letters and digits. */
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CHECKED = /^([A-Za-z]+:.+)-([A-Z][a-z\d]{3})$/;

function checkOf(text: string): string {
	const [first, ...others] = createHash('sha256').update(text).digest();
	const capital = CAPITALS[first % CAPITALS.length];
	return (
		capital +
		others
			.slice(0, 3)
			.map((byte) => DIGITS[byte % DIGITS.length])
			.join('')
	);
}

/** So many characters longer is an identifier with its check. */
export const CHECK_LENGTH = 5;

/** qbXML takes no longer identifiers: the accounting application would refuse the request (status 1060). */
export const LONGEST_IDENTIFIER = 50;

/** The identifier of an order, with a check at its end, made from the rest: `invoice:1042-Xk3f`. */
export const withCheck = (text: string): string => `${text}-${checkOf(text)}`;

/** An identifier as people know it: without its check, if it has one that is right. */
export function withoutCheck(identifier: string): string {
	const [, text = '', check] = CHECKED.exec(identifier) ?? [];
	return check !== undefined && checkOf(text) === check ? text : identifier;
}

/**
 * Whether an identifier shows by itself that these nodes have made it, and that the service shows it as it was made. What is cut off,
 * in lower case or changed in another way does not.
 */
export const provesItself = (identifier: string): boolean =>
	isAsMade(identifier) || withoutCheck(identifier) !== identifier;

/** What is known of how a service shows identifiers, from those that it certainly shows as they were given. */
export interface Kept {
	/** The length of the longest. */
	length: number;
	/** Whether one has a capital. */
	hasCapital: boolean;
}

export const nothingKept: Kept = { length: 0, hasCapital: false };

/** What is known once one more identifier was shown as it was given. */
export const alsoKept = ({ length, hasCapital }: Kept, identifier: string): Kept => ({
	length: Math.max(length, identifier.length),
	hasCapital: hasCapital || /[A-Z]/.test(identifier),
});

/** Whether a text holds the check of an order's identifier, whatever has become of its letters. */
function holdsCheckOf(identifier: string, shown: string): boolean {
	const isOrder = withoutCheck(identifier) !== identifier;
	const check = identifier.slice(1 - CHECK_LENGTH);
	return isOrder && shown.toLowerCase().includes(check.toLowerCase());
}

/**
 * Whether a text that does not prove itself may be what a service shows for an identifier: cut off, in lower case or, if it is that of
 * an order, changed in another way. What these nodes make goes on behind what it is recognised by.
 */
export function mayStandFor(shown: string, identifier: string, kept: Kept): boolean {
	if (shown === '' || shown === identifier) return false;
	if (holdsCheckOf(identifier, shown)) return true;
	const goesOn = identifier.startsWith(IDENTIFIER_START);
	const isLike = (one: string): boolean =>
		one.startsWith(shown) || (goesOn && shown.startsWith(one));
	const lower = identifier.toLowerCase();
	const isLower = !kept.hasCapital && lower !== identifier && isLike(lower);
	const mayBeCutOff = shown.length >= kept.length;
	if (shown.length >= identifier.length) return isLower || (mayBeCutOff && isLike(identifier));
	return mayBeCutOff && (isLower || isLike(identifier));
}

const positionName = ({ item, step }: StepPosition): string => `${item} ${step}`;

/** What a write is called, by which the requests of other tries are found that stand for it. */
export const nameOf = ({ position, slotPrefix }: Write): string =>
	position ? positionName(position) : slotPrefix;

/**
 * The names of the writes that a request with an identifier may stand for: the same item at the same step, in whichever round and part, or
 * the same first request of an item, or of an agent.
 */
export function namesIn(prefix: string, identifier: string): string[] {
	const position = stepPositionIn(prefix, identifier);
	if (position) return [positionName(position)];
	const [item] = /^\d+-/.exec(identifier.slice(prefix.length)) ?? [];
	if (!identifier.startsWith(prefix) || item === undefined) return [];
	const start = prefix.length + item.length;
	return [identifier.slice(0, start), identifier.slice(0, start + WORDS_LENGTH)];
}
