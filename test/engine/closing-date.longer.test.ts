import type { IDataObject } from 'n8n-workflow';

import { TEST_QUEUED, TEST_WROTE } from '../../queue/words/runHints';
import { retry, retryAfterCrash, type WorkflowRun } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

useShortPauses();

const server = useScriptedServer();
const desktops = useServiceWithDesktops();
const proxied = useProxiedService(desktops);

const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';
const preferences = `<PreferencesQueryRs ${OK}><PreferencesRet><AccountingPreferences><ClosingDate>2019-12-31</ClosingDate></AccountingPreferences></PreferencesRet></PreferencesQueryRs>`;

const queueWith = (...answers: string[]) => ({
	body: {
		data: answers.map((answer, index) => ({
			id: `answer-${index}`,
			state: 'response_received',
			request_xml:
				'<?xml version="1.0" ?><QBXML><QBXMLMsgsRq onError="stopOnError"><PreferencesQueryRq/></QBXMLMsgsRq></QBXML>',
			response_xml: `<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${answer}</QBXMLMsgsRs></QBXML>`,
		})),
		page: 1,
		total_pages: 1,
	},
});

const invoiceOn = (transactionDate: string) => ({
	connection: byId('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b'),
	customerListId: '80000002-1',
	transactionDate,
	lines: { line: [{ itemListId: '80000001-1' }] },
	result: 'queuedRequest',
});

const refusing = { options: { refuseClosedPeriods: true } };

test.each([
	['by itself', [preferences]],
	['after another answer', [`<CustomerQueryRs ${OK} />`, preferences]],
	[
		'in one document with what was asked for besides',
		[
			`<InvoiceQueryRs ${OK}><InvoiceRet><TxnID>1-1</TxnID></InvoiceRet></InvoiceQueryRs>${preferences}`,
		],
	],
])(
	'a date in a closed period is refused, if that is asked for, where the queue shows the preferences %s',
	async (_, answers) => {
		server.answerWith(queueWith(...answers));
		const run = await runOperation(server, 'invoice.create', {
			...invoiceOn('2019-12-31'),
			...refusing,
		});
		expect(run.error?.message).toContain('the books are closed through 2019-12-31');
		expect(new Set(server.received.map(({ method }) => method))).toEqual(new Set(['GET']));
	},
);

const hintsOf = ({ hints }: WorkflowRun) =>
	Object.values(hints)
		.flat()
		.filter(({ message }) => message !== TEST_WROTE && message !== TEST_QUEUED);

async function create(transactionDate: string, more: IDataObject = {}) {
	const empty = queueWith();
	server.answerWith(empty, queueWith(preferences), empty, { body: { data: { id: 'any' } } });
	const run = await runOperation(server, 'invoice.create', {
		...invoiceOn(transactionDate),
		...more,
	});
	return { run, methods: server.received.map(({ method }) => method) };
}

test.each([{}, { options: { refuseClosedPeriods: false } }])(
	'otherwise it is sent with a warning (%j)',
	async (more) => {
		const { run, methods } = await create('2019-12-31', more);
		expect(methods).toContain('POST');
		expect(hintsOf(run)).toEqual([
			expect.objectContaining({
				message:
					'The date 2019-12-31 is in a closed period: the books are closed through 2019-12-31. QuickBooks takes it only from a user who may change closed periods.',
				type: 'warning',
			}),
		]);
	},
);

test('a date after it is sent, and nothing is said', async () => {
	const { run, methods } = await create('2020-01-01', refusing);
	expect(methods).toContain('POST');
	expect(hintsOf(run)).toEqual([]);
});

test('QuickBooks decides, in its own words', async () => {
	const connectionId = await desktops.newConnection();
	desktops.company(connectionId).closingDate = '2019-12-31';
	const connection = { ...byId(connectionId) };
	await runOperation(desktops, 'company.get', { connection, result: 'waitPolling' });
	const filledIn = {
		...invoiceOn('2019-12-31'),
		customerListId: '80000001-1700000001',
		lines: { line: [{ itemListId: '80020001-1700000001' }] },
		connection,
		result: 'waitPolling',
	};
	const run = await runOperation(desktops, 'invoice.create', filledIn, {
		onError: 'continueRegularOutput',
	});
	expect(JSON.stringify(run.items)).toContain('on or before the closing date');
	expect(hintsOf(run)).toHaveLength(1);
});

describe('what is in the books', () => {
	let connectionId: string;
	let closed: string;
	let open: string;

	/** Creates an invoice, and gives its ID. */
	async function invoice(transactionDate: string): Promise<string> {
		const run = await runOperation(desktops, 'invoice.create', {
			...invoiceOn(transactionDate),
			customerListId: '80000001-1700000001',
			lines: { line: [{ itemListId: '80020001-1700000001' }] },
			connection: { ...byId(connectionId) },
			result: 'waitPolling',
		});
		expect(run.error).toBeUndefined();
		return String(run.items[0].json.TxnID);
	}

	/** Works on an invoice. The closing date is only known, and QuickBooks itself refuses nothing. */
	async function work(operation: 'delete' | 'update' | 'void', txnId: string, more: IDataObject) {
		const before = (await desktops.requestsOf(connectionId)).length;
		const run = await runOperation(
			desktops,
			`invoice.${operation}`,
			{
				connection: { ...byId(connectionId) },
				txnId: { ...byId(txnId) },
				result: 'waitPolling',
				...more,
			},
			{ onError: 'continueRegularOutput' },
		);
		const requests = (await desktops.requestsOf(connectionId)).slice(before);
		const kinds = requests.map(
			({ request_xml: xml }) => /<(?!QBXMLMsgsRq)(\w+)Rq[ >]/.exec(xml)?.[1],
		);
		return { run, kinds, text: JSON.stringify(run.items) };
	}

	const warnedOf = (date: string) => [
		expect.objectContaining({
			message: `The date ${date} is in a closed period: the books are closed through 2019-12-31. QuickBooks takes it only from a user who may change closed periods.`,
			type: 'warning',
		}),
	];

	beforeEach(async () => {
		connectionId = await desktops.newConnection();
		closed = await invoice('2019-11-30');
		open = await invoice('2020-03-01');
		desktops.company(connectionId).closingDate = '2019-12-31';
		const connection = { ...byId(connectionId) };
		await runOperation(desktops, 'company.get', { connection, result: 'waitPolling' });
		desktops.company(connectionId).closingDate = '';
	});

	const memo = { additionalFields: { memo: 'Corrected' } };
	const toClosed = { transactionDate: '2019-12-31' };

	test.each<[what: string, txnId: () => string, change: IDataObject, date: string]>([
		['of something there', () => closed, memo, '2019-11-30'],
		['to a date there', () => open, { additionalFields: toClosed }, '2019-12-31'],
	])('an update %s is sent with a warning, or refused', async (_what, txnId, change, date) => {
		const refused = await work('update', txnId(), { ...change, ...refusing });
		expect(refused.text).toContain(`The date ${date} is in a closed period`);
		expect(refused.text).toContain('Nothing was written.');
		expect(refused.kinds).toEqual(['InvoiceQuery']);
		expect(hintsOf(refused.run)).toEqual([]);
		const { run, kinds } = await work('update', txnId(), change);
		expect(run.items[0].json).toMatchObject({ changed: true });
		expect(kinds).toEqual(['InvoiceQuery', 'InvoiceMod']);
		expect(hintsOf(run)).toEqual(warnedOf(date));
	});

	test('nothing is said of an update in the open, nor of one that only shows what would change', async () => {
		const { run } = await work('update', open, { ...memo, ...refusing });
		expect(run.items[0].json).toMatchObject({ changed: true });
		expect(hintsOf(run)).toEqual([]);
		const dry = await work('update', closed, { ...memo, ...refusing, dryRun: true });
		expect(dry.run.items[0].json).toMatchObject({ dry_run: true });
	});

	test.each([
		['void', 'TxnVoid'],
		['delete', 'TxnDel'],
	] as const)('with the option, %s reads the date first', async (operation, removal) => {
		const refused = await work(operation, closed, refusing);
		expect(refused.text).toContain('The date 2019-11-30 is in a closed period');
		expect(refused.kinds).toEqual(['InvoiceQuery']);
		const { run, kinds } = await work(operation, open, refusing);
		expect(run.items.map(({ json }) => json)).toEqual([expect.objectContaining({ TxnID: open })]);
		expect(kinds).toEqual(['InvoiceQuery', removal]);
		// Without it, nobody has read the date.
		const without = await work(operation, closed, {});
		expect(without.kinds).toEqual([removal]);
		expect(hintsOf(without.run)).toEqual([]);
	});

	test.each([
		['void', {}, 'TxnVoid'],
		['update', memo, 'InvoiceMod'],
	] as const)('once the date is corrected, Retry of %s writes', async (operation, more, write) => {
		const filledIn = {
			connection: { ...byId(connectionId) },
			txnId: { ...byId(closed) },
			result: 'waitPolling',
			...more,
			...refusing,
		};
		const run = await runOperation(desktops, `invoice.${operation}`, filledIn, { mode: 'trigger' });
		expect(run.error?.message).toContain('The date 2019-11-30 is in a closed period');
		await work('update', closed, { additionalFields: { transactionDate: '2020-05-05' } });
		const before = (await desktops.requestsOf(connectionId)).length;
		const again = await retry(run);
		expect(again.error).toBeUndefined();
		const sent = JSON.stringify((await desktops.requestsOf(connectionId)).slice(before));
		expect(sent.split(`<${write}Rq `)).toHaveLength(2);
	});

	test('what is not there any more, QuickBooks refuses itself', async () => {
		await work('delete', open, {});
		const { kinds, text } = await work('void', open, refusing);
		expect(kinds).toEqual(['InvoiceQuery', 'TxnVoid']);
		expect(text).toContain("QuickBooks can't find");
	});

	test('a warning costs no call for each order', async () => {
		const form = { ...smallInvoice, orderNumber: '={{ $json.number }}', result: 'queuedRequest' };
		const callsFor = async (transactionDate: string) => {
			const before = proxied.calls.length;
			const items = ['1', '2', '3'].map((number) => ({ number: `${transactionDate}/${number}` }));
			const dated = { ...form, transactionDate, connection: { ...byId(connectionId) } };
			const run = await runOperation(proxied, 'invoice.create', dated, { items });
			return { calls: proxied.calls.length - before, hints: hintsOf(run) };
		};
		await callsFor('2020-01-01');
		const inTheOpen = await callsFor('2020-01-02');
		const inClosed = await callsFor('2019-12-31');
		expect(inClosed.hints).toHaveLength(1 + inTheOpen.hints.length);
		expect(inClosed.calls).toBe(inTheOpen.calls);
	});

	test('the date can be read only where the answer is waited for', async () => {
		const { text, kinds } = await work('void', closed, { ...refusing, result: 'queuedRequest' });
		expect(text).toContain("Refuse Closed Periods can't be used");
		expect(kinds).toEqual([]);
	});

	test.each<[how: string, more: IDataObject]>([
		['without an Order Number', {}],
		['with an Order Number', { orderNumber: '={{ $json.number }}' }],
	])(
		'what was written before the books were closed stands, after a crash too: %s',
		async (_how, more) => {
			const id = await desktops.newConnection();
			const items = ['A', 'B', 'C'].map((number) => ({ number }));
			let writes = 0;
			proxied.meddle(async (call) => {
				await Promise.resolve();
				if (!queues(call) || ++writes !== 3) return undefined;
				const body = { error: { code: 'invalid_request', message: 'Not now.' } };
				return {
					status: 422,
					headers: { 'content-type': 'application/json' },
					body: Buffer.from(JSON.stringify(body)),
				};
			});
			const form = {
				connection: { ...byId(id) },
				...smallInvoice,
				additionalFields: { memo: '={{ $json.number }}' },
				result: 'waitPolling',
				...refusing,
				...more,
			};
			const further = { items, mode: 'trigger', onError: 'continueRegularOutput' } as const;
			const crashed = await runOperation(proxied, 'invoice.create', form, further);
			proxied.meddle(async () => await Promise.resolve(undefined));
			desktops.company(id).closingDate = '2026-01-31';
			await runOperation(desktops, 'company.get', {
				connection: { ...byId(id) },
				result: 'waitPolling',
			});
			const closedFor = expect.stringContaining('in a closed period') as string;
			const expected = [{ Memo: 'A' }, { Memo: 'B' }, { error: closedFor }];
			const given = items.map((json) => ({ json }));
			const again = await retryAfterCrash(crashed, given);
			expect(again.items.map(({ json }) => json)).toMatchObject(expected);
			if (more.orderNumber === undefined) return;
			const anew = await runOperation(desktops, 'invoice.create', form, further);
			expect(anew.items.map(({ json }) => json)).toMatchObject(expected);
		},
	);

	describe('where the books were closed between two tries', () => {
		const closeFor = async (id: string) => {
			desktops.company(id).closingDate = '2026-01-31';
			await runOperation(desktops, 'company.get', {
				connection: { ...byId(id) },
				result: 'waitPolling',
			});
			desktops.company(id).closingDate = '';
		};

		test('what QuickBooks had refused is not sent again', async () => {
			const id = await desktops.newConnection();
			desktops
				.faults(id)
				.add({ fault: 'refused', status_code: 3140, times: 1, request: 'InvoiceAddRq' });
			const form = { connection: { ...byId(id) }, ...smallInvoice, result: 'waitPolling' };
			const run = await runOperation(desktops, 'invoice.create', { ...form, ...refusing });
			expect(run.error).toBeDefined();
			await closeFor(id);
			expect((await retry(run)).error?.message).toContain('in a closed period');
		});

		test.each([
			['what a lost call has queued stands', true],
			['what a lost call has not queued is not sent', false],
		])('%s', async (_what, isTaken) => {
			const id = await desktops.newConnection();
			const before = desktops.company(id).invoices.length;
			const away = { status: 503, headers: {}, body: Buffer.alloc(0) };
			let isAway = false;
			proxied.meddle(async (call) => {
				if (!isAway && queues(call) && isTaken) await call.forward();
				isAway ||= queues(call);
				return isAway ? away : undefined;
			});
			const form = { connection: { ...byId(id) }, ...smallInvoice, result: 'waitPolling' };
			const run = await runOperation(proxied, 'invoice.create', { ...form, ...refusing });
			expect(run.error?.message).toBe('It is unknown whether this request was queued.');
			proxied.meddle(() => Promise.resolve(undefined));
			await closeFor(id);
			const again = await retry(run);
			expect(again.error?.message ?? 'written').toContain(
				isTaken ? 'written' : 'in a closed period',
			);
			const written = desktops.company(id).invoices.length - before;
			expect(written).toBe(isTaken ? 1 : 0);
		});

		test('a deposit that may have been written is not said to be unwritten, and a new one is refused', async () => {
			const id = await desktops.newConnection();
			const common = { connection: { ...byId(id) }, result: 'waitPolling' };
			const payment = await runOperation(desktops, 'receivePayment.create', {
				...common,
				customerListId: '80000001-1700000001',
				totalAmount: '50.00',
			});
			const form = {
				...common,
				depositToAccountListId: { __rl: true, mode: 'name', value: 'Checking' },
				transactionDate: '2026-01-12',
				specifyLines: 'json',
				linesJson: JSON.stringify([{ PaymentTxnID: payment.items[0].json.TxnID }]),
			};
			desktops
				.faults(id)
				.add({ fault: 'unanswered', silent: false, times: 1, request: 'DepositAddRq' });
			const run = await runOperation(desktops, 'deposit.create', { ...form, ...refusing });
			await closeFor(id);
			expect((await retryAfterCrash(run)).error?.message).toBe(run.error?.message);
			const anew = await runOperation(desktops, 'deposit.create', {
				...form,
				linesJson: JSON.stringify([
					{ AccountRef: { FullName: 'Service Income' }, Amount: '5.00' },
					{ PaymentTxnID: payment.items[0].json.TxnID },
				]),
				orderNumber: 'D-1',
				...refusing,
			});
			expect(anew.error?.message).toContain('in a closed period');
			expect(desktops.company(id).deposits).toHaveLength(1);
		});
	});
});
