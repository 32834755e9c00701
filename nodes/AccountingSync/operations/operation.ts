import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { notFilledIn } from '../../../quickbooks/filledIn/names';
import { checkExpressions } from '../../../quickbooks/form/checkExpressions';
import { clockedFields } from '../../../quickbooks/form/clock';
import type { Form } from '../../../quickbooks/form/form';
import { hasExpression, isExpression } from '../../../quickbooks/form/templates';
import { isUntouched } from './fields/untouched';
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
 * @throws FormError for an expression that gives nothing where that would change what is meant.
 */
export function formReader(
	context: IExecuteFunctions,
	{ properties }: OperationFacts,
): (itemIndex: number) => Form {
	const node = context.getNode();
	const { parameters } = node;
	const fields = properties.filter(({ type }) => type !== 'notice');
	const stored = Object.fromEntries(
		fields.map(({ name, default: initial }) => [name, parameters[name] ?? initial]),
	);
	const expressions = Object.fromEntries(
		Object.entries(stored).filter((entry): entry is [string, string] => isExpression(entry[1])),
	);
	const common = new Map<string, unknown>(
		fields.filter((field) => isUntouched(node, field)).map(({ name }) => [name, notFilledIn]),
	);
	const valueOf = ({ name, default: initial }: INodeProperties, itemIndex: number): unknown => {
		if (common.has(name)) return common.get(name);
		const value = context.getNodeParameter(name, itemIndex, initial) as unknown;
		if (hasExpression(stored[name])) return value;
		common.set(name, frozenCopy(value));
		return common.get(name);
	};
	const timezone = context.getTimezone();
	const clocked = clockedFields(stored);
	return (itemIndex) => {
		const values = Object.fromEntries(
			fields.map((field) => [field.name, valueOf(field, itemIndex)]),
		) as IDataObject;
		checkExpressions(fields, stored, values, (template) =>
			context.evaluateExpression(template, itemIndex),
		);
		return { values, timezone, expressions, ...(clocked.length > 0 && { clocked }) };
	};
}
