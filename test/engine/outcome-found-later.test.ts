import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../simulator/company/seed/create-company';
import { retry } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, runOperation } from './support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const proxied = useProxiedService(service);

/** Shows each write as one whose session has ended without its answer, until `tellTheTruth`. */
function loseAnswers(): void {
	proxied.meddle(async ({ forward }) => {
		const answer = await forward();
		const body = JSON.parse(answer.body.toString()) as { data?: IDataObject | IDataObject[] };
		for (const record of [body.data ?? []].flat()) {
			const isEnded = record.state === 'error' || record.state === 'response_received';
			if (!isEnded || !String(record.request_xml).includes('InvoiceAddRq')) continue;
			Object.assign(record, { state: 'error', error: { code: 'connection_error' } });
			delete record.response_xml;
			delete record.response_json;
		}
		return {
			...answer,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify(body)),
		};
	});
}

/** From now on the service shows what it has recovered. */
const tellTheTruth = () => proxied.meddle(() => Promise.resolve(undefined));

const create = async (connectionId: string, more: IDataObject = {}) =>
	await runOperation(proxied, 'invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
		result: 'waitPolling',
		...more,
	});

/** An invoice that was written, of which its execution was told that nobody knows. */
async function writtenUnknown(more: IDataObject = {}) {
	const connectionId = await service.newConnection();
	loseAnswers();
	const run = await create(connectionId, more);
	expect(run.error?.message).toMatch(/nobody knows whether/i);
	const [{ id }] = await service.requestsOf(connectionId);
	const [{ TxnID }] = service.company(connectionId).invoices;
	return { connectionId, run, id, TxnID };
}

const written = (connectionId: string) => service.company(connectionId).invoices.length;

describe('an answer that was lost, and that the service has recovered since,', () => {
	test('is taken by a Retry', async () => {
		const { connectionId, run, TxnID } = await writtenUnknown();
		tellTheTruth();
		const again = await retry(run);
		expect(again.error).toBeUndefined();
		expect(again.items).toMatchObject([{ json: { TxnID } }]);
		expect(written(connectionId)).toBe(1);
	});

	test('is what Find Out What Happened says', async () => {
		const { connectionId, id, TxnID } = await writtenUnknown();
		tellTheTruth();
		const settled = await runOperation(proxied, 'books.settle', {
			connection: { ...byId(connectionId) },
			queuedRequest: byId(id),
			result: 'waitPolling',
		});
		expect(settled.error).toBeUndefined();
		expect(settled.items).toMatchObject([{ json: { outcome: 'carriedOut', record: { TxnID } } }]);
		expect(written(connectionId)).toBe(1);
	});

	test('is what another execution gets for the same Order Number', async () => {
		const { connectionId, TxnID } = await writtenUnknown({ orderNumber: 'A-1' });
		tellTheTruth();
		const again = await create(connectionId, { orderNumber: 'A-1' });
		expect(again.error).toBeUndefined();
		expect(again.items).toMatchObject([{ json: { TxnID, already_existed: true } }]);
		expect(written(connectionId)).toBe(1);
	});
});
