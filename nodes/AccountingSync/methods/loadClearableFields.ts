import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { hasVariants } from '../../shared/records/record';
import { recordOf } from '../../shared/records/registry';
import { clearableOptions } from '../fields/changeFields';
import { chosenForm } from '../operations/variants';

/** The fields of the chosen record that a change can empty. */
export async function loadClearableFields(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const kind = recordOf(String(this.getCurrentNodeParameter('resource')));
	if (!kind?.form) return [];
	const variant = hasVariants(kind.form) ? kind.form.name : undefined;
	const chosen = variant === undefined ? {} : { [variant]: this.getCurrentNodeParameter(variant) };
	return clearableOptions(chosenForm(kind, chosen as Record<string, string>));
}
