/** The status of a query for something that is not there. */
export const NOTHING_FOUND = '500';

/** The status of a name that another record has. */
export const NAME_IN_USE = '3100';

/** The status of a record that is not there. */
export const RECORD_NOT_FOUND = '3120';

/** The status of a query of what is switched off, or what this edition of QuickBooks hasn't got. */
export const FEATURE_IS_OFF = '3250';

/** Statuses with which QuickBooks, or the request processor in front of it, refuses a request, and what they prove. */
interface Proof {
	/** The statuses, as `statusIn` gives them. */
	codes: RegExp;
	/** Whether it is about the whole document, and not about one request in it. */
	isOfWhole: boolean;
	means: string;
	source: string;
}

/**
 * What proves that nothing was written. Nothing else does: 0x8004041C was seen with the bill saved, the Web Connector's 1015 and 1042
 * come when the work is done, and what says that a session could not begin may be of a later session than the one in which the request
 * was handed over. With 600 and 9001 to 9005, this try wrote nothing and an earlier one may have.
 */
const proofs: readonly Proof[] = [
	{
		codes: /^3\d{3}$/,
		isOfWhole: false,
		means: 'the request was refused',
		source: 'Intuit, error codes; QuBe Sync, error codes',
	},
	{
		codes: /^1030$/,
		isOfWhole: false,
		means: 'QuickBooks knows no such request',
		source: 'Intuit, error codes',
	},
	{
		codes: /^91\d{2}$/,
		isOfWhole: false,
		means: 'a macro in the request is unknown or used in a wrong way',
		source: 'Intuit, error codes',
	},
	{
		codes: /^0x80040400$/,
		isOfWhole: true,
		means: 'the document could not be read, or is not valid qbXML',
		source: 'Intuit, error codes; public notes of a live bridge',
	},
	{
		codes: /^0x80040423$/,
		isOfWhole: true,
		means: 'this version of qbXML is not supported',
		source: 'Intuit, error codes; QbConnectService, pitfalls',
	},
];

/** From here on, a number of 32 bits is an error of Windows. */
const FIRST_HRESULT = 0x80000000;

/**
 * A status as it is written here: `3120`, `0x8004041C` or `QBWC1042`.
 * @param code As a service shows it: a number or text, an HRESULT also in other case, without its `0x`, or as a decimal number, which
 * is negative where it is read as a signed one.
 * @returns Undefined if it is none.
 */
export function statusIn(code: unknown): string | undefined {
	if (typeof code !== 'string' && typeof code !== 'number') return undefined;
	const text = String(code).trim();
	if (/^\d{1,4}$/.test(text)) return text;
	const [, hex] = /^(?:0x)?(8[\da-f]{7})$/i.exec(text) ?? [];
	if (hex !== undefined) return `0x${hex.toUpperCase()}`;
	const [, ofConnector] = /^QBWC ?(\d{4})$/i.exec(text) ?? [];
	if (ofConnector !== undefined) return `QBWC${ofConnector}`;
	const number = /^-?\d{9,10}$/.test(text) ? Number(text) : 0;
	const unsigned = number < 0 ? number + 2 * FIRST_HRESULT : number;
	return unsigned >= FIRST_HRESULT && unsigned < 2 * FIRST_HRESULT
		? `0x${unsigned.toString(16).toUpperCase()}`
		: undefined;
}

/** HRESULTs and the Web Connector's codes within a text. */
const NAMED_IN_TEXT = /\b0x8[\da-f]{7}\b|(?<![\w.])-214\d{7}\b|\bQBWC ?\d{4}\b/gi;

/**
 * The statuses that an error of a service names: its code, and those of Windows and of the Web Connector in its message. None if nobody can tell.
 * @param error Its fields may be of any type.
 */
export function statusesOf({ code, message }: { code?: unknown; message?: unknown }): string[] {
	const text = [code, message].filter((one) => typeof one === 'string').join(' ');
	const named = [code, ...(text.match(NAMED_IN_TEXT) ?? [])].map(statusIn);
	return [...new Set(named.filter((one) => one !== undefined))];
}

/** What a status proves. Undefined if the request may have been carried out, or if nobody knows the status. */
export const proofOf = (status: string | undefined): Proof | undefined =>
	proofs.find(({ codes }) => codes.test(status ?? ''));

/**
 * What QuickBooks says of a lock, under which statuses. The "already in use" of 3100 is none: a name stays taken. Nor is what else it
 * says under 3180, such as that a number is in use.
 */
export const locks = {
	3170: {
		saying: 'This list has been modified by another user.',
		words: /modified by another user/i,
		source: 'consolibyte/quickbooks-php, Callbacks/SQL/Errors.php',
	},
	3175: {
		saying: 'The list element is in use.',
		words: /list element is (?:already )?in use/i,
		source: 'a public log of 2026; consolibyte/quickbooks-php, Callbacks/SQL/Errors.php',
	},
	3176: {
		saying:
			'A related transaction object is already in use, or failed to acquire the lock for this object.',
		words: /failed to acquire the lock/i,
		source: 'BuildOps, common sync errors',
	},
	3180: {
		saying: 'The internals could not be locked.  They are in use by another user.',
		words: /internals could not be locked/i,
		source: 'consolibyte/quickbooks-php, Callbacks/SQL/Errors.php',
	},
	3185: {
		saying: 'The transaction could not be locked.  It is in use by another user.',
		words: /could not be locked|in use by another user/i,
		source: 'a public log, on a void',
	},
} as const;

/** What these two are about is locked, whichever of its words QuickBooks chooses. */
const ALWAYS_LOCKS = /^317[56]$/;

/**
 * Whether a refusal is because somebody has open what it is about, so that the same request passes a moment later.
 * @param refusal Its code as `statusIn` gives it.
 */
export const isPassingLock = ({
	code = '',
	message = '',
}: {
	code?: string;
	message?: string;
}): boolean =>
	Object.hasOwn(locks, code) &&
	(Object.values(locks).some(({ words }) => words.test(message)) ||
		(ALWAYS_LOCKS.test(code) && /\b(?:in use|locked)\b/i.test(message)));

/** How long to wait before what was locked goes out again, in milliseconds: as many times as there are numbers. */
export const LOCK_DELAYS_MS = [1_000, 3_000, 5_000, 10_000] as const;
