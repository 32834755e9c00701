import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import type { Fault } from '../../../simulator/faults/fault-schema';
import { retry, retryAfterCrash, runWorkflow, type WorkflowRun } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { useProxiedService } from '../support/proxied-service';
import { byId, type OperationName, parametersFor, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const proxied = useProxiedService(service);

const named = (value: string) => ({ __rl: true as const, mode: 'name', value });

const line = { line: [{ itemListId: byId('80020001-1700000001'), quantity: 1, rate: '80.00' }] };

/** Steps of a workflow that writes, one node each. */
const steps = {
	customer: ['customer.create', { name: '={{ $json.name }}' }],
	invoice: [
		'invoice.create',
		{
			customerListId: named('={{ $json.FullName }}'),
			transactionDate: '2026-01-15',
			lines: { ...line },
			additionalFields: { memo: 'Order' },
		},
	],
	payment: [
		'receivePayment.create',
		{
			customerListId: named('={{ $json.CustomerName }}'),
			totalAmount: '={{ $json.TotalAmount }}',
			paidInvoices: {
				line: [{ txnId: '={{ $json.TxnID }}', paymentAmount: '={{ $json.TotalAmount }}' }],
			},
		},
	],
} satisfies Record<string, [OperationName, IDataObject]>;

/** One execution that writes, of several nodes in a row. */
async function write(
	connectionId: string,
	names: readonly string[],
	nodes: ReadonlyArray<[OperationName, IDataObject]> = [
		steps.customer as [OperationName, IDataObject],
		steps.invoice as [OperationName, IDataObject],
		steps.payment as [OperationName, IDataObject],
	],
) {
	const run = await runWorkflow({
		nodes: nodes.map(([operation, form], index) => ({
			name: `Step ${index + 1}`,
			parameters: parametersFor(operation, {
				connection: { ...byId(connectionId) },
				result: 'waitPolling',
				...form,
			}) as INodeParameters,
		})),
		credentials: service.credentials,
		items: names.map((name) => ({ json: { name } })),
	});
	if (run.error) throw new Error(`${run.error.message} ${run.error.description}`);
	return run;
}

const formOf = (connectionId: string, executionId: string, more: IDataObject = {}) => ({
	connection: { ...byId(connectionId) },
	executionId,
	result: 'waitPolling',
	...more,
});

async function undo(connectionId: string, executionId: string, more: IDataObject = {}) {
	const run = await runOperation(service, 'books.undo', formOf(connectionId, executionId, more));
	if (run.error) throw new Error(`${run.error.message} ${run.error.description}`);
	return run.items.map(({ json }) => json);
}

const unanswered: Fault = {
	fault: 'unanswered',
	silent: false,
	times: 1,
	request: 'TxnDelRq',
};

const real = { dryRun: false };
const withDeletion = { dryRun: false, deleteWhatCannotBeVoided: true };

const actionsOf = (report: readonly IDataObject[]) =>
	report.map(({ action, type }) => `${String(action)} ${String(type)}`);

test('what is dated in a closed period is undone with a warning', async () => {
	const connectionId = await service.newConnection();
	const { executionId } = await write(connectionId, ['Closed']);
	// The closing date is only known, and QuickBooks itself refuses nothing.
	service.company(connectionId).closingDate = '2026-01-31';
	const connection = { ...byId(connectionId) };
	await runOperation(service, 'company.get', { connection, result: 'waitPolling' });
	service.company(connectionId).closingDate = '';
	const form = formOf(connectionId, executionId, withDeletion);
	const { hints, items } = await runOperation(service, 'books.undo', form);
	expect(actionsOf(items.map(({ json }) => json))).toContain('voided Invoice');
	expect(JSON.stringify(hints)).toContain(
		'The date 2026-01-15 is in a closed period: the books are closed through 2026-01-31.',
	);
});

/** Something that a colleague does in the books. */
async function colleague(connectionId: string, request: string) {
	const run = await runOperation(service, 'queuedRequest.create', {
		connection: { ...byId(connectionId) },
		requestFormat: 'xml',
		requestXml: `<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
		result: 'waitPolling',
	});
	if (run.error) throw run.error;
	return run.items[0].json;
}

const writesIn = async (connectionId: string): Promise<string[]> =>
	(await service.requestsOf(connectionId)).flatMap(
		({ request_xml: xml }) => /<((?:TxnVoid|TxnDel|ListDel)Rq)/.exec(xml ?? '')?.[1] ?? [],
	);

describe('an execution that has made customers, invoices and payments', () => {
	test('is listed by a dry run, the newest first, and nothing is changed', async () => {
		const connectionId = await service.newConnection();
		const { executionId } = await write(connectionId, ['Ann', 'Bob']);
		const report = await undo(connectionId, executionId, { deleteWhatCannotBeVoided: true });
		expect(actionsOf(report)).toEqual([
			...Array<string>(2).fill('wouldDelete ReceivePayment'),
			...Array<string>(2).fill('wouldVoid Invoice'),
			...Array<string>(2).fill('notUndone Customer'),
		]);
		expect(report[2]).toEqual({
			action: 'wouldVoid',
			meaning: 'Would be voided',
			why: null,
			type: 'Invoice',
			request: 'InvoiceAdd',
			number: '2',
			name: 'Bob',
			date: '2026-01-15',
			total: expect.stringMatching(/^\d+\.\d\d$/) as string,
			TxnID: expect.any(String) as string,
			ListID: null,
			request_id: expect.any(String) as string,
		});
		expect(report[4].why).toBe('Invoice 2, which stays in the books, refers to it.');
		expect(await writesIn(connectionId)).toEqual([]);
		expect(service.company(connectionId).receivePayments).toHaveLength(2);
	});

	test('is undone, and a second time nothing is left to do', async () => {
		const connectionId = await service.newConnection();
		const { executionId } = await write(connectionId, ['Ann']);
		await write(connectionId, ['Other']);
		expect(actionsOf(await undo(connectionId, executionId, withDeletion))).toEqual([
			'deleted ReceivePayment',
			'voided Invoice',
			'notUndone Customer',
		]);
		const { receivePayments, invoices } = service.company(connectionId);
		expect(receivePayments).toHaveLength(1);
		expect(invoices.map(({ Memo, Subtotal }) => [Memo, Subtotal])).toEqual([
			['VOID: Order', '0.00'],
			['Order', '80.00'],
		]);
		const again = await undo(connectionId, executionId, withDeletion);
		expect(again.map(({ action, why }) => [action, why])).toEqual([
			['alreadyUndone', 'It is no longer in the books.'],
			['alreadyUndone', 'It has been voided.'],
			['notUndone', 'Invoice 1, which stays in the books, refers to it.'],
		]);
		expect(await writesIn(connectionId)).toEqual(['TxnDelRq', 'TxnVoidRq']);
	});

	test('keeps what can only be deleted, and what hangs on it, unless the user wants it deleted', async () => {
		const connectionId = await service.newConnection();
		const { executionId } = await write(connectionId, ['Ann']);
		const report = await undo(connectionId, executionId, real);
		expect(report.map(({ action, why }) => [action, why])).toEqual([
			['notUndone', "It can only be deleted. To do that, switch on Delete What Can't Be Voided."],
			['notUndone', 'Customer Payment, which stays in the books, is linked to it.'],
			['notUndone', 'Customer Payment, which stays in the books, refers to it.'],
		]);
		expect(await writesIn(connectionId)).toEqual([]);
	});

	test('keeps what a colleague has changed or paid since', async () => {
		const connectionId = await service.newConnection();
		const run = await write(
			connectionId,
			['Ann', 'Bob', 'Cid'],
			[
				steps.customer as [OperationName, IDataObject],
				steps.invoice as [OperationName, IDataObject],
			],
		);
		const [first, second] = run.items.map(({ json }) => json);
		await colleague(
			connectionId,
			`<InvoiceModRq><InvoiceMod><TxnID>${String(first.TxnID)}</TxnID><EditSequence>${String(first.EditSequence)}</EditSequence><Memo>Called Ann</Memo></InvoiceMod></InvoiceModRq>`,
		);
		await colleague(
			connectionId,
			`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><FullName>Bob</FullName></CustomerRef><TxnDate>2026-01-20</TxnDate><RefNumber>77</RefNumber><TotalAmount>5.00</TotalAmount><AppliedToTxnAdd><TxnID>${String(second.TxnID)}</TxnID><PaymentAmount>5.00</PaymentAmount></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`,
		);
		const report = await undo(connectionId, run.executionId, real);
		expect(report.slice(0, 3).map(({ action, name, why }) => [action, name, why])).toEqual([
			['voided', 'Cid', null],
			[
				'notUndone',
				'Bob',
				'Customer Payment 77 of 2026-01-20, which this execution has not written, is linked to it.',
			],
			['notUndone', 'Ann', 'Someone has changed it since: Memo from "Order" to "Called Ann".'],
		]);
		expect(await writesIn(connectionId)).toEqual(['TxnVoidRq']);
	});
});

test('a credit that an invoice was added with does not keep it, one that somebody uses for it later does', async () => {
	const connectionId = await service.newConnection();
	const document = (request: string) =>
		`<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`;
	const sale = '<CustomerRef><FullName>Ann</FullName></CustomerRef>';
	const lineOf = (type: string, rate: string) =>
		`<${type}LineAdd><ItemRef><ListID>80020001-1700000001</ListID></ItemRef><Quantity>1</Quantity><Rate>${rate}</Rate></${type}LineAdd>`;
	await colleague(
		connectionId,
		'<CustomerAddRq><CustomerAdd><Name>Ann</Name></CustomerAdd></CustomerAddRq>',
	);
	for (const rate of ['5.00', '6.00']) {
		await colleague(
			connectionId,
			`<CreditMemoAddRq><CreditMemoAdd>${sale}${lineOf('CreditMemo', rate)}</CreditMemoAdd></CreditMemoAddRq>`,
		);
	}
	const [first, second] = service.company(connectionId).creditMemos;
	const run = await runWorkflow({
		nodes: [
			{
				parameters: parametersFor('queuedRequest.create', {
					connection: { ...byId(connectionId) },
					requestFormat: 'xml',
					requestXml: '={{ $json.xml }}',
					result: 'waitPolling',
				}),
			},
		],
		credentials: service.credentials,
		items: ['A', 'B'].map((memo) => ({
			json: {
				xml: document(
					`<InvoiceAddRq><InvoiceAdd>${sale}<Memo>${memo}</Memo><SetCredit><CreditTxnID>${String(first.TxnID)}</CreditTxnID><AppliedAmount>1.00</AppliedAmount></SetCredit>${lineOf('Invoice', '80.00')}</InvoiceAdd></InvoiceAddRq>`,
				),
			},
		})),
	});
	expect(run.error).toBeUndefined();
	const [, b] = service.company(connectionId).invoices;
	await colleague(
		connectionId,
		`<ReceivePaymentAddRq><ReceivePaymentAdd>${sale}<AppliedToTxnAdd><TxnID>${String(b.TxnID)}</TxnID><SetCredit><CreditTxnID>${String(second.TxnID)}</CreditTxnID><AppliedAmount>6.00</AppliedAmount></SetCredit></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`,
	);
	const report = await undo(connectionId, run.executionId);
	expect(report.map(({ action, why }) => [action, why])).toEqual([
		['notUndone', expect.stringMatching(/^Credit Memo .*has not written, is linked to it\.$/)],
		['wouldVoid', null],
	]);
});

describe('an invoice and its payment', () => {
	const removals = ['TxnDelRq', 'TxnVoidRq'] as const;
	const stays = (what: string) => `Customer Payment, ${what}, is linked to it.`;

	test.each<[string, Fault, string, string, readonly string[]]>([
		[
			'was refused',
			{ fault: 'refused', status_code: 3260, times: 1, request: 'TxnDelRq' },
			'notUndone ReceivePayment',
			stays('which stays in the books'),
			['TxnDelRq'],
		],
		[
			'has an unknown outcome, and was not carried out',
			{ ...unanswered, carried_out: false },
			'unknown ReceivePayment',
			stays('of which nobody knows whether it is still in the books'),
			['TxnDelRq'],
		],
		[
			'has an unknown outcome, and was carried out',
			unanswered,
			'unknown ReceivePayment',
			stays('of which nobody knows whether it is still in the books'),
			['TxnDelRq'],
		],
	])(
		'the invoice stays if the removal of its payment %s',
		async (_, fault, payment, why, asked) => {
			const connectionId = await service.newConnection();
			const { executionId } = await write(connectionId, ['Ann']);
			service.faults(connectionId).add(fault);
			const report = await undo(connectionId, executionId, withDeletion);
			expect(actionsOf(report)).toEqual([payment, 'notUndone Invoice', 'notUndone Customer']);
			expect(report.map((item) => item.why)).toEqual([
				expect.any(String),
				why,
				'Invoice 1, which stays in the books, refers to it.',
			]);
			expect(await writesIn(connectionId)).toEqual(asked);
			expect(service.company(connectionId).invoices.map(({ Subtotal }) => Subtotal)).toEqual([
				'80.00',
			]);
			expect(actionsOf(await undo(connectionId, executionId, withDeletion)).slice(1)).toEqual([
				'voided Invoice',
				'notUndone Customer',
			]);
			expect(new Set(await writesIn(connectionId))).toEqual(new Set(removals));
		},
	);
});

test('an invoice that somebody pays while its own payment is removed stays', async () => {
	const connectionId = await service.newConnection();
	const { executionId } = await write(connectionId, ['Ann']);
	const [{ TxnID }] = service.company(connectionId).invoices;
	let isPaymentGone = false;
	proxied.meddle(async (call) => {
		const body = String(call.body);
		if (body.includes('TxnDelRq')) isPaymentGone = true;
		if (!isPaymentGone || !body.includes('InvoiceQueryRq')) return undefined;
		isPaymentGone = false;
		await colleague(
			connectionId,
			`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><FullName>Ann</FullName></CustomerRef><TxnDate>2026-01-20</TxnDate><RefNumber>77</RefNumber><TotalAmount>5.00</TotalAmount><AppliedToTxnAdd><TxnID>${TxnID}</TxnID><PaymentAmount>5.00</PaymentAmount></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`,
		);
		return undefined;
	});
	const run = await runOperation(
		proxied,
		'books.undo',
		formOf(connectionId, executionId, withDeletion),
	);
	expect(run.error).toBeUndefined();
	expect(run.items.slice(0, 2).map(({ json }) => [json.action, json.why])).toEqual([
		['deleted', null],
		[
			'notUndone',
			'Customer Payment 77 of 2026-01-20, which this execution has not written, is linked to it.',
		],
	]);
	expect(await writesIn(connectionId)).toEqual(['TxnDelRq']);
});

const refusal = {
	status: 422,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from('{"error":{"code":"invalid_request","message":"Not now."}}'),
};

test.each([
	['Retry goes on with it', retry],
	[
		'Retry after a crash looks again',
		async (run: WorkflowRun) => await retryAfterCrash(run, [{ json: {} }]),
	],
])('what breaks off after the payment was removed: %s', async (_, again) => {
	const connectionId = await service.newConnection();
	const { executionId } = await write(connectionId, ['Ann']);
	proxied.meddle(({ body }) =>
		Promise.resolve(String(body).includes('TxnVoidRq') ? refusal : undefined),
	);
	const form = formOf(connectionId, executionId, withDeletion);
	const failed = await runOperation(proxied, 'books.undo', form);
	expect(failed.error?.description).toContain('Not now.');
	expect(await writesIn(connectionId)).toEqual(['TxnDelRq']);
	proxied.meddle(() => Promise.resolve(undefined));
	const run = await again(failed);
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.action)).toEqual([
		expect.stringMatching(/deleted|alreadyUndone/),
		'voided',
		'notUndone',
	]);
	expect(await writesIn(connectionId)).toEqual(['TxnDelRq', 'TxnVoidRq']);
});

test("lists what it can't take back: changes, and what was refused", async () => {
	const connectionId = await service.newConnection();
	const [customer] = service.company(connectionId).customers;
	const document = (request: string) =>
		`<?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`;
	const requests = [
		`<CustomerModRq><CustomerMod><ListID>${customer.ListID}</ListID><EditSequence>${customer.EditSequence}</EditSequence><Phone>1</Phone></CustomerMod></CustomerModRq>`,
		'<CustomerAddRq><CustomerAdd><Name>New</Name></CustomerAdd></CustomerAddRq>',
		'<CustomerAddRq><CustomerAdd><Name>new</Name></CustomerAdd></CustomerAddRq>',
		'<CustomerQueryRq><MaxReturned>1</MaxReturned></CustomerQueryRq>',
	];
	const run = await runWorkflow({
		nodes: [
			{
				parameters: parametersFor('queuedRequest.create', {
					connection: { ...byId(connectionId) },
					requestFormat: 'xml',
					requestXml: '={{ $json.xml }}',
					result: 'waitPolling',
				}),
				onError: 'continueRegularOutput',
			},
		],
		credentials: service.credentials,
		items: requests.map((request) => ({ json: { xml: document(request) } })),
	});
	const report = await undo(connectionId, run.executionId, withDeletion);
	expect(report.map(({ action, request, name, why }) => [action, request, name, why])).toEqual([
		['nothingWritten', 'CustomerAdd', null, expect.stringContaining('already in use')],
		['deleted', 'CustomerAdd', 'New', null],
		[
			'notUndone',
			'CustomerMod',
			customer.FullName,
			"Changes can't be undone, since nothing says what was there before.",
		],
	]);
});

test('finds orders with numbers of their own by their ExternalGUIDs, and leaves those of other executions', async () => {
	const connectionId = await service.newConnection();
	const orders = [
		['vendor.create', { name: '={{ $json.name }}', orderNumber: '={{ $json.name }}' }] satisfies [
			OperationName,
			IDataObject,
		],
	];
	await write(connectionId, ['A-1'], orders);
	const { executionId } = await write(connectionId, ['A-1', 'A-2'], orders);
	const report = await undo(connectionId, executionId, withDeletion);
	expect(report.map(({ action, name }) => [action, name])).toEqual([['deleted', 'A-2']]);
	expect(
		service.company(connectionId).vendors.filter(({ Name }) => Name.startsWith('A-')),
	).toHaveLength(1);
});

test('a refusal of one does not keep the others from being undone', async () => {
	const connectionId = await service.newConnection();
	const { executionId } = await write(
		connectionId,
		['One', 'Two', 'Three'],
		[['customer.create', { name: '={{ $json.name }}' }]],
	);
	await colleague(
		connectionId,
		'<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>Two</FullName></CustomerRef><InvoiceLineAdd><ItemRef><ListID>80020001-1700000001</ListID></ItemRef></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>',
	);
	const report = await undo(connectionId, executionId, withDeletion);
	expect(report.map(({ action, name, why }) => [action, name, why])).toEqual([
		['deleted', 'Three', null],
		['notUndone', 'Two', expect.stringContaining('QuickBooks has refused it: ')],
		['deleted', 'One', null],
	]);
});

test('says so if the execution has written nothing here', async () => {
	const connectionId = await service.newConnection();
	const run = await runOperation(service, 'books.undo', formOf(connectionId, '987654'));
	expect(run.error?.message).toBe(
		'Execution 987654 has written nothing on this connection, as far as its queue shows.',
	);
	expect(run.error?.description).toContain('belongs to the execution that it repeats');
	const empty = await runOperation(service, 'books.undo', formOf(connectionId, ' '));
	expect(empty.error?.message).toContain('Execution ID');
});

test('two items with the same execution undo it once', async () => {
	const connectionId = await service.newConnection();
	const { executionId } = await write(
		connectionId,
		['One'],
		[['customer.create', { name: '={{ $json.name }}' }]],
	);
	const run = await runOperation(
		service,
		'books.undo',
		formOf(connectionId, executionId, withDeletion),
		{ items: [{}, {}] },
	);
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json, pairedItem }) => [json.action, pairedItem])).toEqual([
		['deleted', { item: 0 }],
		['alreadyUndone', { item: 1 }],
	]);
	expect(await writesIn(connectionId)).toEqual(['ListDelRq']);
});
