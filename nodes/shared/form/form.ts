import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenIn } from './choice';
import { serviceId } from './convert';
import { FormError } from './formError';

/** What the user filled in: the values by their names in the form, and the workflow's time zone (IANA name). */
export interface Form {
	values: IDataObject;
	timezone: string;
	/** Whether records come out as the accounting application gives them, as in version 1 of the node. */
	wholeRecords?: true;
	/** What the service was asked for the form before its first request was made (see `QueueingOperation.readFirst`). */
	known?: IDataObject;
}

/**
 * The ID in a required locator.
 * @throws FormError if it is empty or not a UUID.
 */
export function requiredId(
	{ values, timezone }: Form,
	{ name, displayName }: INodeProperties,
): string {
	const id = serviceId(chosenIn(values[name]), { label: displayName, timezone });
	if (id === undefined) {
		throw new FormError(
			`${displayName} is missing.`,
			'Choose it from the list, or switch to By ID and paste the ID.',
		);
	}
	return String(id);
}
