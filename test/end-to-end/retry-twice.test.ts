import type { INodeParameters } from 'n8n-workflow';

import { type Execution, failureOf, itemsOf } from '../../n8n/clients/n8n';
import { type LawfulService, startLawfulService, textAt } from '../lawful/service';
import { updateForm } from '../lawful/support/updates';
import { linesAdded } from '../lawful/support/verdict';
import {
	byId,
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	SYNC,
	syncNode,
} from '../support/workflows';
import { usePlaceInSharedN8n } from './support/shared-n8n';

const stack = usePlaceInSharedN8n();
let service: LawfulService;
let connectionId: string;

beforeEach(async () => {
	service = await startLawfulService({});
	connectionId = service.newConnection();
});
afterEach(async () => {
	await service.close();
});

/** Runs the action node on items. */
async function run(items: object[], form: INodeParameters): Promise<Execution> {
	const { client } = stack.n8n;
	const { baseUrl, apiKey } = service;
	const credential = await stack.createCredential({ baseUrl, apiKey });
	const parameters = { connection: byId(connectionId), result: 'waitPolling', ...form };
	const workflow = await client.importWorkflow(
		chainOf('Write', itemsNode(items), syncNode(parameters)),
		[credential],
	);
	return await client.waitForExecution(await client.startManualRun(workflow, START));
}

/** Refuses one call that queues a request of this kind, and no other. */
function refuseOne(number: number, request: string): void {
	let calls = 0;
	service.meddle(({ method, path, body }) => {
		const isIt = method === 'POST' && `${path} ${JSON.stringify(body ?? '')}`.includes(request);
		return isIt && ++calls === number
			? { status: 422, error: { code: 'invalid_request', message: 'Not now.' } }
			: undefined;
	});
}

const invoices = () => service.company(connectionId).records('Invoice');

const numbersOf = (memo?: string) =>
	invoices()
		.filter((one) => memo === undefined || textAt(one, 'Memo') === memo)
		.map((one) => String(textAt(one, 'RefNumber')))
		.filter((number) => number.startsWith('T-'))
		.sort();

const orders = ordersOf(3, 'T');
const numbers = orders.map(({ refNumber }) => refNumber);

async function writeOrders(): Promise<Execution> {
	const written = await run(orders, createInvoice(connectionId));
	expect(failureOf(written)).toBeUndefined();
	return written;
}

/** Presses Retry twice at once, and once more. Each execution that succeeds gives what is expected. */
async function retryThrice(failed: Execution, outputs: (execution: Execution) => void) {
	expect(failureOf(failed)).toContain('Not now.');
	const retry = async () => await stack.n8n.client.retryExecution(failed.id);
	const ended = [...(await Promise.all([retry(), retry()])), await retry()];
	const succeeded = ended.filter(({ status }) => status === 'success');
	expect(succeeded.length).toBeGreaterThan(0);
	for (const one of succeeded) outputs(one);
}

const outputOf = (execution: Execution, field: string) =>
	itemsOf(execution, SYNC).map(({ json }) => json[field]);

describe('Retry, pressed twice at once and once more', () => {
	it('creates each invoice once', async () => {
		refuseOne(3, '/invoices');
		const failed = await run(orders, createInvoice(connectionId));
		await retryThrice(failed, (one) => expect(outputOf(one, 'RefNumber')).toEqual(numbers));
		expect(numbersOf()).toEqual(numbers);
	});

	it('adds each line once', async () => {
		const ids = [3, 7, 11].map((index) => service.company(connectionId).id('Invoice', index));
		refuseOne(2, 'InvoiceModRq');
		const failed = await run(
			ids.map((id) => ({ id })),
			{ resource: 'invoice', operation: 'update', ...(updateForm as INodeParameters) },
		);
		await retryThrice(failed, (one) => expect(outputOf(one, 'TxnID')).toEqual(ids));
		expect(ids.map((id) => linesAdded(service, connectionId, id))).toEqual([1, 1, 1]);
	});

	it('settles a request once', async () => {
		service.desktop.die(({ kinds }) => (kinds.includes('InvoiceAdd') ? 'before' : undefined));
		const order = createInvoice(connectionId, { orderNumber: '={{ $json.refNumber }}' });
		expect(failureOf(await run(orders.slice(0, 1), order))).toBeDefined();
		service.desktop.die();
		const unknown = service.records(connectionId).at(-1)?.id ?? '';
		refuseOne(1, 'InvoiceAddRq');
		const failed = await run([{}], {
			resource: 'books',
			operation: 'settle',
			queuedRequest: byId(unknown),
			writeIfAbsent: true,
		});
		await retryThrice(failed, (one) =>
			expect(outputOf(one, 'outcome')).toEqual([
				expect.stringMatching(/^(written|found|carriedOut)$/),
			]),
		);
		expect(numbersOf()).toEqual(numbers.slice(0, 1));
	});

	it('voids each invoice of an execution once', async () => {
		const { id } = await writeOrders();
		refuseOne(2, 'TxnVoidRq');
		const failed = await run([{}], {
			resource: 'books',
			operation: 'undo',
			executionId: id,
			dryRun: false,
		});
		await retryThrice(failed, (one) =>
			expect(itemsOf(one, SYNC).map(({ json: { action, why } }) => `${action}: ${why}`)).toEqual(
				numbers.map(() => expect.stringMatching(/^(voided|alreadyUndone):/)),
			),
		);
		expect(numbersOf('VOID')).toEqual(numbers);
		const voids = service.ledger.filter(({ kind, refused }) => kind === 'TxnVoid' && !refused);
		expect(voids).toHaveLength(numbers.length);
	});
});
