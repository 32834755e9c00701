import { type Page, pageFrom } from '../../../../queue/deliveries/delivery';
import { matchRequestTypes, matchScheduledQuery } from '../../../../queue/deliveries/matchPage';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdOf, runsName, withRun } from '../../../../queue/runs/runNames';
import { ownerOf } from '../support/records';
import { servedQueue } from '../support/served-queue';

const ID = '00000000-0000-4000-8000-000000000001';
const START = new Date('2026-03-01T08:00:00.000Z');
const [mine, second, foreign] = ['mine', 'second', 'foreign'].map((workflow) =>
	runsName(ownerOf(workflow), {}),
);
const run = (name: string) => requestIdOf(name, START);
const elsewhere = runsName(ownerOf('mine', 'https://before.example'), {});

const answerXml = (identifier: string, type = 'VendorQuery') =>
	`<QBXML><QBXMLMsgsRs><${type}Rs requestID="${identifier}" statusCode="0" statusSeverity="Info"/></QBXMLMsgsRs></QBXML>`;
const delivered = (fields: object = {}): Page => pageFrom({ id: ID, ...fields }) as Page;

describe('a page of a scheduled query', () => {
	const match = async (fields: object, query: unknown, record?: Partial<QueuedRecord>) => {
		const service = servedQueue(record ? [{ id: ID, state: 'waiting', ...record }] : []);
		const found = await matchScheduledQuery(service, [mine, second], delivered(fields), query);
		return { ...found, calls: service.calls.length };
	};

	test.each<[what: string, fields: object, query: unknown, result: object]>([
		['in its URL', {}, { run: run(mine) }, { isMeant: true, run: run(mine) }],
		[
			'in its URL, of an n8n at another address',
			{},
			{ run: run(elsewhere) },
			{ isMeant: true, run: run(elsewhere) },
		],
		[
			'in its URL, of another trigger',
			{},
			{ run: run(foreign) },
			{ isMeant: false, isOfAnotherRun: true },
		],
		[
			'in its answer',
			{ response_xml: answerXml(run(second)) },
			{},
			{ isMeant: true, run: run(second) },
		],
		[
			'in its answer, of another trigger',
			{ response_xml: answerXml(run(foreign)) },
			{},
			{ isMeant: false, isOfAnotherRun: true },
		],
	])('is known by the run %s', async (_what, fields, query, result) => {
		const expected = Object.fromEntries(
			Object.entries(result).map(([name, value]) => [
				name,
				typeof value === 'string' ? expect.stringContaining(value.slice(0, -4)) : value,
			]),
		);
		expect(await match(fields, query)).toEqual({ ...expected, calls: 0 });
	});

	test('is known by its URL before its answer', async () => {
		const fields = { response_xml: answerXml(run(foreign)) };
		expect(await match(fields, { run: run(mine) })).toMatchObject({ isMeant: true });
		const own = { response_xml: answerXml(run(mine)) };
		expect(await match(own, { run: run(foreign) })).toEqual({
			isMeant: false,
			isOfAnotherRun: true,
			calls: 0,
		});
	});

	test('is not looked up if the record came with it', async () => {
		const url = withRun('http://n8n.example', run(foreign));
		expect(await match({ webhook_url: url }, {})).toMatchObject({ isMeant: false, calls: 0 });
	});

	test('is looked up if neither says a run', async () => {
		const own = run(mine);
		const request_xml = `<QBXML><QBXMLMsgsRq><VendorQueryRq requestID="${own}"/></QBXMLMsgsRq></QBXML>`;
		const others = { webhook_url: withRun('http://n8n.example', run(foreign)) };
		expect(await match({}, {}, others)).toEqual({
			isMeant: false,
			isOfAnotherRun: true,
			calls: 1,
		});
		expect(await match({}, {}, { ...others, request_xml })).toMatchObject({
			isMeant: true,
			run: own,
		});
	});

	test('is taken rather than lost if nothing tells', async () => {
		expect(await match({}, {})).toEqual({ isMeant: true, calls: 1 });
		expect(await match({}, {}, {})).toEqual({ isMeant: true, calls: 1 });
		expect(await match({}, {}, { webhook_url: 'x' })).toEqual({ isMeant: true, calls: 1 });
	});
});

describe('a page of a chosen type', () => {
	const match = async (
		wanted: readonly string[],
		fields: object,
		record?: Partial<QueuedRecord>,
	) => {
		const service = servedQueue(record ? [{ id: ID, state: 'waiting', ...record }] : []);
		const { isMeant } = await matchRequestTypes(service, wanted, delivered(fields));
		return { isMeant, calls: service.calls.length };
	};
	const vendors = { response_xml: answerXml('', 'VendorQuery') };

	test('is any if none was chosen', async () => {
		expect(await match([], {})).toEqual({ isMeant: true, calls: 0 });
	});

	test.each([
		[['VendorQuery'], true],
		[[' VendorQueryRq '], true],
		[['InvoiceAdd', 'VendorQueryRs'], true],
		[['VendorQ'], false],
		[['InvoiceAddRq'], false],
	])('is known by its answer: of %j, %p', async (wanted, isMeant) => {
		expect(await match(wanted, vendors)).toEqual({ isMeant, calls: 0 });
	});

	test.each<[what: string, record: Partial<QueuedRecord>, isMeant: boolean]>([
		['in JSON', { request_json: { request: { name: 'VendorQueryRq' } } }, true],
		['in JSON, of another type', { request_json: { request: { name: 'BillAddRq' } } }, false],
		['in XML', { request_xml: '<QBXMLMsgsRq onError="x"><VendorQueryRq/></QBXMLMsgsRq>' }, true],
		[
			'in XML, among others',
			{ request_xml: '<BillAddRq requestID="1"/><VendorQueryRq\n></VendorQueryRq>' },
			true,
		],
		['in XML, of another type', { request_xml: '<QBXMLMsgsRq><BillAddRq></QBXMLMsgsRq>' }, false],
		[
			'in XML, of another type, with an identifier',
			{ request_xml: '<BillAddRq requestID="1"/>' },
			false,
		],
		['nowhere', { request_json: {} }, true],
		['nowhere at all', {}, true],
	])('is known by its record, which shows the request %s', async (_what, record, isMeant) => {
		expect(await match(['VendorQuery'], {}, record)).toEqual({ isMeant, calls: 1 });
	});

	test('is not looked up if the record came with it', async () => {
		const fields = { request_xml: '<BillAddRq/>' };
		expect(await match(['VendorQuery'], fields)).toEqual({ isMeant: false, calls: 0 });
	});

	test('is taken if the request is gone', async () => {
		expect(await match(['VendorQuery'], {})).toEqual({ isMeant: true, calls: 1 });
	});
});
