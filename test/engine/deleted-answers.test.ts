import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { until } from '../../n8n/until';
import { openStore, type Store } from '../../service/store/database';
import { deleteOldestAnswer } from '../../service/store/old-answers';
import { pageSize } from '../support/page-size';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, runOperation } from './support/run-operation';

useShortPauses();

const folder = mkdtempSync(path.join(tmpdir(), 'deleted-answers-'));
const database = path.join(folder, 'service.sqlite');
const service = useServiceWithDesktops({ database });
const proxied = useProxiedService(service);
const DELETED = 'The request was carried out, and its answer was deleted after 0 days.';
const SOON = '9999-01-01T00:00:00.000Z';
const waitForIt = { result: 'waitPolling' };
const at = (connectionId: string): IDataObject => ({ connection: { ...byId(connectionId) } });

let store: Store;
beforeAll(async () => {
	store = await openStore(database);
});
afterAll(async () => {
	await store.destroy();
	rmSync(folder, { recursive: true });
});

/** Has every answer be deleted before the node can read it. */
function deleteBeforeEachLook(connectionId: string) {
	proxied.meddle(async (call) => {
		if (queues(call) || !call.path.includes('queued_requests')) return undefined;
		await until(
			() => service.requestsOf(connectionId),
			(requests) => requests.every(({ state }) => state === 'response_received'),
		);
		let isMore = true;
		while (isMore) isMore = await deleteOldestAnswer(store, SOON);
		return undefined;
	});
}

test('an invoice whose answer was deleted: the run fails with the service’s words, and it is written once', async () => {
	const connectionId = await service.newConnection();
	deleteBeforeEachLook(connectionId);
	const form = { ...at(connectionId), ...smallInvoice, ...waitForIt };
	const again = { executionId: 'begun again' };
	for (let run = 1; run <= 2; run += 1) {
		const { error, items } = await runOperation(proxied, 'invoice.create', form, again);
		expect(items).toEqual([]);
		expect(error).toMatchObject({
			context: { code: 'unreadable_answer', itemIndex: 0 },
		});
		expect(`${error?.message} ${error?.description}`).toContain(DELETED);
	}
	expect(await service.requestsOf(connectionId)).toMatchObject([
		{ state: 'response_received', error: { code: 'answer_deleted' } },
	]);
});

test.each([
	['in one answer', {}],
	['in pages', { returnAll: true, options: pageSize(15) }],
])('vendors %s that were deleted are not taken for none', async (how, options) => {
	const connectionId = await service.newConnection();
	deleteBeforeEachLook(connectionId);
	const form = { ...at(connectionId), ...waitForIt, ...options };
	const { error, items } = await runOperation(proxied, 'vendor.query', form);
	expect(items).toEqual([]);
	expect(error).toMatchObject({ context: { code: 'unreadable_answer' } });
	for (const record of await service.requestsOf(connectionId)) {
		expect(record).toMatchObject({ error: { code: 'answer_deleted' } });
		expect('page' in record).toBe(how === 'in pages');
	}
	expect(`${error?.message} ${error?.description}`).toContain(DELETED);
});
