import type { Leaf, ValueType } from '../facts/facts';
import {
	amount,
	type Convert,
	date,
	duration,
	plainNumber,
	text,
	textList,
	timestamp,
	trueOrFalse,
	wholeNumber,
} from '../form/convert';
import { FormError } from '../form/formError';

/** What JavaScript makes of a date that is null. No record is of that day. */
const isMadeOfNull = (value: unknown): boolean =>
	value === '1970-01-01T00:00:00.000Z' ||
	(typeof value === 'object' && value !== null && value.valueOf() === 0);

const dayOfRecord: Convert = (value, reading) => {
	if (!isMadeOfNull(value)) return date(value, reading);
	throw new FormError(
		`${reading.label}: the expression gave January 1, 1970, which is what JavaScript makes of a date that is null.`,
		'The item was not sent. Correct the expression, or clear the field to leave it out.',
	);
};

/** How a value of the form becomes what the encoder takes, by its type in qbXML. What is not here is text. */
const converts: Readonly<Partial<Record<ValueType, Convert>>> = {
	amount,
	boolean: trueOrFalse,
	date: dayOfRecord,
	dateTime: timestamp,
	float: plainNumber,
	integer: wholeNumber(0),
	percent: plainNumber,
	price: amount,
	quantity: plainNumber,
	timeInterval: duration,
};

/** How a value of an element is read from the form. */
export const convertOf = ({ type, repeats }: Leaf): Convert =>
	repeats ? textList : (converts[type] ?? text);
