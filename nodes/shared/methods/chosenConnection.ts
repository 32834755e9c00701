import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { chosenIn } from '../form/choice';
import { serviceId } from '../form/convert';
import { FormError } from '../form/formError';
import { operationErrorOf } from '../transport/client';

/**
 * The connection that is chosen in the form whose list the user opens.
 * @param shows What the list shows of it, as in "its requests".
 * @throws NodeOperationError if none is chosen.
 */
export function chosenConnection(context: ILoadOptionsFunctions, shows: string): string {
	try {
		const value = chosenIn(context.getCurrentNodeParameter('connection'));
		const id = serviceId(value, { label: 'Connection', timezone: 'UTC' });
		if (id !== undefined) return String(id);
		throw new FormError(`Choose a connection first: the list shows ${shows}.`);
	} catch (error) {
		throw operationErrorOf(context, error);
	}
}
