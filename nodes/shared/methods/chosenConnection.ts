import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { chosenIn } from '../../../quickbooks/form/choice';
import { serviceId } from '../../../quickbooks/form/convert';
import { onlyConnection } from '../transport/onlyConnection';
import { serviceOf } from '../transport/service';
import { thrownError } from '../transport/shownError';
import { withDeadline } from './withDeadline';

/**
 * The connection that is chosen in the form whose list the user opens, or the only one there is.
 * @throws NodeOperationError if none is chosen and there are several.
 */
export async function chosenConnection(context: ILoadOptionsFunctions): Promise<string> {
	try {
		const value = chosenIn(context.getCurrentNodeParameter('connection'));
		const id = serviceId(value, { label: 'Connection', timezone: 'UTC' });
		if (id !== undefined) return String(id);
		return await withDeadline(
			context,
			async (deadline) => await onlyConnection(serviceOf(context), deadline),
		);
	} catch (error) {
		throw thrownError(context, error);
	}
}
