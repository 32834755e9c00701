import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type Earlier, existedBefore } from '../../../../queue/once/journal';
import {
	CHECK_LENGTH,
	LONGEST_IDENTIFIER,
	withCheck,
	withoutCheck,
} from '../../../../queue/requests/identifiers';
import { trimmed } from '../../../../quickbooks/form/convert';
import { type Form, valueOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { withoutInvisible } from '../../../../quickbooks/form/nothing';

/** The number of the order that something is written for. The same order is never written twice, in no execution. */
export const orderNumber: INodeProperties = {
	displayName: 'Order Number (Unique)',
	name: 'orderNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1042',
	description:
		'The number of the order that the record is for. If something was already written under this number, even by an earlier execution, it is returned and not written again, unless it was voided or deleted through this connection since. If its contents were others, the item ends in an error that shows them.',
};

const LONGEST_ORDER_NUMBER = 30;

/** The longest order number that leaves room for the name of the operation in front of it, and the check behind it. */
const longestFor = (scope: string): number =>
	Math.min(LONGEST_ORDER_NUMBER, LONGEST_IDENTIFIER - `${scope}:`.length - CHECK_LENGTH);

/**
 * An order number as people see it: what looks the same is the same order, whatever invisible characters are in it. A service may show
 * any white space as one blank.
 */
const seen = (order: string): string =>
	withoutInvisible(order)
		.normalize('NFC')
		.replace(/[\u2010\u2011]/g, '-')
		.replace(/[\s\u0085]+/g, ' ')
		.trim();

/**
 * How a request is called that is made for an order. It ends with a check, so that what a service has cut off, or shows in lower case,
 * is not taken for the identifier of another order.
 */
export const orderIdentifierOf = (scope: string, order: string): string =>
	withCheck(`${scope}:${seen(order)}`);

/**
 * The identifier of a request that is made for an order. Undefined if the form names none. The records of one order, such
 * as its invoice and its payment, have identifiers of their own.
 * @param scope What the operation writes, such as `invoice`. Undefined if it takes no order numbers.
 * @throws FormError if the number is too long to be an identifier, or if nobody can see it.
 */
export function orderIdentifier(form: Form, scope: string | undefined): string | undefined {
	if (scope === undefined) return undefined;
	const label = orderNumber.displayName;
	const order = valueOf(form, orderNumber, trimmed);
	if (order === undefined) return undefined;
	const { length } = seen(String(order));
	if (length === 0) {
		throw new FormError(
			`${label} has only invisible characters.`,
			'The item was not sent. Type the number, or clear the field to write without one.',
		);
	}
	const longest = longestFor(scope);
	if (length > longest) {
		throw new FormError(
			`${label} has ${length} characters, but can have at most ${longest}.`,
			'Use a shorter number that is different for each order.',
		);
	}
	return orderIdentifierOf(scope, String(order));
}

/** The order's number in the identifier of its request. Undefined for what is written without a number. */
export function orderIn(identifier: string | undefined, scope: string | undefined) {
	const start = `${scope}:`;
	return scope !== undefined && identifier?.startsWith(start)
		? withoutCheck(identifier).slice(start.length)
		: undefined;
}

/** What the output says about an order, before the record itself. Nothing for what is written without a number. */
export const aboutOrder = (earlier: Earlier | undefined): IDataObject =>
	earlier === undefined
		? {}
		: {
				already_existed: existedBefore(earlier),
				...(earlier === 'differs' && { contents_differ: true }),
				...(earlier === 'removed' && { earlier_was_removed: true }),
			};
