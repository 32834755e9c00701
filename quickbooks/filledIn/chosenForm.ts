import { notListed } from '../form/formError';
import type { JsonObject } from '../json/object';
import { hasVariants, type RecordForm, type RecordKind } from '../records/record';

/**
 * The form that was chosen.
 * @throws FormError if there is none of this name.
 */
export function chosenForm({ form }: Pick<RecordKind, 'form'>, values: JsonObject): RecordForm {
	if (!form) throw new Error('The record has no form.');
	if (!hasVariants(form)) return form;
	const chosen = form.variants.find(({ value }) => value === values[form.name]);
	if (chosen) return chosen;
	throw notListed(form.label, values[form.name]);
}
