import { isObject, type JsonObject } from '../../quickbooks/json/object';
import { failureOfEnvelope, ServiceError } from './errors';
import type { Clock, Service } from './ports';
import type { ServiceCall } from './serviceCall';

/** Milliseconds before the second and third try of a read, if the service does not say how long to wait. */
const waits = [500, 1500];
/** The longest `Retry-After` that we wait for, in milliseconds. After a longer one, we show the error at once. */
export const LONGEST_WAIT = 30_000;
const passingStatus = new Set([429, 502, 503, 504]);

/**
 * Whether sending the call a second time has no effect for anybody. That is true for reads. But a query queues a
 * request, which carries an identifier.
 */
const isRepeatable = ({ method, query, deadline }: ServiceCall): boolean =>
	method === 'GET' && query?.request_id === undefined && !deadline;

const isOver = ({ httpStatus }: ServiceError): boolean =>
	httpStatus !== undefined && !passingStatus.has(httpStatus);

/**
 * A service of which reads are tried up to three times if it is overloaded or the connection breaks. A write is sent exactly
 * once.
 */
export function repeatingReads(service: Service, clock: Clock): Service {
	const { signal, enter } = service;
	return {
		signal,
		enter,
		async send(call) {
			const tries = isRepeatable(call) ? waits.length + 1 : 1;
			for (let attempt = 1; ; attempt++) {
				try {
					return await service.send(call);
				} catch (error) {
					if (!(error instanceof ServiceError) || isOver(error) || attempt === tries) throw error;
					const wait = error.retryAfter ?? waits[attempt - 1];
					if (wait > LONGEST_WAIT) throw error;
					await clock.sleep(wait, signal);
				}
			}
		},
	};
}

/** Sends the call and returns the content of `data` in the answer (interface, section 1). */
export async function sendForData<Data>(service: Service, call: ServiceCall): Promise<Data> {
	const body = await service.send(call);
	if (!isObject(body) || !('data' in body)) {
		throw new ServiceError(failureOfEnvelope);
	}
	return body.data as Data;
}

/**
 * Sends a call whose answer is one object (interface, section 1), and returns the object.
 * @throws ServiceError for any other answer. It is then unknown what became of the call.
 */
export async function sendForObject(service: Service, call: ServiceCall): Promise<JsonObject> {
	const data = await sendForData(service, call);
	if (isObject(data)) return data;
	throw new ServiceError(failureOfEnvelope);
}
