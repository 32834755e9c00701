import type { INodeProperties } from 'n8n-workflow';

import { stepOptions } from './fields/options';
import { requireWait, resultFieldsOfSteps } from './fields/result';
import type { OperationSpec, QueueingOperation } from './queueingOperation';
import type { Steps } from './steps';

/** What sets one operation of several steps apart from the others. */
interface SteppedSpec extends Omit<OperationSpec, 'goesOn' | 'isQuery' | 'settles'> {
	steps: Steps;
	then: string;
	/** Whether none of its steps writes. */
	isQuery?: true;
	/** Further fields under Options that its steps read themselves. */
	furtherOptions?: readonly INodeProperties[];
}

/**
 * Makes an operation that asks, looks at what came back and then asks for more: its fields, its first requests, and what
 * follows from their answers, as pure functions.
 */
export function steppedOperation({
	properties,
	furtherOptions = [],
	request,
	needsQbxml = () => true,
	...operation
}: SteppedSpec): QueueingOperation {
	return {
		...operation,
		needsQbxml,
		properties: [...properties, ...resultFieldsOfSteps, stepOptions(furtherOptions)],
		request: (form, qbxml) => {
			requireWait(
				form,
				`${operation.name} can't return the queued request: it takes several requests, one after the other.`,
				'Choose Wait under Result.',
			);
			return request(form, qbxml);
		},
	};
}
