import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { clearableOptions } from '../../../quickbooks/filledIn/changeRows';
import { chosenForm } from '../../../quickbooks/filledIn/chosenForm';
import { hasVariants } from '../../../quickbooks/records/record';
import { recordOf } from '../../../quickbooks/records/registry';

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
