import type { INodeProperties } from 'n8n-workflow';

import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { stepOptions } from '../fields/options';
import { resultFieldsOfSteps } from '../fields/result';
import type { QueueingOperation } from './queueingOperation';
import type { Step, Steps } from './steps';

/** What sets one operation of several steps apart from the others. */
interface SteppedSpec extends Omit<QueueingOperation, 'enclose' | 'isQuery' | 'settles'> {
	steps: Steps;
	then: string;
	enclose: QueueingOperation['enclose'];
	/** Whether none of its steps writes. */
	isQuery?: true;
	/** Further fields under Options that its steps read themselves. */
	furtherOptions?: readonly INodeProperties[];
}

/** Whoever switches off Simplify gets whole records: no single request has all that the operation did. */
const wholeUnlessSimplified = (form: Form): Form =>
	form.values.simplify === false ? { ...form, wholeRecords: true } : form;

function requireWaiting({ values }: Form, name: string): void {
	if (values.result !== 'queuedRequest') return;
	throw new FormError(
		`${name} can't return the queued request: it takes several requests, one after the other.`,
		'Choose Wait under Result.',
	);
}

const withWholeRecords = ({ answered, refused }: Step): Step => ({
	answered: (progress) => answered({ ...progress, form: wholeUnlessSimplified(progress.form) }),
	...(refused && {
		refused: (progress) => refused({ ...progress, form: wholeUnlessSimplified(progress.form) }),
	}),
});

/**
 * Makes an operation that asks, looks at what came back and then asks for more: its fields, its first requests, and what
 * follows from their answers, as pure functions.
 */
export function steppedOperation({
	properties,
	furtherOptions = [],
	request,
	steps,
	...operation
}: SteppedSpec): QueueingOperation {
	return {
		...operation,
		properties: [...properties, ...resultFieldsOfSteps, stepOptions(furtherOptions)],
		request: (form, qbxml) => {
			requireWaiting(form, operation.name);
			return request(wholeUnlessSimplified(form), qbxml);
		},
		steps: Object.fromEntries(
			Object.entries(steps).map(([name, step]) => [name, withWholeRecords(step)]),
		),
	};
}
