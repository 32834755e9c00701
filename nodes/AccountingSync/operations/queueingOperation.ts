import type { INodeProperties } from 'n8n-workflow';

import type { ServiceRequest } from '../../shared/transport/client';
import { resultFields, type ResultMode } from '../fields/result';
import type { Form, OperationFacts } from './operation';

/** An operation that queues a request (interface, sections 4.2 and 4.3). */
export interface QueueingOperation extends OperationFacts {
	/** From the form to the request: pure, and refuses with a FormError what the interface forbids. */
	request: (form: Form) => ServiceRequest;
}

/** What sets one queueing operation apart from the others. */
interface Queueing extends QueueingOperation {
	/** The last of its fields, under which the options stand. */
	options: INodeProperties;
	/** What it hands over unless the user chooses otherwise. */
	result?: ResultMode;
}

/** Makes the operation from its fields and the pure function from their values to the request. */
export function queueingOperation({
	options,
	properties,
	result = 'wait',
	...queueing
}: Queueing): QueueingOperation {
	return { ...queueing, properties: [...properties, ...resultFields(result), options] };
}
