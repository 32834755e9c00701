import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { notFilledIn } from '../../../../quickbooks/filledIn/names';
import { checkExpressions } from '../../../../quickbooks/form/checkExpressions';
import { clockedFields } from '../../../../quickbooks/form/clock';
import type { Form } from '../../../../quickbooks/form/form';
import { hasExpression, isExpression } from '../../../../quickbooks/form/templates';
import { isUntouched } from '../../operations/fields/untouched';
import type { OperationFacts } from '../../operations/operationFacts';
import { connectionFiller } from './emptyConnection';
import { repetitionOf } from './repetition';

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

/** Reads the form of one item after the other, with what the run adds to it. */
export function formsOf(
	context: IExecuteFunctions,
	operation: OperationFacts,
): (itemIndex: number) => Promise<Form> {
	const read = formReader(context, operation);
	const fillIn = connectionFiller(context, operation);
	return async (itemIndex) => {
		const form = read(itemIndex);
		return await fillIn({ ...form, ...repetitionOf(context, form.values) });
	};
}
