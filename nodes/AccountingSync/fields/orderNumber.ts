import type { INodeProperties } from 'n8n-workflow';

import { trimmed } from '../../shared/form/convert';
import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';

/** The number of the order that something is written for. The same order is never written twice, in no execution. */
export const orderNumber: INodeProperties = {
	displayName: 'Order Number (Prevents Duplicates)',
	name: 'orderNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1042',
	description:
		'The number of the order that the record is for. If something was already written under this number, even by an earlier execution, it is returned and not written again.',
};

/** The longest that leaves room for the name of the operation in front of it: qbXML takes identifiers of 50 characters. */
const LONGEST_ORDER_NUMBER = 30;

/**
 * The identifier of a request that is made for an order. Undefined if the form names none. The records of one order, such
 * as its invoice and its payment, have identifiers of their own.
 * @param scope What the operation writes, such as `invoice`. Undefined if it takes no order numbers.
 * @throws FormError if the number is too long to be an identifier, or if an expression gives none.
 */
export function orderIdentifier(
	{ values, timezone }: Form,
	scope: string | undefined,
): string | undefined {
	if (scope === undefined) return undefined;
	const label = orderNumber.displayName;
	const given = values[orderNumber.name];
	const order = trimmed(given, { label, timezone });
	if (order === undefined) {
		// Only an expression can give nothing at all, or blanks. A field that was left alone holds an empty text.
		if (given === '' || !(orderNumber.name in values)) return undefined;
		throw new FormError(
			`${label} is empty for this item, so nothing would prevent duplicates.`,
			'Correct the expression, or clear the field to write without a number.',
		);
	}
	const { length } = String(order);
	if (length > LONGEST_ORDER_NUMBER) {
		throw new FormError(
			`${label} has ${length} characters, but can have at most ${LONGEST_ORDER_NUMBER}.`,
			'Use a shorter number that is different for each order.',
		);
	}
	return `${scope}:${String(order)}`;
}
