import type { INodeProperties } from 'n8n-workflow';

import { type Form, optionsOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { isReadHere } from './result';

const LOOK_IN_BOOKS = 'lookInBooks';

const whenOutcomeUnknown: INodeProperties = {
	displayName: 'When the Outcome Is Unknown',
	name: 'whenOutcomeUnknown',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop with an error that says so' },
		{
			name: 'Look in the Books',
			value: LOOK_IN_BOOKS,
			description: "Continue with the record if it is there, or make certain that it isn't",
		},
	],
	default: LOOK_IN_BOOKS,
	description:
		'What to do if the connection to the desktop broke off and nobody knows whether the record was written. Without this option the item fails.',
};

/** Whether to write what is certainly not in the books. */
export const writeIfAbsent: INodeProperties = {
	displayName: 'Write If Absent',
	name: 'writeIfAbsent',
	type: 'boolean',
	default: false,
	description:
		"Whether to write the record if it is definitely not in the books. If that isn't certain, nothing is written.",
};

/** The options of a write whose outcome may turn out to be unknown. */
export const settlingOptions: readonly INodeProperties[] = [
	whenOutcomeUnknown,
	{
		...writeIfAbsent,
		displayOptions: { show: { whenOutcomeUnknown: [LOOK_IN_BOOKS] } },
	},
];

/** Whether the books are to be looked at if nobody knows what became of a write. */
export const looksInBooks = (form: Form): boolean =>
	optionsOf(form).whenOutcomeUnknown === LOOK_IN_BOOKS;

/**
 * Refuses to look in the books for a result that is not waited for here.
 * @throws FormError that says what to choose.
 */
export function requireAwaited(form: Form): void {
	if (!looksInBooks(form) || isReadHere(form)) return;
	throw new FormError(
		`${whenOutcomeUnknown.displayName} can't be used when the queued request is returned as it is.`,
		'Choose Wait under Result and switch on Simplify, or remove the option: the outcome of a request is known only when it has been waited for. Books: Find Out What Happened looks it up later.',
	);
}
