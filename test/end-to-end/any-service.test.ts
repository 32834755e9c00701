import type { Execution } from '../../n8n/clients/n8n';
import { failureOf, itemsOf } from '../../n8n/clients/n8n';
import { type LawfulService, type Reading, startLawfulService } from '../lawful/service';
import {
	AFTER,
	afterNode,
	chainOf,
	createInvoice,
	itemsNode,
	ordersOf,
	START,
	syncNode,
} from '../support/workflows';
import { usePlaceInSharedN8n } from './support/shared-n8n';

/** Some ways to read the interface that are far from that of this project's own service: none of these honours keys. */
const readings: ReadonlyArray<[name: string, reading: Partial<Reading>]> = [
	['shows everything', {}],
	[
		'shows no identifiers, finds nothing, and answers in XML alone',
		{
			identifier: 'nowhere',
			answerRepeats: false,
			searchLooks: 'nowhere',
			listShows: 'no request',
			responseJson: 'absent',
		},
	],
	[
		'numbers nothing, writes everything as text, and delivers an id alone',
		{
			resolution: 'seconds',
			ties: 'shuffled',
			jsonValues: 'text',
			listNumbers: 'text',
			pageNumber: 'absent',
			delivery: 'id alone',
			picksUp: 'newest first',
		},
	],
];

const stack = usePlaceInSharedN8n();
let service: LawfulService;

afterEach(async () => {
	await service.close();
});

const isWrite = ({ method, path }: { method: string; path: string }) =>
	method === 'POST' && path.includes('/invoices');

/** Starts a workflow that writes invoices; the execution's ID. */
async function write(orders: object[]): Promise<string> {
	const { client } = stack.n8n;
	const credential = await stack.createCredential({
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	});
	const workflow = await client.importWorkflow(
		chainOf(
			'Write invoices',
			itemsNode(orders),
			syncNode(createInvoice(service.newConnection())),
			afterNode('note', "$('Items').item.json.refNumber"),
		),
		[credential],
	);
	return await client.startManualRun(workflow, START);
}

const numbersWritten = () =>
	service.ledger
		.filter(({ kind }) => kind === 'InvoiceAdd')
		.map(({ refNumber }) => refNumber)
		.sort();

/** Each order is an invoice, exactly once, and comes out in order with the item that asked for it. */
function expectEachOnce(execution: Execution, orders: ReturnType<typeof ordersOf>) {
	const numbers = orders.map(({ refNumber }) => refNumber);
	expect(failureOf(execution)).toBeUndefined();
	expect(numbersWritten()).toEqual(numbers);
	const results = itemsOf(execution, AFTER).map(({ json }) => [json.RefNumber, json.note]);
	expect(results).toEqual(numbers.map((number) => [number, number]));
}

/** Makes the third write fail. */
function failThird({ meddle }: LawfulService): void {
	let writes = 0;
	meddle((call) =>
		isWrite(call) && ++writes === 3
			? { status: 422, error: { code: 'invalid_request', message: 'Not now.' } }
			: undefined,
	);
}

describe.each(readings)('with a service that %s', (_name, reading) => {
	it('finds writes whose answers were lost by their identifiers, and says so where none are shown', async () => {
		service = await startLawfulService(reading);
		let writes = 0;
		service.meddle((call) =>
			isWrite(call) && ++writes % 3 === 2
				? { lose: 'after', answer: '500 with error body' }
				: undefined,
		);
		const orders = ordersOf(8, 'L');
		const ended = await stack.n8n.client.waitForExecution(await write(orders));
		if (reading.identifier !== 'nowhere') return expectEachOnce(ended, orders);
		expect(failureOf(ended)).toMatch(
			/^It is unknown whether this request was queued\. .* It was not sent again,/,
		);
		await service.desktop.run();
		expect(numbersWritten()).toEqual(orders.slice(0, 2).map(({ refNumber }) => refNumber));
	});

	it('wakes a sleeping execution, and leaves no delivery that failed', async () => {
		service = await startLawfulService(reading);
		service.desktop.turnOff();
		const orders = ordersOf(7, 'S');
		const id = await write(orders);
		await stack.n8n.client.waitForExecution(id, ['waiting']);
		service.desktop.turnOn();
		await service.desktop.run();
		expectEachOnce(await stack.n8n.client.waitForExecution(id), orders);
		expect(service.deliveries.map(({ status }) => status)).toEqual([200]);
	});

	it('takes over what was written when somebody presses Retry', async () => {
		service = await startLawfulService(reading);
		failThird(service);
		const orders = ordersOf(5, 'R');
		const id = await write(orders);
		const failed = await stack.n8n.client.waitForExecution(id, ['error']);
		expect(failureOf(failed)).toContain('Not now.');
		expectEachOnce(await stack.n8n.client.retryExecution(id), orders);
	});

	it('writes nothing twice when somebody presses Retry twice at once, and once more', async () => {
		service = await startLawfulService(reading);
		failThird(service);
		const orders = ordersOf(5, 'P');
		const { client } = stack.n8n;
		const failed = await client.waitForExecution(await write(orders), ['error']);
		const retry = async () => await client.retryExecution(failed.id);
		const ended = [...(await Promise.all([retry(), retry()])), await retry()];
		expect(ended.map(({ status }) => status)).toContain('success');
		for (const one of ended.filter(({ status }) => status === 'success')) {
			expectEachOnce(one, orders);
		}
	});
});
