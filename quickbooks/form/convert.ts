import type { ValueType } from '../facts/facts';
import { KEPT_DECIMALS, problemOfValue } from '../facts/valueTypes';
import { cleanText } from './cleanText';
import { FormError } from './formError';
import { isInexact, lostDigits } from './inexact';
import { isUrl } from './isUrl';
import { dayOf, dayOfMidnight, momentOf, writtenMoment } from './moment';
import { isInvisible, onlyInvisible } from './nothing';

/** A value in a query or a body. In a query, a list of texts goes out as `name[]=` pairs. */
export type WireValue = string | number | boolean | string[];

/** What a conversion knows about its field: the label used in errors, and the workflow's time zone (IANA name). */
export interface Reading {
	label: string;
	timezone: string;
}

/**
 * Converts a value of the form, or of an expression in it, to the value on the wire.
 * @returns `undefined` if the field was left empty, so that nothing is sent for it.
 * @throws FormError if the interface forbids the value.
 */
export type Convert = (value: unknown, reading: Reading) => WireValue | undefined;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Text is sent as it was typed, but for marks that nobody sees. A number from an expression is sent as its digits, if it has all of them. */
export const text: Convert = (value, { label }) => {
	if (isEmpty(value)) return undefined;
	if (isInexact(value) || (typeof value === 'number' && String(value).includes('e'))) {
		throw lostDigits(label, value);
	}
	if (typeof value === 'object') {
		throw new FormError(
			`${label} must be text, but it is ${Array.isArray(value) ? 'a list' : 'an object'}.`,
		);
	}
	if (isInvisible(value)) throw onlyInvisible(label);
	return cleanText(String(value));
};

/** Text without the spaces around it: a name or an ID. */
export const trimmed: Convert = (value, reading) => {
	const given = text(value, reading);
	return given === undefined ? undefined : String(given).trim() || undefined;
};

/** A switch, or `true`/`false` from an expression. */
export const trueOrFalse: Convert = (value, { label }) => {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean') return value;
	if (value === 'true' || value === 'false') return value === 'true';
	throw new FormError(`${label} must be true or false, but it is "${String(value)}".`);
};

/** One or more texts, from a field with several values, or from an expression that gives a list or a single text. */
export const textList: Convert = (value, reading) => {
	const entries = Array.isArray(value) ? value : [value];
	const texts = entries
		.map((entry) => text(entry, reading))
		.filter((entry): entry is string => entry !== undefined);
	return texts.length > 0 ? texts : undefined;
};

export const wholeNumber =
	(minimum: number): Convert =>
	(value, { label }) => {
		if (isEmpty(value)) return undefined;
		const number = typeof value === 'string' ? Number(value) : value;
		if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < minimum) {
			throw new FormError(
				`${label} must be a whole number of at least ${minimum}, but it is "${String(value)}".`,
			);
		}
		return number;
	};

/** A web address with `http` or `https`. */
export const webAddress: Convert = (value, reading) => {
	const address = text(value, reading);
	if (address === undefined) return undefined;
	if (!/^https?:\/\//i.test(String(address)) || !isUrl(String(address))) {
		throw new FormError(
			`${reading.label} must be a web address that starts with https:// or http://, but it is "${String(address)}".`,
		);
	}
	return address;
};

/** An ID of the service, which is always a UUID (interface, section 1). */
export const serviceId: Convert = (value, reading) => {
	const id = text(value, reading);
	if (id === undefined) return undefined;
	if (!UUID.test(String(id).trim())) {
		throw new FormError(
			`${reading.label} must be an ID like 3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b, but it is "${String(id)}".`,
			'Choose it from the list, or copy the whole ID.',
		);
	}
	return String(id).trim();
};

/** The error for a date that JavaScript has made of none. */
export const madeOfNull = (label: string, day: string): FormError =>
	new FormError(
		`${label}: the expression gave ${day}, which is what JavaScript makes of a date that is null.`,
		'The item was not sent. Correct the expression, or clear the field to leave it out.',
	);

/** Whether JavaScript has made a value of a date that is null. Whoever means that day writes it without a time. */
export const isMadeOfNull = (value: unknown): boolean =>
	value === '1970-01-01T00:00:00.000Z' ||
	(typeof value === 'object' && value !== null && value.valueOf() === 0);

/**
 * @throws FormError if the value is no calendar date and no ISO 8601 moment, such as `2026-02-30` or `15.01.2026`, or if JavaScript
 *   has made it of null.
 */
function moment(value: unknown, { label, timezone }: Reading): number {
	if (isMadeOfNull(value)) throw madeOfNull(label, '1970-01-01');
	const found = momentOf(value, timezone);
	if (!Number.isNaN(found)) return found;
	throw new FormError(
		`${label} isn't a valid date: "${String(value)}".`,
		'Pick the date in the form, or write it as YYYY-MM-DD.',
	);
}

/** Refuses a day or a moment that QuickBooks has no number for, such as 1900. */
function inRange(written: string, type: ValueType, value: unknown, { label }: Reading): string {
	const problem = problemOfValue(written, { type });
	if (problem === undefined) return written;
	throw new FormError(`${label} ${problem.replace(written, String(value))}.`);
}

/**
 * A calendar date, sent as YYYY-MM-DD. The date picker's value includes a time, and may include an offset. We use its
 * date in the workflow's time zone, but for midnight in UTC, which is a date without a time.
 */
export const date: Convert = (value, reading) => {
	if (isEmpty(value)) return undefined;
	const found = moment(value, reading);
	const day = dayOfMidnight(value) ?? dayOf(found, reading.timezone);
	return inRange(day, 'date', value, reading);
};

const HALF_A_DAY = 12 * 60 * 60_000;

/** In the time zone of the workflow, 1970 may have begun before it did in UTC. */
const sinceBeginning = (moment: number): number =>
	moment < 0 && moment >= -HALF_A_DAY ? 0 : moment;

/** A moment, sent as ISO 8601 in UTC to the second, with `+00:00`. A time without an offset is read in the workflow's time zone. */
export const timestamp: Convert = (value, reading) =>
	isEmpty(value)
		? undefined
		: inRange(writtenMoment(sinceBeginning(moment(value, reading))), 'dateTime', value, reading);

/** Less than anything that QuickBooks keeps. */
const NOISE = 1e-7;

/**
 * The shortest text of a number without rounding noise: 0.1 + 0.2 gives 0.3, and 0.1 + 0.2 - 0.3 gives 0. Doubles hold 15 reliable
 * digits, which is more than any amount has.
 */
export function digits(number: number, label: string): string {
	const written = String(Math.abs(number) < NOISE ? 0 : Number(number.toPrecision(15)));
	if (!Number.isFinite(number) || written.includes('e')) {
		throw new FormError(`${label} must be a plain decimal number, but it is "${number}".`);
	}
	return written;
}

/** The same of a price or a quantity, with the five decimals that QuickBooks keeps: a computed one has any number of them. */
export function keptDigits(number: number, label: string): string {
	const written = digits(number, label);
	const kept = digits(Number(number.toFixed(KEPT_DECIMALS)), label);
	if (Number(kept) !== 0 || Number(written) === 0) return kept;
	throw new FormError(`${label} is ${written}, but QuickBooks keeps only five decimals of it.`);
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A decimal number, sent as text. Typed text is sent unchanged (`150.00`), and a number is sent as its digits (`0.1`). */
function decimal(
	what: string,
	howToWrite: string,
	digitsOf = digits,
): (value: unknown, reading: Reading) => string | undefined {
	return (value, reading) => {
		if (isEmpty(value)) return undefined;
		if (typeof value === 'number') return digitsOf(value, reading.label);
		const typed = String(text(value, reading)).trim();
		if (DECIMAL.test(typed)) return typed;
		throw new FormError(`${reading.label} must be ${what}, but it is "${typed}".`, howToWrite);
	};
}

const ofMoney = [
	'an amount such as 150.00',
	'Write it with a decimal point, and without currency or thousands separators.',
] as const;

const ofNumbers = [
	'a number such as 1.5',
	'Write it with a decimal point, and without thousands separators.',
] as const;

/** An amount of money. */
export const amount = decimal(...ofMoney);

/** A price, of which a computed one is rounded. */
export const price = decimal(...ofMoney, keptDigits);

/** A plain number, sent in the same way. */
export const plainNumber = decimal(...ofNumbers);

/** A quantity, of which a computed one is rounded. */
export const quantity = decimal(...ofNumbers, keptDigits);

/** A quantity, sent as a number. */
export const quantityAsNumber: Convert = (value, reading) => {
	const written = quantity(value, reading);
	return written === undefined ? undefined : Number(written);
};

const HOURS = /^\d{1,5}(?:\.\d+)?$|^\.\d+$/;
const CLOCK = /^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$/;
const INTERVAL = /^PT(?=\d)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,7})S)?$/;

/** A length of time in minutes. Undefined for what is none. */
function minutesOf(written: string): number | undefined {
	if (HOURS.test(written)) return Math.round(Number(written) * 60);
	const [, hours, minutes, seconds] = CLOCK.exec(written) ?? INTERVAL.exec(written) ?? [];
	if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
	return Number(hours ?? 0) * 60 + Number(minutes ?? 0) + Math.round(Number(seconds ?? 0) / 60);
}

/** A length of time in hours, such as 1.5 or 1:30, or as qbXML writes it: PT1H30M. It is rounded to minutes. */
export const duration: Convert = (value, reading) => {
	if (isEmpty(value)) return undefined;
	const written = String(text(value, reading)).trim();
	const minutes = minutesOf(written) ?? 0;
	if (minutes === 0) {
		throw new FormError(
			`${reading.label} must be a length of time in hours, such as 1.5 or 1:30, but it is "${written}".`,
			'Write it with a decimal point, or as hours:minutes. The shortest time is a minute.',
		);
	}
	return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
};

/** Wraps a conversion for a field that must not be left empty. */
export const required =
	(convert: Convert): Convert =>
	(value, reading) => {
		const converted = convert(value, reading);
		if (converted === undefined) throw new FormError(`${reading.label} is missing.`);
		return converted;
	};
