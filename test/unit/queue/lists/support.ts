import type { Clock } from '../../../../queue/calls/ports';
import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import type { ListSource } from '../../../../queue/lists/ownRequests';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import type { ListKind } from '../../../../quickbooks/lists/recordLists';
import { CONNECTION } from '../support/records';
import { servedQueue } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

/** A list without an endpoint of its own, and one with it. */
export const classes: ListKind = {
	entries: 'classes',
	query: 'ClassQuery',
	fields: ['ListID', 'FullName'],
};
export const vendors: ListKind = {
	...classes,
	entries: 'vendors',
	query: 'VendorQuery',
	endpoint: 'vendors',
};

export const LIST_ID = 'n8n-list-ClassQuery';

export const requestXml = (content: string, query = 'ClassQuery', attributes = ''): string =>
	`<QBXML><QBXMLMsgsRq><${query}Rq${attributes}>${content}</${query}Rq></QBXMLMsgsRq></QBXML>`;

export const answerXml = (ids: readonly string[], query = 'ClassQuery', attributes = ''): string =>
	`<QBXML><QBXMLMsgsRs><${query}Rs statusCode="0" statusSeverity="Info"${attributes}>${ids
		.map((id) => `<ClassRet><ListID>${id}</ListID><FullName>Class ${id}</FullName></ClassRet>`)
		.join('')}</${query}Rs></QBXMLMsgsRs></QBXML>`;

/** A completed request for the whole list of classes. */
export const answered = (id: string, fields: Partial<QueuedRecord> = {}): QueuedRecord => ({
	id,
	state: 'response_received',
	request_xml: requestXml('', 'ClassQuery', ` requestID="${LIST_ID}"`),
	response_xml: answerXml(['1', '2']),
	...fields,
});

export const waiting = (id: string, fields: Partial<QueuedRecord> = {}): QueuedRecord => ({
	...answered(id),
	state: 'waiting',
	response_xml: undefined,
	...fields,
});

const inText = (phrase: string, records: readonly QueuedRecord[]) =>
	records.filter((record) => JSON.stringify(record).includes(phrase));

/** Addresses, one for each test: a process remembers what it has asked each service for. */
let services = 0;

interface Served extends NonNullable<Parameters<typeof servedQueue>[1]> {
	lastConnectedAt?: string | null;
	clock?: Partial<Clock>;
}

/** A service with a queue, of which the connection can be read too, and requests be queued at the endpoint of the vendors. */
export function listSource(
	records: readonly QueuedRecord[],
	{ lastConnectedAt, clock, ...behaviour }: Served = {},
) {
	let queued = 0;
	const service = servedQueue(records, {
		search: inText,
		queue: (call, all) => {
			const { request_xml: xml = requestXml('', 'VendorQuery') } = (call.body ?? {}) as {
				request_xml?: string;
			};
			const record = { id: `queued-${(queued += 1)}`, state: 'waiting', request_xml: xml };
			all.unshift(record);
			return { data: record };
		},
		...behaviour,
	});
	const send = service.send.bind(service);
	service.send = async (call) => {
		if (call.path === `/connections/${CONNECTION}`) {
			service.calls.push(call);
			return { data: { last_connected_at: lastConnectedAt } };
		}
		const isEndpoint = call.path === `/connections/${CONNECTION}/vendors`;
		return await send(isEndpoint ? { ...call, method: 'POST' } : call);
	};
	const source: ListSource = {
		service,
		address: `https://lists-${(services += 1)}.example`,
		connectionId: CONNECTION,
		clock: {
			...stillClock(Date.parse('2026-01-15T12:00:00Z')),
			...clock,
		},
	};
	const queuedCalls = (): ServiceCall[] => service.calls.filter(({ method }) => method === 'POST');
	return { source, service, queuedCalls };
}

export const never = (): AbortSignal => new AbortController().signal;
