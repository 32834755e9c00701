import type { ValueFacts, ValueType } from './facts';

const DECIMAL = /^[+-]?(?:\d{1,13}(?:\.\d{0,10})?|\.\d{1,10})$/;

/** So many decimals QuickBooks keeps of prices and quantities. */
export const KEPT_DECIMALS = 5;
const FIVE_DECIMALS = /^[+-]?(?:\d{1,13}(?:\.\d{0,5}0{0,20})?|\.\d{1,5}0{0,20})$/;
const GUID = /^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i;

/** Whether a text is a calendar date, written YYYY-MM-DD. */
function isDate(text: string): boolean {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
	return (
		Number(year) > 1900 && Number(day) > 0 && Number(day) <= daysIn(Number(year), Number(month))
	);
}

const daysIn = (year: number, month: number): number =>
	month < 1 || month > 12 ? 0 : new Date(Date.UTC(year, month, 0)).getUTCDate();

function isDateTime(text: string): boolean {
	const [, day, hour = '00', minute = '00', second = '00', offset = 'Z'] =
		/^(.{10})(?:T(\d\d):(\d\d):(\d\d)([+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
	const isTime = +hour < 24 && +minute < 60 && +second < 60;
	if (day === undefined || !isDate(day) || !isTime) return false;
	const moment = Date.parse(`${day}T${hour}:${minute}:${second}${offset}`);
	return moment >= 0 && moment <= LAST_MOMENT;
}

/** QuickBooks counts the seconds since 1970 with 31 bits. */
export const LAST_MOMENT = (2 ** 31 - 1) * 1000;

/** What each type accepts, and how it is written, as part of a sentence. Other types are texts of any kind. */
const types: Partial<Record<ValueType, { accepts: (text: string) => boolean; form: string }>> = {
	boolean: { accepts: (text) => /^(?:true|false|1|0)$/.test(text), form: 'true or false' },
	date: { accepts: isDate, form: 'a date since 1901, written as YYYY-MM-DD' },
	dateTime: {
		accepts: isDateTime,
		form: 'a date from 1970 to January 2038, or a date and time such as 2026-01-31T15:00:00',
	},
	amount: {
		// With one decimal or none, QuickBooks answers status 3040.
		accepts: (text) => /^[+-]?\d{1,10}\.\d\d$/.test(text),
		form: 'an amount with two decimals, such as 150.00',
	},
	price: {
		accepts: (text) => FIVE_DECIMALS.test(text),
		form: 'a price such as 12.50, with at most 5 decimals',
	},
	quantity: {
		accepts: (text) => FIVE_DECIMALS.test(text),
		form: 'a quantity such as 2.5, with at most 5 decimals',
	},
	percent: {
		accepts: (text) => DECIMAL.test(text),
		form: 'a percentage such as 7.5, without a percent sign',
	},
	float: {
		accepts: (text) => DECIMAL.test(text) || /^[+-]?\d[\d.]*e[+-]?\d+$/i.test(text),
		form: 'a number such as 1.25',
	},
	integer: { accepts: (text) => /^[+-]?\d{1,10}$/.test(text), form: 'a whole number' },
	id: {
		accepts: (text) => /^(?:[0-9A-F]{1,8}-\d{1,10}|-1|0)$/i.test(text),
		form: 'an ID such as 80000001-1700000001',
	},
	guid: {
		accepts: (text) => text === '0' || GUID.test(text),
		form: '0, or a GUID such as {3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
	},
	uuid: {
		accepts: (text) => GUID.test(text),
		form: 'a GUID such as {3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
	},
	timeInterval: {
		accepts: (text) => /^-?PT(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?$/.test(text),
		form: 'a length of time such as PT1H30M',
	},
};

/** Many texts in a sentence would hide it. */
const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/**
 * What is wrong with a value, to follow its name in a sentence: `has 52 characters, but at most 41 are allowed`.
 * Undefined if nothing is.
 */
export function problemOfValue(
	text: string,
	{ type, maxLength = Infinity, minimum = -Infinity, maximum = Infinity, values }: ValueFacts,
): string | undefined {
	const length = text.length > maxLength ? [...text].length : 0;
	if (length > maxLength) return `has ${length} characters, but at most ${maxLength} are allowed`;
	if (values && !values.includes(text)) {
		return `is "${shortened(text)}", but it must be one of: ${values.join(', ')}`;
	}
	const { accepts, form } = types[type] ?? {};
	if (accepts && !accepts(text)) return `is "${shortened(text)}", but it must be ${form}`;
	if (accepts && Number(text) < minimum) return `is ${text}, but it must be at least ${minimum}`;
	if (accepts && Number(text) > maximum) return `is ${text}, but it must be at most ${maximum}`;
	return undefined;
}
