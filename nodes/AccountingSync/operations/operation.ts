import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Form } from '../../../quickbooks/form/form';
import type { OperationFacts } from './operationFacts';
import type { QueueingOperation } from './queueingOperation';

/** An operation that is finished once the service has answered. */
export interface DirectOperation extends OperationFacts {
	/** Returns the results of one input item. The node adds `pairedItem`. */
	execute(call: {
		context: IExecuteFunctions;
		itemIndex: number;
		form: Form;
	}): Promise<INodeExecutionData[]>;
}

/** One operation: its name, its fields and what it does. */
export type Operation = DirectOperation | QueueingOperation;

/** One entry of the Resource field. */
export interface Resource {
	/** Workflows store this, so it never changes. */
	value: string;
	name: string;
	operations: readonly Operation[];
	/** The operation that the form shows at first, if not the first one. */
	defaultOperation?: string;
}
