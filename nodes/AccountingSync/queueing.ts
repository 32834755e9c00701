import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { sendForData, type ServiceRequest } from '../shared/service/client';
import { withTriggerUrl } from './fields/webhookUrl';
import type { Form, Operation } from './operation';

/** What sets one queueing operation apart from the others. */
interface Queueing {
	value: string;
	name: string;
	action: string;
	description: string;
	properties: INodeProperties[];
	/** From the form to the request: pure, and refuses with a FormError what the interface forbids. */
	request: (form: Form) => ServiceRequest;
}

/** An operation that queues a request and hands over the queued request (interface, sections 4.2 and 4.3). */
export interface QueueingOperation extends Operation {
	request: (form: Form) => ServiceRequest;
}

/** Makes the operation from its fields and the pure function from their values to the request. */
export function queueingOperation(queueing: Queueing): QueueingOperation {
	return {
		...queueing,
		async execute({ context, itemIndex, form }) {
			const request = await withTriggerUrl(context, queueing.request(form), itemIndex);
			return [{ json: await sendForData<IDataObject>(context, request, itemIndex) }];
		},
	};
}
