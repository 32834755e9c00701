import path from 'node:path';

import pino from 'pino';

import { keepAnswers } from '../../service/queue/retention';
import { openStore, type Store } from '../../service/store/database';
import { temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

const LARGE = answer('CustomerQuery', {
	records: Array.from(
		{ length: 6000 },
		(_, index) =>
			`<CustomerRet><Name>${index}</Name><Notes>${'x'.repeat(60)}</Notes></CustomerRet>`,
	).join(''),
});
const DAY = 24 * 60 * 60 * 1000;

describe('answers that are older than --keep-answers', () => {
	let running: TestService;
	let connection: TestConnection;
	let database: string;
	let store: Store;

	beforeEach(async () => {
		database = path.join(await temporaryFolder(), 'service.sqlite');
		running = await service({ database, webhookTries: [0] });
		connection = await running.connect();
		store = await openStore(database);
	});

	afterEach(async () => {
		await store.destroy();
		await stopServices();
		stopReceivers();
	});

	async function complete(
		response: string,
		query: Record<string, string> = {},
		headers: Record<string, string> = {},
	): Promise<string> {
		const queued = await connection.call('GET', '/customers', { query, headers });
		await connection.answerWith(response);
		return queued.body.data.id;
	}

	const age = (id: string, days: number) =>
		store
			.updateTable('queued_requests')
			.set({ updated_at: new Date(Date.now() - days * DAY).toISOString() })
			.where('id', '=', id)
			.execute();

	async function deleteOlderThan(days: number): Promise<void> {
		const retention = keepAnswers(store, days, pino({ level: 'silent' }));
		await retention.deleteOld();
		await retention.close();
	}

	it('are gone, and the request says so, with all that keeps it from being written twice', async () => {
		const headers = { 'idempotency-key': 'one-invoice' };
		const query = { request_id: 'mark-of-the-request' };
		const id = await complete(answer('CustomerQuery', { records: '' }), query, headers);
		const before = await recordOf(running, id);
		await age(id, 91);
		await deleteOlderThan(90);
		const { response_xml, response_json, ...rest } = before;
		expect(response_xml && response_json).toBeTruthy();
		const after = await recordOf(running, id);
		expect(after).toEqual({
			...rest,
			updated_at: after.updated_at,
			error: {
				code: 'answer_deleted',
				message: 'The request was carried out, and its answer was deleted after 91 days.',
			},
		});
		const again = await connection.call('GET', '/customers', { query, headers });
		expect(again.body.data).toMatchObject({ id, state: 'response_received' });
		const found = await connection.call('GET', '/queued_requests', {
			query: { search_phrase: 'mark-of-the-request' },
		});
		expect(found.body.data.map((each: { id: string }) => each.id)).toEqual([id]);
		const page = await running.page(`/ui/queued_requests/${id}`);
		expect(page.text).toContain('The answer was deleted because it was old.');
	});

	it('that are large go with their parts, and with what the search knows of them', async () => {
		const [large, small] = [
			await complete(LARGE),
			await complete(
				answer('CustomerQuery', { records: '<CustomerRet><Name>Needle</Name></CustomerRet>' }),
			),
		];
		await age(large, 3);
		await age(small, 3);
		await deleteOlderThan(2);
		expect(await store.selectFrom('answer_parts').select('sequence').execute()).toEqual([]);
		expect(await store.selectFrom('answers').select('id').execute()).toEqual([]);
		const { body } = await connection.call('GET', '/queued_requests', {
			query: { search_phrase: 'Needle' },
		});
		expect(body.data).toEqual([]);
	});

	it('stay while they are younger, while nobody has received them, and if the request failed', async () => {
		const young = await complete(answer('CustomerQuery'));
		const { url, received } = await receiver((response) => void response.writeHead(500).end());
		const undelivered = await complete(answer('CustomerQuery'), { webhook_url: url });
		await received(1);
		const refused = await complete(
			answer('CustomerQuery', { statusCode: 3140, severity: 'Error' }),
		);
		await age(young, 1);
		await age(undelivered, 100);
		await age(refused, 100);
		await deleteOlderThan(2);
		for (const id of [young, undelivered, refused]) {
			const record = await recordOf(running, id);
			expect(record.response_xml).toBeTruthy();
			expect(record.error?.code).not.toBe('answer_deleted');
		}
	});

	it('are deleted by the service itself', async () => {
		const id = await complete(answer('CustomerQuery'));
		await age(id, 5);
		await running.stop();
		running = await service({ database, keepAnswersDays: 4 });
		let record = await recordOf(running, id);
		while (record.response_xml) record = await recordOf(running, id);
		expect(record.error.code).toBe('answer_deleted');
	});
});
