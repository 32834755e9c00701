import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, type OperationName, runOperation } from './support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () =>
	createCompany({ customers: 12, vendors: 6, invoices: 8, creditMemos: 2 }),
);
const proxied = useProxiedService(service);
const realNow = Date.now.bind(Date);

let connectionId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
});
afterEach(() => {
	jest.restoreAllMocks();
});

type Fault = Parameters<ReturnType<typeof service.faults>['add']>[0];

/** What the error says if the time is up while an item waits for what it reads after a request. */
async function saidAfter(request: string, operation: OperationName, form: IDataObject) {
	let isSent = false;
	let isLater = false;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + (isLater ? 2 * 3_600_000 : 0));
	proxied.meddle(async ({ method, body, path, forward }) => {
		const isPost = method === 'POST';
		isLater ||= isPost && isSent && body.includes('QueryRq');
		isSent ||= isPost && body.includes(request);
		if (isPost || !isLater || !path.includes('queued_requests')) return undefined;
		const answer = await forward();
		const waiting = answer.body.toString().replaceAll('"completed"', '"waiting"');
		return {
			...answer,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(waiting),
		};
	});
	const values = { connection: byId(connectionId), result: 'waitPolling', ...form };
	const { error } = await runOperation(proxied, operation, values);
	return `${error?.message} ${error?.description}`;
}

const known = { listId: { __rl: true, mode: 'name', value: 'Known' } };
const READS = 'An item that has only read so far has not queued its change: Retry sends it.';

async function createKnown(): Promise<void> {
	const values = { connection: byId(connectionId), name: 'Known', result: 'waitPolling' };
	const run = await runOperation(service, 'customer.create', values);
	expect(run.error).toBeUndefined();
}

test('an item that reads what it has written does not say that its write is not queued', async () => {
	await createKnown();
	const customFields = { field: [{ name: 'Route', value: 'North' }] };
	const said = await saidAfter('DataExtModRq', 'customer.update', { ...known, customFields });
	expect(said).toContain('Still waiting');
	expect(said).not.toContain(READS);
	expect(said).toContain('do not queue it again');
});

test('nor does one that looks for it in the books', async () => {
	const fault = { fault: 'unanswered', silent: false, times: 1, request: 'InvoiceAddRq' };
	service.faults(connectionId).add(fault as Fault);
	const options = { whenOutcomeUnknown: 'lookInBooks' };
	const said = await saidAfter('InvoiceAddRq', 'invoice.create', { ...smallInvoice, options });
	expect(said).toContain('Still waiting');
	expect(said).not.toContain(READS);
});

test('one that reads again because its write was refused says so', async () => {
	await createKnown();
	const status_message = 'The object is in use.';
	const fault = { fault: 'refused', status_code: 3175, status_message, times: 1 };
	service.faults(connectionId).add({ ...fault, request: 'CustomerModRq' } as Fault);
	const additionalFields = { phone: '1' };
	const said = await saidAfter('CustomerModRq', 'customer.update', { ...known, additionalFields });
	expect(said).toContain(READS);
});
