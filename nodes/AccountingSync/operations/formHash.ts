import { shortHash } from '../../../queue/calls/shortHash';
import { type Form, optionsOf } from '../../../quickbooks/form/form';
import { refuseClosedPeriods } from './fields/closedPeriods';
import { keepOrderOfItems, waitingOptions } from './fields/result';
import { settlingOptions } from './fields/settling';

/** The options that change nothing of what an item asks for: how it is sent and waited for, and what follows if it goes wrong. */
const mannerOptions = [
	...waitingOptions,
	...settlingOptions,
	keepOrderOfItems,
	refuseClosedPeriods,
];

/** Stands for what an item asks for, so that a change of the form is noticed. How it waits and what comes out is not that. */
export function formHashOf(form: Form): string {
	const asked = { ...form.values };
	for (const name of ['result', 'simplify']) delete asked[name];
	const options = { ...optionsOf(form) };
	for (const { name } of mannerOptions) delete options[name];
	return shortHash(8, { ...asked, options });
}
