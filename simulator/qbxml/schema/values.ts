import type { Leaf, ValueType } from '../../../quickbooks/facts/facts';
import { isDate, parseDateTime } from '../../company/dates';
import { StatusError, unparseable } from '../protocol/status-errors';
import type { StatusCode } from '../protocol/status-messages';

const DECIMAL = /^[+-]?(\d{1,13}(\.\d{0,10})?|\.\d{1,10})$/;
const IDENTIFIER = /^[0-9A-F]{1,8}-\d{1,10}$/i;
const AMOUNT = /^[+-]?\d{1,10}\.\d\d$/;
const FRACTION_OF_SECOND = /:\d\d\.\d/;
const TIME_INTERVAL = /^P(?=[\dT])(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;
/** `0` owns the custom fields that QuickBooks shows in its own forms. */
const GUID = /^(0|\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\})$/i;
/** A new line of a transaction that is changed. */
const NEW_LINE = '-1';

/** The times by which QuickBooks can filter what was modified: the seconds since 1970 that 31 bits have room for. */
const FILTERED = /^(From|To)ModifiedDate$/;
const LAST_SECOND = Date.parse('2038-01-19T03:14:07Z');

function isTime(text: string, name: string): boolean {
	const moment = parseDateTime(text);
	if (moment === undefined) return false;
	return !FILTERED.test(name) || (moment >= 0 && moment <= LAST_SECOND);
}

/** The days that a transaction can be of. */
const OF_TRANSACTIONS = /TxnDate$/;
const FIRST_DAY = '1901-01-01';

const isDay = (text: string, name: string): boolean =>
	isDate(text) && (!OF_TRANSACTIONS.test(name) || text >= FIRST_DAY);

interface Conversion {
	code: StatusCode;
	accepts: (text: string, name: string) => boolean;
}

/** Which texts each type accepts, and the status for those it does not. */
const conversions: Partial<Record<ValueType, Conversion>> = {
	id: {
		code: 3000,
		accepts: (text, name) => IDENTIFIER.test(text) || (name === 'TxnLineID' && text === NEW_LINE),
	},
	boolean: { code: 3010, accepts: (text) => /^(true|false|1|0)$/.test(text) },
	date: { code: 3020, accepts: isDay },
	dateTime: { code: 3020, accepts: isTime },
	timeInterval: { code: 3035, accepts: (text) => TIME_INTERVAL.test(text) },
	amount: { code: 3040, accepts: (text) => AMOUNT.test(text) },
	price: { code: 3045, accepts: (text) => DECIMAL.test(text) },
	float: { code: 3045, accepts: (text) => DECIMAL.test(text) },
	percent: { code: 3050, accepts: (text) => DECIMAL.test(text) },
	quantity: { code: 3060, accepts: (text) => DECIMAL.test(text) },
	guid: { code: 3065, accepts: (text) => GUID.test(text) },
};

/** QuickBooks writes the two kinds of identifiers in words. It is known to name other fields by their element. */
const fieldNames: Record<string, string> = { ListID: 'list id', TxnID: 'Transaction id' };

const isWithin = ({ minimum = -Infinity, maximum = Infinity }: Leaf, text: string): boolean =>
	Number(text) >= minimum && Number(text) <= maximum;

/**
 * Checks the text of an element.
 * @returns why the value cannot be converted, if it cannot
 * @throws RequestProcessorError when it is a number or a time that the parser already refuses
 */
export function checkValue(leaf: Leaf, text: string): StatusError | undefined {
	const { type, name, maxLength = Infinity, values } = leaf;
	const isWrongInteger =
		type === 'integer' && !(/^[+-]?\d{1,10}$/.test(text) && isWithin(leaf, text));
	const isTooExact = type === 'dateTime' && FRACTION_OF_SECOND.test(text);
	if (isWrongInteger || isTooExact) throw unparseable();
	const field = fieldNames[name] ?? name;
	if (values && !values.includes(text)) return new StatusError(3110, text, field);
	if ([...text].length > maxLength) return new StatusError(3070, text, field);
	const conversion = conversions[type];
	if (conversion === undefined || conversion.accepts(text, name)) return undefined;
	return new StatusError(conversion.code, text, field);
}
