import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

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

/** Whether n8n evaluates anything in a stored value, so that it may be another one for each item. */
const hasExpression = (stored: unknown): boolean =>
	typeof stored === 'string'
		? stored.startsWith('=')
		: typeof stored === 'object' && stored !== null && Object.values(stored).some(hasExpression);

/** A copy of a value of the form that nobody can change. */
function frozenCopy(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const copy = Array.isArray(value)
		? value.map(frozenCopy)
		: Object.fromEntries(Object.entries(value).map(([key, part]) => [key, frozenCopy(part)]));
	return Object.freeze(copy);
}

/**
 * Reads the form's values of one item after the other. What has no expression is the same for all of them: it is read only
 * once, and all forms hold the very same value, frozen, so that no item can change what the others send. Locators are left as
 * they were filled in (see `chosen`).
 */
export function formReader(
	context: IExecuteFunctions,
	{ properties }: OperationFacts,
): (itemIndex: number) => Form {
	const node = context.getNode();
	const { parameters, typeVersion } = node;
	const fields = properties.filter(({ type }) => type !== 'notice');
	const common = new Map<string, unknown>(
		fields.filter((field) => isUntouched(node, field)).map(({ name }) => [name, Object.freeze({})]),
	);
	const valueOf = ({ name, default: initial }: INodeProperties, itemIndex: number): unknown => {
		if (common.has(name)) return common.get(name);
		const value = context.getNodeParameter(name, itemIndex, initial) as unknown;
		if (hasExpression(parameters[name] ?? initial)) return value;
		common.set(name, frozenCopy(value));
		return common.get(name);
	};
	const isFirstVersion = typeVersion < 1.1;
	const rest = {
		timezone: context.getTimezone(),
		...(isFirstVersion && { wholeRecords: true as const }),
	};
	return (itemIndex) => ({
		values: Object.fromEntries(
			fields.map((field) => [field.name, valueOf(field, itemIndex)]),
		) as IDataObject,
		...rest,
	});
}
