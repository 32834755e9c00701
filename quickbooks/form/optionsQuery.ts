import type { JsonObject } from '../json/object';
import { type FieldSpec, type WireValues, wireValues } from './fieldSpec';
import { type Form, optionsOf } from './form';

/** Extra Query Parameters as they are sent. A name given twice, or with `[]`, becomes a list. */
function extraQuery(options: JsonObject): WireValues {
	const { parameters = [] } = (options.extraQueryParameters ?? {}) as {
		parameters?: Array<{ name: string; value: unknown }>;
	};
	const query: WireValues = {};
	for (const { name, value } of parameters.filter((parameter) => parameter.name !== '')) {
		const isList = name.endsWith('[]');
		const key = isList ? name.slice(0, -2) : name;
		const before = query[key];
		query[key] =
			isList || before !== undefined
				? [
						...(Array.isArray(before) ? before : before === undefined ? [] : [String(before)]),
						String(value),
					]
				: String(value);
	}
	return query;
}

/**
 * The query from a form's Options: first the listed fields, then Extra Query Parameters, which replace fields of the
 * same name.
 */
export function optionsQuery(form: Form, fields: readonly FieldSpec[]): WireValues {
	const options = optionsOf(form);
	return { ...wireValues(fields, options, form.timezone), ...extraQuery(options) };
}
