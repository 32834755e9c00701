import type { Leaf, ValueType } from '../facts/facts';
import {
	amount,
	type Convert,
	date,
	duration,
	madeOfNull,
	plainNumber,
	price,
	quantity,
	text,
	textList,
	timestamp,
	trueOrFalse,
	wholeNumber,
} from '../form/convert';

/** What somebody typed or picked: a day, or a time without a zone. */
const isWritten = (value: unknown): boolean =>
	typeof value === 'string' && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(value.trim().slice(10));

/**
 * JavaScript makes the first days of 1970 of a date that is null, and of seconds that it takes for milliseconds. An expression
 * that gives a moment of then does not mean it.
 */
const dayOfRecord: Convert = (value, reading) => {
	const day = date(value, reading);
	if (!isWritten(value) && /^19(?:69-12-31|70-01)/.test(String(day))) {
		throw madeOfNull(reading.label, String(day));
	}
	return day;
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
	price,
	quantity,
	timeInterval: duration,
};

/** How a value of an element is read from the form. */
export const convertOf = ({ type, repeats }: Leaf): Convert =>
	repeats ? textList : (converts[type] ?? text);
