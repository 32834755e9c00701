import { ServiceError } from '../../../../queue/calls/errors';
import {
	findRequest,
	findRequests,
	identity,
	listRequests,
	sameId,
	sendForRecord,
	withRequest,
	withRequestsOf,
} from '../../../../queue/reader/queuedRequests';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import {
	externalGuidIn,
	isCallersOwn,
	requestIdIn,
	requestIdInXml,
	searchPhraseFor,
	showsRequest,
} from '../../../../queue/requests/requestId';
import { CONNECTION, madeWrite, queuedInvoice } from '../support/records';
import { servedQueue } from '../support/served-queue';

const records = (count: number): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) => queuedInvoice(`r${count - index}`));
const answers = (body: unknown) => ({ send: async () => body });

describe('a page of a queue', () => {
	const pageIn = async (body: unknown) => await listRequests(answers(body), CONNECTION, {});

	it('is asked for with its query and deadline', async () => {
		const service = servedQueue(records(1));
		const { signal } = new AbortController();
		await listRequests(service, 'c/1', { page: 2 }, signal);
		expect(service.calls).toEqual([
			{
				method: 'GET',
				path: '/connections/c%2F1/queued_requests',
				query: { page: 2 },
				deadline: signal,
			},
		]);
	});

	it.each([
		[3, 3],
		['3', 3],
		[0, 0],
		[undefined, Infinity],
		[null, Infinity],
		['', Infinity],
		['many', Infinity],
		[-1, Infinity],
	])('counts its pages: %j is %d', async (given, total_pages) => {
		expect(await pageIn({ data: records(1), total_pages: given })).toEqual({
			data: records(1),
			total_pages,
		});
	});

	it('has no page if it is empty and counts none', async () => {
		expect(await pageIn({ data: [] })).toEqual({ data: [], total_pages: 0 });
	});

	it.each([
		[null],
		['text'],
		[{}],
		[{ data: {} }],
		[{ data: [null] }],
		[{ data: ['r1'] }],
		[{ data: [{}] }],
		[{ data: [{ id: 1 }] }],
	])('can’t be read: %j', async (body) => {
		await expect(pageIn(body)).rejects.toBeInstanceOf(ServiceError);
	});
});

describe('what tells a record apart', () => {
	const one = { id: 'R1', state: 'waiting', inserted_at: 'T1' };

	it('is its answer only where it has no page', () => {
		const answered = { ...one, response_xml: '<QBXML/>' };
		const inJson = { ...one, response_json: { response: {} } };
		expect(identity(answered)).not.toBe(identity(one));
		expect(identity(inJson)).not.toBe(identity(one));
		expect(identity({ ...answered, page: 1 })).toBe(identity({ ...one, page: 1 }));
		expect(identity({ ...answered, page_request_id: 'p' })).toBe(
			identity({ ...one, page_request_id: 'p' }),
		);
	});
});

describe('what a query finds', () => {
	it('comes with the fewest calls', async () => {
		const service = servedQueue(records(250));
		expect(await findRequests(service, CONNECTION, { state: 'waiting' })).toHaveLength(250);
		expect(service.calls.map(({ query }) => query)).toEqual([
			...[1, 2, 1, 3, 2].map((page) => ({ state: 'waiting', page, page_size: 100 })),
		]);
	});

	it('is as much as is wanted', async () => {
		const service = servedQueue(records(250));
		expect(await findRequests(service, CONNECTION, {}, 7)).toEqual(records(250).slice(0, 7));
		expect(await findRequests(service, CONNECTION, {}, 100)).toHaveLength(100);
		expect(await findRequests(service, CONNECTION, {}, 150)).toHaveLength(150);
		expect(service.calls.map(({ query }) => query?.page_size)).toEqual([7, 100, 100, 100, 100]);
	});

	it('has each record once', async () => {
		const service = servedQueue(records(150), {
			before: (_, all) => {
				if (service.calls.length === 2) all.unshift(queuedInvoice('new'));
			},
		});
		// Without times, a new one can't be told from one that has moved.
		const ids = (await findRequests(service, CONNECTION, {})).map(({ id }) => id);
		expect([...ids].sort()).toEqual(['new', ...records(150).map(({ id }) => id)].sort());
	});
});

describe('the identifier of a request', () => {
	const xml = (request: string) => `<QBXML><QBXMLMsgsRq>${request}</QBXMLMsgsRq></QBXML>`;

	it.each([
		[xml('<InvoiceAddRq requestID="A"><InvoiceAdd/></InvoiceAddRq>'), 'A'],
		[xml('<InvoiceAddRq requestID="1"/>'), '1'],
		[xml('<InvoiceAddRq requestID="A"/><InvoiceAddRq requestID="B"/>'), 'A'],
		[xml('<HostQueryRq/><InvoiceAddRq requestID="A"/>'), 'A'],
		[xml('<InvoiceAddRq/>'), undefined],
		[xml('<Other requestID="A"/>'), undefined],
		[xml('text'), undefined],
		['<other/>', undefined],
		['not XML', undefined],
		['<QBXML>', undefined],
	])('in %s is %s', (text, identifier) => {
		expect(requestIdInXml(text)).toBe(identifier);
		expect(requestIdIn({ request_xml: text })).toBe(identifier);
	});

	it('is read from JSON first', () => {
		const request_xml = xml('<InvoiceAddRq requestID="B"/>');
		const inJson = (requestID: unknown) => ({ request: { attributes: { requestID } } });
		expect(requestIdIn({ request_json: inJson('A'), request_xml })).toBe('A');
		expect(requestIdIn({ request_json: inJson(7), request_xml })).toBe('7');
		for (const json of [inJson(null), inJson(undefined), { request: null }, null, 'text', {}]) {
			expect(requestIdIn({ request_json: json, request_xml })).toBe('B');
			expect(requestIdIn({ request_json: json, request_xml: '' })).toBeUndefined();
			expect(requestIdIn({ request_json: json })).toBeUndefined();
		}
	});

	it.each([
		['A-1', true],
		['req_1002x', true],
		['1002', false],
		['1002a', true],
		['a1002', true],
		['3F2B8C1E-5a4d-4e6f-9b7a-0c1d2e3f4a5b', false],
		['3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b-1', true],
		['x3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b', true],
		['3f2b8c1e-5a4d-4e6f-9b7a', true],
		[undefined, false],
	])('%s certainly came from a caller: %s', (identifier, is) => {
		expect(isCallersOwn(identifier)).toBe(is);
	});

	it.each([
		['A-1', 'A-1'],
		['Müller & Daughters', 'Daughters'],
		['a<bc>d', 'bc'],
		['one "three" ', 'three'],
		["it's", 'it'],
		['ü', ''],
		['a~b', 'a~b'],
	])('%s is searched for as %s', (identifier, phrase) => {
		expect(searchPhraseFor(identifier)).toBe(phrase);
	});
});

it.each([
	[{}, false],
	[{ request_xml: '' }, false],
	[{ request_xml: ' ' }, false],
	[{ request_xml: 7 }, false],
	[{ request_xml: '<QBXML/>' }, true],
	[{ request_json: null }, false],
	[{ request_json: 'text' }, false],
	[{ request_json: {} }, false],
])('%j shows its request: %s', (record, shows) => {
	expect(showsRequest(record)).toBe(shows);
});

describe('the GUID of what a request adds', () => {
	const guid = '{12345678-1234-1234-1234-123456789ABC}';

	it('stands in its XML', () => {
		expect(externalGuidIn({ request_xml: `<A><ExternalGUID> ${guid} </ExternalGUID></A>` })).toBe(
			guid,
		);
		expect(externalGuidIn({ request_xml: `<ExternalGUID>${guid}</ExternalGUID>` })).toBe(guid);
		expect(externalGuidIn({ request_xml: '<A><ExternalGUID>{0}</ExternalGUID></A>' })).toBe('');
		expect(externalGuidIn({ request_xml: '<A/>' })).toBe('');
	});
});

it('takes IDs in any case for the same', () => {
	expect([sameId('R1', 'r1'), sameId('r1', 'R1'), sameId('r1', 'r2')]).toEqual([true, true, false]);
});

describe('a request’s own record', () => {
	it('is read by its ID', async () => {
		const service = servedQueue(records(2));
		expect(await findRequest(service, 'r1')).toEqual(queuedInvoice('r1'));
		expect(service.calls).toEqual([{ method: 'GET', path: '/queued_requests/r1' }]);
	});

	it('comes from the call that queues it, or that has given no answer', async () => {
		expect(await sendForRecord(answers({ data: queuedInvoice('r1') }), madeWrite.request)).toEqual(
			queuedInvoice('r1'),
		);
		for (const body of [{ data: {} }, { data: null }, { data: { id: 1 } }, {}, undefined]) {
			await expect(sendForRecord(answers(body), madeWrite.request)).rejects.toMatchObject({
				outcomeIsUnknown: true,
			});
		}
	});

	it('is read for its request where a list leaves that out', async () => {
		const service = servedQueue(records(1));
		const hidden = queuedInvoice('r1', { isHidden: true });
		expect(await withRequest(service, hidden)).toEqual(queuedInvoice('r1'));
		expect(await withRequest(servedQueue([]), hidden)).toEqual(hidden);
		service.calls.length = 0;
		expect(await withRequest(service, queuedInvoice('r1'))).toEqual(queuedInvoice('r1'));
		expect(service.calls).toEqual([]);
	});

	it('is read for as many as may be', async () => {
		const service = servedQueue(records(3));
		const hidden = ['r3', 'r2'].map((id) => queuedInvoice(id, { isHidden: true }));
		const listed = [...hidden, queuedInvoice('r1')];
		expect(await withRequestsOf(service, listed, 2)).toEqual(records(3));
		expect(await withRequestsOf(service, listed, 1)).toBeUndefined();
		const before = service.calls.length;
		expect(await withRequestsOf(service, listed, 0, () => true)).toEqual(listed);
		expect(await withRequestsOf(service, records(3), 2, () => false)).toBeUndefined();
		expect(service.calls).toHaveLength(before);
	});
});
