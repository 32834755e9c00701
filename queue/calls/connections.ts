import { isObject, type JsonObject } from '../../quickbooks/json/object';
import { sendForData, sendForObject } from './client';
import { failureOfEnvelope, ServiceError } from './errors';
import type { Service } from './ports';
import { path } from './serviceCall';

/** A connection as the service lists it. The interface guarantees only its ID. */
export interface ListedConnection extends JsonObject {
	id: string;
}

const isConnection = (value: unknown): value is ListedConnection =>
	isObject(value) && typeof value.id === 'string';

/** All connections of the application (GET /connections: interface, section 4.1), which has no pages. */
export async function listConnections(
	service: Service,
	deadline?: AbortSignal,
): Promise<ListedConnection[]> {
	const data = await sendForData(service, { method: 'GET', path: path('connections'), deadline });
	if (Array.isArray(data) && data.every(isConnection)) return data;
	throw new ServiceError(failureOfEnvelope);
}

/** One connection (GET /connections/{connection_id}: interface, section 4.1). */
export const readConnection = async (
	service: Service,
	id: string,
	deadline?: AbortSignal,
): Promise<JsonObject> =>
	await sendForObject(service, { method: 'GET', path: path('connections', id), deadline });

/** The connector file of a connection (interface, section 2.6). */
export async function readConnectorFile(service: Service, id: string): Promise<string> {
	const body = await service.send({ method: 'GET', path: path('connections', id, 'qwc') });
	// Single objects come in `data` (section 1), but the interface shows this one without it.
	const holder = isObject(body) && isObject(body.data) ? body.data : body;
	if (isObject(holder) && typeof holder.qwc === 'string') return holder.qwc;
	throw new ServiceError(failureOfEnvelope);
}
