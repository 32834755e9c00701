import { listKey, rememberRequest } from '../../../../queue/lists/ownRequests';
import { ageOf, listRequest, requestList } from '../../../../queue/lists/requestList';
import { classes, listSource, never, vendors } from './support';

const NOW = Date.parse('2026-01-15T12:00:00Z');

test('a list is asked for in XML, by its fields, and with nobody to be told', () => {
	expect(listRequest('c 1', classes, NOW)).toEqual({
		method: 'POST',
		path: '/connections/c%201/queued_requests',
		body: {
			request_xml:
				'<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><ClassQueryRq requestID="n8n-list-ClassQuery"><IncludeRetElement>ListID</IncludeRetElement><IncludeRetElement>FullName</IncludeRetElement></ClassQueryRq></QBXMLMsgsRq></QBXML>',
		},
	});
	expect(listRequest('c1', vendors, NOW)).toEqual({
		method: 'GET',
		path: '/connections/c1/vendors',
		query: { include: ['ListID', 'FullName'], request_id: 'n8n-list-VendorQuery' },
	});
});

test('transactions are asked for since some days ago', () => {
	const { body } = listRequest('c1', { ...classes, lastDays: 31 }, NOW);
	expect((body as { request_xml: string }).request_xml).toContain(
		'"><TxnDateRangeFilter><FromTxnDate>2025-12-15</FromTxnDate></TxnDateRangeFilter><Include',
	);
});

test('how old a request is, this process knows by its own clock', () => {
	const { source } = listSource([]);
	const record = { id: 'OWN', state: 'waiting', inserted_at: '2026-01-15T11:00:00Z' };
	expect(ageOf(source, classes, record)).toBe(60 * 60_000);
	expect(ageOf(source, classes, { id: 'x', state: 'waiting' })).toBeNaN();
	rememberRequest(listKey(source, classes), { id: 'own', at: NOW - 5 });
	rememberRequest(listKey(source, classes), { id: 'another', at: NOW - 1 });
	expect(ageOf(source, classes, record)).toBe(5);
	expect(ageOf(source, vendors, record)).toBe(60 * 60_000);
});

describe('a request for a list', () => {
	test('is not made again for those who looked before it was made', async () => {
		const { source, queuedCalls } = listSource([]);
		const { id } = await requestList(source, classes, never(), NOW);
		expect(await requestList(source, classes, never(), NOW)).toEqual({ id, state: 'waiting' });
		expect(queuedCalls()).toHaveLength(1);
		await requestList(source, classes, never(), NOW + 1);
		expect(queuedCalls()).toHaveLength(2);
	});
});
