import { isDate, parseDateTime } from '../../company/dates';
import { StatusError, unparseable } from '../protocol/status-errors';
import type { StatusCode } from '../protocol/status-messages';

export type LeafType =
	| { type: 'text'; maximumLength?: number }
	| { type: 'enumeration'; values: string[] }
	| { type: keyof typeof conversions }
	| { type: 'positiveInteger' };

const DECIMAL = /^[+-]?(\d{1,13}(\.\d{0,10})?|\.\d{1,10})$/;
const IDENTIFIER = /^[0-9A-F]{1,8}-\d{1,10}$/i;

/** Which texts each type accepts, and the status for those it does not. */
const conversions = {
	identifier: { code: 3000, accepts: (text: string) => IDENTIFIER.test(text) },
	boolean: { code: 3010, accepts: (text: string) => /^(true|false|1|0)$/.test(text) },
	date: { code: 3020, accepts: isDate },
	dateTime: { code: 3020, accepts: (text: string) => parseDateTime(text) !== undefined },
	amount: { code: 3040, accepts: (text: string) => /^[+-]?\d{1,10}(\.\d{1,2})?$/.test(text) },
	price: { code: 3045, accepts: (text: string) => DECIMAL.test(text) },
	percent: { code: 3050, accepts: (text: string) => DECIMAL.test(text) },
	quantity: { code: 3060, accepts: (text: string) => DECIMAL.test(text) },
} satisfies Record<string, { code: StatusCode; accepts: (text: string) => boolean }>;

/** QuickBooks writes the two kinds of identifiers in words, and names all other fields by their element. */
const fieldNames: Record<string, string> = { ListID: 'list id', TxnID: 'txn id' };

/**
 * Checks the text of an element against its type.
 * @throws StatusError when the value cannot be converted, RequestProcessorError when the schema does not allow it
 */
export function checkLeaf(name: string, text: string, leafType: LeafType): void {
	const field = fieldNames[name] ?? name;
	switch (leafType.type) {
		case 'text':
			if (leafType.maximumLength !== undefined && [...text].length > leafType.maximumLength) {
				throw new StatusError(3070, text, field);
			}
			return;
		case 'enumeration':
			if (!leafType.values.includes(text)) throw unparseable();
			return;
		case 'positiveInteger':
			if (!/^0*[1-9]\d{0,8}$/.test(text)) throw unparseable();
			return;
		default: {
			const conversion = conversions[leafType.type];
			if (!conversion.accepts(text)) throw new StatusError(conversion.code, text, field);
		}
	}
}
