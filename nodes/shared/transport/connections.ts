import type { IDataObject } from 'n8n-workflow';

import { path, send, sendForData, type ServiceContext, type ServiceRequest } from './client';
import { errorOf, failureOfEnvelope } from './errors';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sends a request whose answer is one object (interface, section 1), and returns the object.
 * @throws NodeApiError for any other answer. It is then unknown what became of the request.
 */
export async function sendForObject(
	context: ServiceContext,
	request: ServiceRequest,
	itemIndex?: number,
): Promise<IDataObject> {
	const data = await sendForData(context, request, itemIndex);
	if (isObject(data)) return data;
	throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
}

/** A connection as the service lists it. The interface guarantees only its ID. */
export interface ListedConnection extends IDataObject {
	id: string;
}

const isConnection = (value: unknown): value is ListedConnection =>
	isObject(value) && typeof value.id === 'string';

/** All connections of the application (GET /connections: interface, section 4.1), which has no pages. */
export async function listConnections(
	context: ServiceContext,
	itemIndex?: number,
	deadline?: AbortSignal,
): Promise<ListedConnection[]> {
	const request: ServiceRequest = { method: 'GET', path: path('connections'), deadline };
	const data = await sendForData(context, request, itemIndex);
	if (Array.isArray(data) && data.every(isConnection)) return data;
	throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
}

/** One connection (GET /connections/{connection_id}: interface, section 4.1). */
export const readConnection = async (
	context: ServiceContext,
	id: string,
	itemIndex?: number,
	deadline?: AbortSignal,
): Promise<IDataObject> =>
	await sendForObject(
		context,
		{ method: 'GET', path: path('connections', id), deadline },
		itemIndex,
	);

/** The connector file of a connection (interface, section 2.6). */
export async function readConnectorFile(
	context: ServiceContext,
	id: string,
	itemIndex?: number,
): Promise<string> {
	const body = await send(
		context,
		{ method: 'GET', path: path('connections', id, 'qwc') },
		itemIndex,
	);
	// Single objects come in `data` (section 1), but the interface shows this one without it.
	const holder = isObject(body) && isObject(body.data) ? body.data : body;
	if (isObject(holder) && typeof holder.qwc === 'string') return holder.qwc;
	throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
}
