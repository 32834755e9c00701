import { openStore } from '../../service/store/database';
import { countConcerns } from '../../service/store/measures';
import { newDatabase, onPostgres } from '../support/databases';
import { basic } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { answer, request as qbxml } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import {
	recordOf,
	service,
	settledRecord,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

const own = { 'sec-fetch-site': 'same-origin' };
const refused = answer('CustomerMod', {
	statusCode: 3200,
	severity: 'Error',
	message: 'Outdated.',
});
const carriedOut = answer('CustomerMod');

const change = (sequence: string, name = 'Müller', identifier = '1'): string =>
	qbxml(
		'CustomerMod',
		`<CustomerMod><ListID>80000001-1</ListID><EditSequence>${sequence}</EditSequence><Name>${name}</Name></CustomerMod>`,
	).replace('requestID="1"', `requestID="${identifier}"`);

describe('what needs somebody', () => {
	let database: string;
	let running: TestService;
	let connection: TestConnection;

	beforeEach(async () => {
		database = onPostgres() ? await newDatabase() : `${await temporaryFolder()}/service.sqlite`;
		running = await service({ database, webhookTries: [0] });
		connection = await running.connect({ name: 'Harbor' });
	});
	afterEach(async () => {
		await stopServices();
		stopReceivers();
		await cleanUp();
	});

	const queue = async (xml: string, more: object = {}): Promise<string> =>
		(await connection.call('POST', '/queued_requests', { body: { request_xml: xml, ...more } }))
			.body.data.id;

	/** Has the connector bring answers to what waits, one after another; a code instead breaks off. */
	async function answerWith(...answers: string[]): Promise<void> {
		const { username, password } = connection;
		const [ticket] = await running.connector.authenticate(username, password);
		for (const one of answers) {
			await running.connector.sendRequestXML(ticket);
			if (one.startsWith('<')) await running.connector.receiveResponseXML(ticket, one);
			else await running.connector.receiveResponseXML(ticket, '', one, 'Internal error.');
		}
		await running.connector.closeConnection(ticket);
	}

	async function tried(xml: string, ...answers: string[]): Promise<string> {
		const id = await queue(xml);
		await answerWith(...answers);
		return id;
	}

	const overview = async () => (await running.page('/ui')).text;
	const page = async (id: string) => (await running.page(`/ui/queued_requests/${id}`)).text;
	const press = async (id: string, button: 'done' | 'open', headers?: object) =>
		(await running.press(`/ui/queued_requests/${id}/pages/1/${button}`, headers)).status;

	/** The IDs that the overview lists, and what the metrics count. */
	async function concerns() {
		const ids = [...(await overview()).matchAll(/queued_requests\/([\w-]+)\/pages/g)];
		const store = await openStore(database);
		const counted = await countConcerns(store, new Date(0).toISOString());
		await store.destroy();
		const listed = ids.map(([, id]) => id);
		expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length);
		return listed;
	}

	it('is the last try of a write, however often it failed before', async () => {
		const tries = [
			await tried(change('1'), refused),
			await tried(change('2', 'Müller', 'second'), refused),
			await tried(change('3', 'Müller', 'third'), refused),
		];
		expect(await concerns()).toEqual([tries[2]]);
		expect(await page(tries[0])).toContain(`/ui/queued_requests/${tries[1]}`);
	});

	describe('of an order', () => {
		const order = (identifier: string) =>
			qbxml(
				'InvoiceAdd',
				'<InvoiceAdd><CustomerRef><FullName>Smith</FullName></CustomerRef></InvoiceAdd>',
			).replace('requestID="1"', `requestID="${identifier}"`);
		const notWritten = answer('InvoiceAdd', {
			statusCode: 3140,
			severity: 'Error',
			message: 'No.',
		});
		const run = 'n8n-abcdefghijklmnop';

		it.each([
			['of another name', 'Invoice:A-1-Xabc', 'Invoice:A-2-Xdef'],
			['of another item of the same run', `${run}-0-0123abcd`, `${run}-11-4567abcd`],
		])('is a failed one that was followed by the same content %s', async (_what, one, other) => {
			const failed = await tried(order(one), notWritten);
			await tried(order(other), answer('InvoiceAdd'));
			expect(await concerns()).toEqual([failed]);
		});

		it.each([
			['under its own name', 'Invoice:A-1-Xabc', 'Invoice:A-1-Xabc'],
			['in its place', 'Invoice:A-1-Xabc', 'n8n-instead-abcdefghijklmnop-0123abcd'],
			['for the same item', `${run}-1-0123abcd`, `${run}-1r1s0-4567abcd`],
			['by another run', `${run}-1-0123abcd`, 'n8n-ponmlkjihgfedcba-0-4567abcd'],
		])('is nothing once it was written %s', async (_what, one, other) => {
			await tried(order(one), notWritten);
			await tried(order(other), answer('InvoiceAdd'));
			expect(await concerns()).toEqual([]);
		});

		it('is each failed one for which nothing else stands', async () => {
			const first = await tried(order(`${run}-0-0123abcd`), notWritten);
			const second = await tried(order(`${run}-1-0123abcd`), notWritten);
			expect(await concerns()).toEqual([second, first]);
			const again = 'n8n-ponmlkjihgfedcba';
			await tried(order(`${again}-0-0123abcd`), answer('InvoiceAdd'));
			expect(await concerns()).toHaveLength(1);
			await tried(order(`${again}-1-0123abcd`), answer('InvoiceAdd'));
			expect(await concerns()).toEqual([]);
		});
	});

	it('is nothing once a later try of the same write was carried out', async () => {
		await tried(change('1'), refused);
		await tried(change('2'), carriedOut);
		expect(await concerns()).toEqual([]);
		expect(await overview()).toContain('Nothing needs you');
	});

	it('is a failed write whose later try was removed', async () => {
		const failed = await tried(change('1'), refused);
		const removed = await queue(change('2'));
		expect(await concerns()).toEqual([]);
		await running.api('DELETE', `/queued_requests/${removed}`, { query: { force: 'true' } });
		expect(await concerns()).toEqual([failed]);
	});

	it.each([
		['other content', () => queue(change('2', 'Maier'))],
		[
			'the same of another company',
			async () => {
				const other = await running.connect();
				await other.call('POST', '/queued_requests', { body: { request_xml: change('2') } });
			},
		],
	])('is a failed write that was followed by %s', async (_what, follow) => {
		const failed = await tried(change('1'), refused);
		await follow();
		expect(await concerns()).toEqual([failed]);
	});

	it('is a write of unknown outcome, also when the same was carried out later: it may be there twice', async () => {
		const unknown = await tried(change('1'), '0x8004041C');
		await tried(change('2'), carriedOut);
		expect(await concerns()).toEqual([unknown]);
		expect(await overview()).toContain('Internal error. (Code 0x8004041C)');
	});

	it('is nothing that somebody has put aside, until they take that back', async () => {
		const failed = await tried(change('1'), refused);
		const unknown = await tried(change('7', 'Maier'), '0x8004041C');
		expect(await overview()).toContain('Outdated. (Code 3200)');
		expect(await press(failed, 'done')).toBe(303);
		expect(await press(unknown, 'done')).toBe(303);
		expect(await concerns()).toEqual([]);
		expect(await page(unknown)).toContain('Put aside');
		expect(await page(unknown)).toContain('Nobody knows whether');
		expect(await press(unknown, 'open')).toBe(303);
		expect(await concerns()).toEqual([unknown]);
	});

	it.each([
		['another site', { 'sec-fetch-site': 'cross-site' }],
		['another application', { ...own, authorization: basic('second-application') }],
	])('can’t be put aside by %s', async (_who, headers) => {
		const failed = await tried(change('1'), refused);
		expect(await press(failed, 'done', headers)).toBeGreaterThanOrEqual(400);
		expect(await concerns()).toEqual([failed]);
	});

	it('is no delivery that was put aside, which is not made again with the others', async () => {
		const statuses = [500];
		const hook = await receiver((response) => response.writeHead(statuses.shift() ?? 204).end());
		const id = await queue(change('1'), { webhook_url: hook.url });
		await answerWith(carriedOut);
		await settledRecord(running, id);
		expect(await concerns()).toEqual([id]);
		await press(id, 'done');
		expect(await concerns()).toEqual([]);
		await running.press('/ui/deliveries');
		expect((await recordOf(running, id)).webhook_state).toBe('failed');
		await press(id, 'open');
		expect(await concerns()).toEqual([id]);
	});

	it('is a refusal, and no unknown outcome, when QuickBooks knows no such request', async () => {
		await tried(change('1'), answer('CustomerMod', { statusCode: 1030, severity: 'Error' }));
		expect(await overview()).not.toContain('Outcome unknown');
		expect(await overview()).toContain('<h2>Failed');
	});
});
