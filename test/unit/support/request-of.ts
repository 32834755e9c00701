import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { contentAndEnvelope } from '../../../nodes/AccountingSync/execution/queueing/job';
import { isUntouched } from '../../../nodes/AccountingSync/operations/fields/untouched';
import type { Operation } from '../../../nodes/AccountingSync/operations/operation';
import type { QueueingOperation } from '../../../nodes/AccountingSync/operations/queueingOperation';
import { encloseWherever } from '../../../nodes/AccountingSync/operations/requestDocument';
import { resources } from '../../../nodes/AccountingSync/resources/registry';
import type { ServiceCall } from '../../../queue/calls/serviceCall';
import type { Form } from '../../../quickbooks/form/form';
import { requestMessages } from '../../../quickbooks/qbxml/requestMessages';

/** A connection's ID, as the locator of the form gives it. */
export const CONNECTION_ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';

/** The operation by its values in a stored workflow. */
export function operationOf(resource: string, operation: string): Operation {
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (!found) throw new Error(`There is no operation ${resource}.${operation}`);
	return found;
}

export const queues = (operation: Operation): operation is QueueingOperation =>
	'request' in operation;

/** The value of a field that was left alone. An expression needs n8n: it counts as emptied. */
export const defaultOf = ({ default: value }: INodeProperties): unknown =>
	typeof value === 'string' && value.startsWith('=') ? '' : value;

/**
 * The request that a queueing operation makes of what the user filled in; fields left alone have their defaults.
 * @throws FormError where the form refuses
 */
export function requestOf(
	resource: string,
	operationName: string,
	filledIn: IDataObject = {},
	timezone = 'Europe/Berlin',
): ServiceCall {
	const operation = operationOf(resource, operationName);
	if (!queues(operation)) throw new Error(`${resource}.${operationName} queues nothing`);
	const defaults = operation.properties.map((property) => [
		property.name,
		isUntouched({ parameters: {} }, property) ? {} : defaultOf(property),
	]);
	const values: Form['values'] = {
		...(Object.fromEntries(defaults) as IDataObject),
		connection: CONNECTION_ID,
		...filledIn,
	};
	const qbxml = {
		facts: requestMessages,
		desktops: new Map([[CONNECTION_ID, { version: '16.0', isForeign: false }]]),
	};
	const form = { values, timezone };
	const [request] = [
		operation.request(form, resource === 'queuedRequest' ? undefined : qbxml),
	].flat();
	const { content, envelope } = contentAndEnvelope(request, form, {
		orderScope: operation.orderScope,
		part: '',
	});
	return encloseWherever(content, envelope);
}
