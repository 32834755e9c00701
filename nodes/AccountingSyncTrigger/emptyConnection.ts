import type {
	IDataObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { connection, isConnectionLeftEmpty } from '../shared/fields/connection';
import { sameOnlyConnection, usedConnection } from '../shared/transport/onlyConnection';
import { isAsking } from './form';

/** Whichever function of n8n the trigger runs in. */
export type TriggerContext = IHookFunctions | ITriggerFunctions | IWebhookFunctions;

/**
 * The form's values with the only connection, where none is chosen. It is looked for when the workflow is activated, and
 * stays the same until then: more connections don't stop a trigger that is active.
 * @param isActivated Whether the workflow is being activated.
 * @throws FormError if there is no connection, or more than one, or another one than before.
 */
export async function withConnection(
	context: TriggerContext,
	values: IDataObject,
	isActivated = false,
): Promise<IDataObject> {
	if (!isAsking(values.triggerOn) || !isConnectionLeftEmpty(context.getNode())) return values;
	const staticData = context.getWorkflowStaticData('node');
	const used = isActivated ? undefined : await usedConnection(context, staticData);
	const id = used ?? (await sameOnlyConnection(context, staticData));
	return { ...values, [connection.name]: id };
}
