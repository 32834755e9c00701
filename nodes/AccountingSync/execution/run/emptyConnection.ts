import type { IExecuteFunctions } from 'n8n-workflow';

import type { Form } from '../../../../quickbooks/form/form';
import { connection, isConnectionLeftEmpty } from '../../../shared/fields/connection';
import { sameOnlyConnection } from '../../../shared/transport/onlyConnection';
import type { OperationFacts } from '../../operations/operationFacts';
import { isRetry } from './runKey';

const KEY = 'accountingSyncConnection';

/**
 * Finds the connection for items that leave it empty. What an execution has found once holds until its end, and for its
 * Retry: it may have written there. n8n keeps the node's context for both.
 */
async function connectionOfExecution(context: IExecuteFunctions): Promise<string> {
	const kept = context.getContext('node');
	if (typeof kept[KEY] === 'string') return kept[KEY];
	const staticData = context.getWorkflowStaticData('node');
	const isRepeated = isRetry(context);
	const id = await sameOnlyConnection(context, staticData, { isRepeated });
	kept[KEY] = id;
	return id;
}

/**
 * Fills in the connection in forms that leave it empty, if the operation allows that. The service is asked once for all
 * items.
 */
export function connectionFiller(
	context: IExecuteFunctions,
	{ properties }: OperationFacts,
): (form: Form) => Promise<Form> {
	if (!properties.includes(connection) || !isConnectionLeftEmpty(context.getNode())) {
		return async (form) => form;
	}
	let found: Promise<string> | undefined;
	return async (form) => {
		found ??= connectionOfExecution(context);
		return { ...form, values: { ...form.values, [connection.name]: await found } };
	};
}
