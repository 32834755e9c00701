import type { IDataObject } from 'n8n-workflow';

import { retry, retryAfterCrash } from '../harness';
import { useShortPauses } from '../support/pauses';
import { afterTaking, lostAnswers, queues, useProxiedService } from '../support/proxied-service';
import { byId, runOperation } from '../support/run-operation';
import { byName, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, edit, requestNames } = useUpdates();
const proxied = useProxiedService(service);

const QUERY = 'ReceivePaymentToDepositQueryRq';
const CUSTOMER = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';
const TO_CHECKING = '<DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>';

let connectionId: string;
beforeEach(async () => {
	connectionId = await service.newConnection();
});

const add = (kind: string, content: string): string =>
	textIn(
		edit(connectionId, `<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`),
		'TxnID',
	);

const addPayment = (amount: string, more = ''): string =>
	add(
		'ReceivePayment',
		`${CUSTOMER}<TotalAmount>${amount}</TotalAmount>${more}<IsAutoApply>false</IsAutoApply>`,
	);

/** A sale of 75.00, of which 50.00 were paid with a payment item: two lines of it wait. */
function addSale(isFirst = true): string {
	const line = (item: string, amount: string) =>
		`<SalesReceiptLineAdd><ItemRef><FullName>${item}</FullName></ItemRef><Amount>${amount}</Amount></SalesReceiptLineAdd>`;
	if (isFirst) add('ItemPayment', '<Name>Paid Ahead</Name>');
	return add('SalesReceipt', `${CUSTOMER}${line('Design', '75.00')}${line('Paid Ahead', '50.00')}`);
}

/** The TxnLineIDs of what waits, by payment. */
function waiting(payment: string): string[] {
	const xml = edit(connectionId, `<${QUERY}/>`);
	return [...xml.matchAll(/<ReceivePaymentToDepositRet>.*?<\/ReceivePaymentToDepositRet>/gs)]
		.map(([record]) => record)
		.filter((record) => textIn(record, 'TxnID') === payment)
		.map((record) => textIn(record, 'TxnLineID'));
}

const form = (lines: IDataObject[], more: IDataObject = {}): IDataObject => ({
	connection: { ...byId(connectionId) },
	depositToAccountListId: byName('Checking'),
	specifyLines: 'json',
	linesJson: JSON.stringify(lines),
	result: 'waitPolling',
	...more,
});

const depositOf = async (
	lines: IDataObject[],
	more: IDataObject = {},
	options: Parameters<typeof runOperation>[3] = {},
) =>
	await runOperation(service, 'deposit.create', form(lines, more), { mode: 'trigger', ...options });

const ofPayment = (id: string) => `<PaymentTxnID>${id}</PaymentTxnID>`;

const of = (...payments: string[]): IDataObject[] =>
	payments.map((PaymentTxnID) => ({ PaymentTxnID }));

const interest = { AccountRef: { FullName: 'Service Income' }, Amount: '5.00' };

const deposits = () =>
	service.company(connectionId).deposits.map(({ DepositTotal }) => Number(DepositTotal));

const totalOf = (payment: string): number =>
	Number(
		service.company(connectionId).salesReceipts.find(({ TxnID }) => TxnID === payment)?.TotalAmount,
	) + 50;

describe('a deposit of payments', () => {
	test('takes every line of them that waits', async () => {
		const [sale, payment] = [addSale(), addPayment('20.00')];
		expect(waiting(sale)).toHaveLength(2);
		const run = await depositOf([...of(sale.toLowerCase(), payment), interest]);
		expect(run.error).toBeUndefined();
		expect(deposits()).toEqual([totalOf(sale) + 20 + 5]);
		expect(waiting(sale)).toEqual([]);
		expect(await requestNames(connectionId)).toEqual([QUERY, 'DepositAddRq']);
	});

	test('takes the line that is named alone, and the others where the payment stands without one', async () => {
		const sale = addSale();
		const [first, second] = waiting(sale);
		const named = { PaymentTxnID: sale, PaymentTxnLineID: second };
		await depositOf([named]);
		expect(deposits()).toEqual([50]);
		expect(waiting(sale)).toEqual([first]);
		edit(
			connectionId,
			`<TxnDelRq><TxnDelType>Deposit</TxnDelType><TxnID>${service.company(connectionId).deposits[0].TxnID}</TxnID></TxnDelRq>`,
		);
		const both = await depositOf([{ ...named, OverrideMemo: 'Cash' }, ...of(sale)]);
		expect(both.error).toBeUndefined();
		expect(deposits()).toEqual([totalOf(sale)]);
	});

	test.each([
		['went straight into the bank account', () => addPayment('20.00', TO_CHECKING)],
		[
			'was deposited before',
			() => {
				const payment = addPayment('20.00');
				add(
					'Deposit',
					`${TO_CHECKING}<DepositLineAdd><PaymentTxnID>${payment}</PaymentTxnID></DepositLineAdd>`,
				);
				return payment;
			},
		],
		['is not there', () => '1-1'],
	])('whose payment %s is not written', async (_what, prepare) => {
		const payment = prepare();
		const before = deposits();
		const run = await depositOf([...of(addPayment('1.00'), payment)]);
		expect(run.error?.message).toBe(
			`The payment ${payment} is not waiting to be deposited; nothing was written.`,
		);
		expect(await requestNames(connectionId)).toEqual([QUERY]);
		expect(deposits()).toEqual(before);
	});

	test('whose payment is not waiting fails alone with Continue On Fail', async () => {
		const payment = addPayment('20.00', TO_CHECKING);
		const good = addPayment('30.00');
		const items = [{ lines: of(payment) }, { lines: of(good) }, { lines: [interest] }];
		const run = await depositOf(
			[],
			{ linesJson: '={{ JSON.stringify($json.lines) }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(run.items.map(({ json }) => json.DepositTotal ?? json.error)).toMatchObject([
			expect.stringContaining('not waiting to be deposited') as string,
			'30.00',
			'5.00',
		]);
		expect(deposits()).toEqual([5, 30]);
	});

	test('whose payment waits again by the time of Retry is written', async () => {
		const payment = addPayment('20.00');
		await depositOf(of(payment));
		const failed = await depositOf(of(payment));
		expect(failed.error?.message).toContain('not waiting to be deposited');
		const [{ TxnID }] = service.company(connectionId).deposits;
		edit(
			connectionId,
			`<TxnDelRq><TxnDelType>Deposit</TxnDelType><TxnID>${TxnID}</TxnID></TxnDelRq>`,
		);
		const again = await retry(failed);
		expect(again.error).toBeUndefined();
		expect(deposits()).toEqual([20]);
	});

	test('that is not waited for goes out as it was filled in, and the node says so', async () => {
		const sale = addSale();
		const run = await depositOf(of(sale), { result: 'queuedRequest' });
		expect(await requestNames(connectionId)).toEqual(['DepositAddRq']);
		expect(JSON.stringify(run.hints)).toContain('deposits only the first');
	});

	test('without payments takes one request', async () => {
		await depositOf([interest]);
		expect(await requestNames(connectionId)).toEqual(['DepositAddRq']);
	});
});

const written = async () =>
	(await requestNames(connectionId)).filter((name) => name === 'DepositAddRq').length;

describe('a deposit of payments is written once', () => {
	test.each([
		['of the same order, by another execution', async () => {}],
		[
			'of the same order, after it failed once',
			async (payment: string) => {
				service.faults(connectionId).add({
					fault: 'refused',
					status_code: 3140,
					status_message: 'No.',
					times: 1,
					request: 'DepositAddRq',
				});
				const run = await depositOf(of(payment), { orderNumber: '1042' });
				expect(run.error?.description).toContain('QuickBooks says: No.');
			},
		],
	])('%s', async (_what, prepare) => {
		const sale = addSale();
		await prepare(sale);
		const before = await written();
		const first = await depositOf(of(sale), { orderNumber: '1042' });
		expect(first.error).toBeUndefined();
		expect(first.items).toMatchObject([{ json: { already_existed: false } }]);
		const again = await depositOf(of(sale), { orderNumber: '1042' });
		expect(again.items).toMatchObject([
			{ json: { already_existed: true, TxnID: first.items[0].json.TxnID } },
		]);
		expect(await written()).toBe(before + 1);
		const other = await depositOf(of(sale), { orderNumber: '1043' });
		expect(other.error?.message).toContain('not waiting to be deposited');
		expect(deposits()).toEqual([totalOf(sale)]);
	});

	test('in a run with orders of both kinds', async () => {
		const sale = addSale();
		const items = [
			{ lines: [interest], order: 'A' },
			{ lines: of(sale), order: 'B' },
		];
		const more = {
			linesJson: '={{ JSON.stringify($json.lines) }}',
			orderNumber: '={{ $json.order }}',
		};
		const first = await depositOf([], more, { items });
		expect(first.error).toBeUndefined();
		const again = await depositOf([], more, { items });
		expect(again.items.map(({ json }) => [json.already_existed, json.TxnID])).toEqual(
			first.items.map(({ json }) => [true, json.TxnID]),
		);
		expect(deposits()).toEqual([5, totalOf(sale)]);
	});

	test.each(lostAnswers)('although %s', async (_what, trouble) => {
		const sale = addSale();
		let writes = 0;
		proxied.meddle(async (call) => {
			if (!queues(call)) return undefined;
			writes += 1;
			return writes === 2 ? await afterTaking(trouble)(call) : undefined;
		});
		const run = await runOperation(proxied, 'deposit.create', form(of(sale)), { mode: 'trigger' });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
		expect(await written()).toBe(1);
		expect(deposits()).toEqual([totalOf(sale)]);
	});

	test.each([
		['Retry', retry],
		['Retry after a crash', retryAfterCrash],
	])('and %s takes it over', async (_what, again) => {
		const sale = addSale();
		let writes = 0;
		proxied.meddle(async (call) => {
			if (queues(call) && ++writes === 2) return await afterTaking(async () => 'drop')(call);
			const isLook = /\/connections\/[^/]+\/queued_requests/.test(call.path);
			return writes === 2 && isLook ? 'drop' : undefined;
		});
		const run = await runOperation(proxied, 'deposit.create', form(of(sale)), { mode: 'trigger' });
		expect(run.error).toBeDefined();
		proxied.meddle(() => Promise.resolve(undefined));
		const next = await again(run);
		expect(next.error).toBeUndefined();
		expect(next.items).toMatchObject([
			{ json: { TxnID: service.company(connectionId).deposits[0].TxnID } },
		]);
		expect(await written()).toBe(1);
		expect(deposits()).toEqual([totalOf(sale)]);
	});

	test.each([
		['Retry', retry],
		['Retry after a crash', retryAfterCrash],
	])('when all was done, %s writes nothing', async (_what, again) => {
		const sale = addSale();
		const run = await depositOf(of(sale));
		const next = await again(run);
		expect(next.items.map(({ json }) => json.TxnID)).toEqual(
			run.items.map(({ json }) => json.TxnID),
		);
		expect(await written()).toBe(1);
	});

	test('after somebody had something open', async () => {
		const sale = addSale();
		service.faults(connectionId).add({
			fault: 'refused',
			status_code: 3170,
			status_message:
				'There was an error when modifying a Deposit. QuickBooks error message: The transaction is being used elsewhere, in use by another user.',
			times: 1,
			request: 'DepositAddRq',
		});
		const run = await depositOf(of(sale));
		expect(run.error).toBeUndefined();
		expect(deposits()).toEqual([totalOf(sale)]);
	});

	test.each([true, false])(
		'when nobody knows whether it was carried out (it was: %s)',
		async (carriedOut) => {
			const sale = addSale();
			service.faults(connectionId).add({
				fault: 'unanswered',
				silent: false,
				times: 1,
				request: 'DepositAddRq',
				carried_out: carriedOut,
			});
			const run = await depositOf(of(sale), {
				options: { whenOutcomeUnknown: 'lookInBooks', writeIfAbsent: true },
			});
			expect(run.error).toBeUndefined();
			expect(run.items).toMatchObject([{ json: { settled: carriedOut ? 'found' : 'written' } }]);
			expect(deposits()).toEqual([totalOf(sale)]);
		},
	);
});

describe('payments that an update adds to a deposit', () => {
	/** Adds lines to a deposit of another payment, and gives what was sent. */
	async function update(lines: IDataObject[], more: IDataObject = {}) {
		const deposit = add(
			'Deposit',
			`${TO_CHECKING}<DepositLineAdd>${ofPayment(addPayment('10.00'))}</DepositLineAdd>`,
		);
		const before = (await requestNames(connectionId)).length;
		const run = await runOperation(
			service,
			'deposit.update',
			{
				connection: { ...byId(connectionId) },
				txnId: byId(deposit),
				lineMode: 'add',
				specifyLines: 'json',
				linesJson: JSON.stringify(lines),
				result: 'waitPolling',
				...more,
			},
			{ mode: 'trigger' },
		);
		const sent = (await requestNames(connectionId)).slice(before);
		return { run, sent, hints: JSON.stringify(run.hints) };
	}

	test('come with all of their lines that wait', async () => {
		const sale = addSale();
		expect(waiting(sale)).toHaveLength(2);
		const { run, sent, hints } = await update([{ PaymentTxnID: sale }]);
		expect(run.error).toBeUndefined();
		expect(run.items[0].json).toMatchObject({ changed: true, DepositTotal: '85.00' });
		expect(waiting(sale)).toEqual([]);
		expect(sent).toEqual(['DepositQueryRq', QUERY, 'DepositModRq']);
		expect(hints).not.toContain('deposits only the first');
	});

	test('come with the line that is named alone, beside one without', async () => {
		const sale = addSale();
		const [, second] = waiting(sale);
		const { run, sent } = await update([{ PaymentTxnID: sale, PaymentTxnLineID: second }]);
		expect(run.error).toBeUndefined();
		expect(waiting(sale)).toHaveLength(1);
		expect(sent).toEqual(['DepositQueryRq', 'DepositModRq']);
		const both = addSale(false);
		const [first] = waiting(both);
		const done = await update([
			{ PaymentTxnID: both, PaymentTxnLineID: first },
			{ PaymentTxnID: both },
		]);
		expect(done.run.error).toBeUndefined();
		expect(waiting(both)).toEqual([]);
	});

	test('that do not wait are said, and nothing is written', async () => {
		const sale = addSale();
		add(
			'Deposit',
			`${TO_CHECKING}${waiting(sale)
				.map(
					(line) =>
						`<DepositLineAdd><PaymentTxnID>${sale}</PaymentTxnID><PaymentTxnLineID>${line}</PaymentTxnLineID></DepositLineAdd>`,
				)
				.join('')}`,
		);
		const { run, sent } = await update([{ PaymentTxnID: sale }]);
		expect(run.error?.message).toContain(`The payment ${sale} is not waiting to be deposited`);
		expect(sent).toEqual(['DepositQueryRq', QUERY]);
	});

	test('show in a dry run', async () => {
		const sale = addSale();
		const { run } = await update([{ PaymentTxnID: sale }], { dryRun: true });
		const { changes } = run.items[0].json as { changes: IDataObject[] };
		const lines = changes.filter(({ field }) => field === 'Payment Line');
		expect(lines.map(({ to }) => to)).toEqual(waiting(sale));
	});

	test('that take the place of all lines are said to be deposited in part', async () => {
		const sale = addSale();
		const { hints } = await update([{ PaymentTxnID: sale }], { lineMode: 'replace' });
		expect(hints).toContain('deposits only the first');
	});
});
