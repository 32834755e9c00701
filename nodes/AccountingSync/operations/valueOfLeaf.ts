import type { Leaf, ValueType } from '../../../qbxml/facts';
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
} from '../../shared/form/convert';

/** How a value of the form becomes what the encoder takes, by its type in qbXML. What is not here is text. */
const converts: Readonly<Partial<Record<ValueType, Convert>>> = {
	amount,
	boolean: trueOrFalse,
	date,
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
