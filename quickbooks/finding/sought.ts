import { chosenForm } from '../filledIn/chosenForm';
import { nameOf } from '../filledIn/names';
import { recordValues, type ValuesByPath } from '../filledIn/recordValues';
import { text } from '../form/convert';
import type { FormField } from '../form/field';
import type { Form } from '../form/form';
import { FormError, notListed } from '../form/formError';
import type { JsonObject } from '../json/object';
import { withArticle } from '../qbxml/words';
import { CUSTOM_FIELD, customFieldKey, type MatchKey, matchKeysOf } from '../records/matchKeys';
import type { RecordField, RecordForm, RecordKind } from '../records/record';

export const BY_NAME = 'name';

export const customFieldName: FormField = {
	displayName: 'Custom Field Name',
	name: 'customFieldName',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Shop ID',
	description: 'The name of a custom field that already exists in QuickBooks',
	displayOptions: { show: { matchBy: [CUSTOM_FIELD] } },
};

export const customFieldValue: FormField = {
	displayName: 'Custom Field Value',
	name: 'customFieldValue',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1042',
	description: 'The value of the custom field. A new record gets it too, in a separate request.',
	displayOptions: { show: { matchBy: [CUSTOM_FIELD] } },
};

/** What an item looks for. */
export interface Sought {
	/** The name that the form gives the record, without those that it stands below. */
	name: string;
	parent?: { FullName?: string; ListID?: string };
	/** What it is recognised by, and the value in the form. Undefined for the name. */
	by?: { key: MatchKey; value: string };
}

const rowAt = ({ fields, further }: RecordForm, path: string): RecordField | undefined =>
	[...fields, ...further].find((row) => row.path === path);

/**
 * The form with the name and the parent apart, if the name was given as a full one, such as `Abercrombie, Kristy:Kitchen`.
 * @throws FormError if there is a parent besides.
 */
export function withParentApart(kind: RecordKind, form: Form): Form {
	const chosen = chosenForm(kind, form.values);
	const [nameRow, parentRow] = [rowAt(chosen, 'Name'), rowAt(chosen, 'ParentRef')];
	if (!nameRow || !parentRow) return form;
	const { [nameOf(nameRow)]: given } = form.values;
	const fullName = text(given, { label: nameRow.label, timezone: form.timezone });
	const written = String(fullName ?? '');
	const colon = written.lastIndexOf(':');
	if (colon < 1) return form;
	const [parent, name] = [written.slice(0, colon), written.slice(colon + 1)];
	const further = (form.values.additionalFields ?? {}) as JsonObject;
	if (further[nameOf(parentRow)] !== undefined) {
		throw new FormError(
			`${nameRow.label} has a colon, but ${parentRow.label} is filled in too.`,
			`Give either the full name with the colon, or the name alone and the ${parentRow.label.toLowerCase()}.`,
		);
	}
	return {
		...form,
		values: {
			...form.values,
			[nameOf(nameRow)]: name.trim(),
			additionalFields: {
				...further,
				[nameOf(parentRow)]: { __rl: true, mode: 'name', value: parent.trim() },
			},
		},
	};
}

const ADVICE = 'Fill it in, or choose something else under Match By.';

function customFieldIn({ values, timezone }: Form): NonNullable<Sought['by']> {
	const [name, value] = [customFieldName, customFieldValue].map((field) => {
		const given = text(values[field.name], { label: field.displayName, timezone });
		if (given !== undefined && String(given).trim() !== '') return String(given).trim();
		throw new FormError(`${field.displayName} is missing.`, ADVICE);
	});
	return { key: customFieldKey(name), value };
}

function keyIn(kind: RecordKind, chosen: RecordForm, value: unknown, given: ValuesByPath) {
	const key = matchKeysOf(kind).find((one) => one.value === value);
	if (!key) {
		throw notListed('Match By', value);
	}
	const { label, element } = key;
	if (!rowAt(chosen, element)) {
		throw new FormError(
			`${withArticle(kind.noun)} of this type has no ${label}.`.replace(/^a/, 'A'),
			'Choose another type, or something else under Match By.',
		);
	}
	const held = String(given[element] ?? '');
	if (held.trim() === '') throw new FormError(`${label} is missing.`, ADVICE);
	if (key.sought(held).length === 0) {
		throw new FormError(`${label} "${held}" has nothing to match by.`, ADVICE);
	}
	return { key, value: held };
}

/**
 * What a form looks for.
 * @throws FormError for what is missing.
 */
export function soughtIn(kind: RecordKind, form: Form): Sought {
	const chosen = chosenForm(kind, form.values);
	const given = recordValues(chosen, form);
	const { ParentRef } = given as { ParentRef?: Sought['parent'] };
	const { matchBy = BY_NAME } = form.values;
	const sought = { name: String(given.Name).trim(), ...(ParentRef && { parent: ParentRef }) };
	if (matchBy === BY_NAME) return sought;
	return {
		...sought,
		by: matchBy === CUSTOM_FIELD ? customFieldIn(form) : keyIn(kind, chosen, matchBy, given),
	};
}
