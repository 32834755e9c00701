import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Form } from '../../shared/form/form';
import { isUntouched } from '../fields/untouched';
import type { OperationFacts } from './operationFacts';
import type { QueueingOperation } from './queueingOperation';

/**
 * The versions of the node. In version 1, records come out as they are. Before version 1.2, the form began with creating an
 * invoice. Workflows that are stored keep theirs.
 */
export const formerVersions: readonly number[] = [1, 1.1];
export const NEWEST_VERSION = 1.2;

/** One run of an operation for one input item. */
interface Call {
	context: IExecuteFunctions;
	itemIndex: number;
	form: Form;
}

/** An operation that is finished once the service has answered. */
export interface DirectOperation extends OperationFacts {
	/** Returns the item's results. The node adds `pairedItem`. */
	execute(call: Call): Promise<INodeExecutionData[]>;
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
	/** The operation that the form showed at first before version 1.2. */
	formerDefault?: string;
}

/** The form's values for one item and one operation. Locators are left as they were filled in (see `chosen`). */
export function readForm(
	context: IExecuteFunctions,
	itemIndex: number,
	{ properties }: OperationFacts,
): Form {
	const values = Object.fromEntries(
		properties
			.filter(({ type }) => type !== 'notice')
			.map((property) => [
				property.name,
				isUntouched(context.getNode(), property)
					? {}
					: context.getNodeParameter(property.name, itemIndex, property.default),
			]),
	) as IDataObject;
	const isFirstVersion = context.getNode().typeVersion < 1.1;
	return { values, timezone: context.getTimezone(), ...(isFirstVersion && { wholeRecords: true }) };
}
