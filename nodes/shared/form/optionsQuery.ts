import type { IDataObject } from 'n8n-workflow';

import { wireValues, type FieldSpec, type WireValues } from './fieldSpec';
import type { Form } from './form';

/** Extra Query Parameters as they go out; a name given twice, or with `[]`, is a list. */
function extraQuery(options: IDataObject): WireValues {
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

/** The query that a form's Options make: the fields that are listed, then Extra Query Parameters in their place. */
export function optionsQuery({ values, timezone }: Form, fields: readonly FieldSpec[]): WireValues {
	const options = (values.options ?? {}) as IDataObject;
	return { ...wireValues(fields, options, timezone), ...extraQuery(options) };
}
