import type { IDataObject } from 'n8n-workflow';

import { editCompany } from '../../../simulator/colleague/edit-company';
import type { Transaction } from '../../../simulator/company/sale-types';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { mistakesIn } from '../../simulator/support/check-books';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { useShortPauses } from '../support/pauses';
import { byId, type OperationName, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const { dieAfter, dieBefore } = dyingDesktops(service);

const CUSTOMER = '80000001-1700000001';
const lookAndWrite = { whenOutcomeUnknown: 'lookInBooks', writeIfAbsent: true };

/** A kind of payment: what is owed, the credit, and the form that applies the one to the other. */
interface Scene {
	operation: OperationName;
	/** What it is sent as. */
	request: string;
	/** The lists of what is owed, of credits, and of payments in the company file. */
	lists: [
		owed: 'bills' | 'invoices',
		credits: 'creditMemos' | 'vendorCredits',
		payments: 'billPaymentChecks' | 'receivePayments',
	];
	requests: (vendor: string) => [owed: string, credit: string];
	form: (vendor: string, owed: string, credit: string) => IDataObject;
}

const creditOf = (owed: string, credit: string): IDataObject => ({
	txnId: owed,
	additionalFields: { setCreditAppliedAmount: '4.00', setCreditCreditTxnId: credit },
});

const purchase = (kind: string, vendor: string, amount: string): string =>
	`<${kind}AddRq><${kind}Add><VendorRef><ListID>${vendor}</ListID></VendorRef><ExpenseLineAdd><AccountRef><FullName>Office Supplies</FullName></AccountRef><Amount>${amount}</Amount></ExpenseLineAdd></${kind}Add></${kind}AddRq>`;

const sale = (kind: string, rate: string): string =>
	`<${kind}AddRq><${kind}Add><CustomerRef><ListID>${CUSTOMER}</ListID></CustomerRef><${kind}LineAdd><ItemRef><FullName>Design</FullName></ItemRef><Rate>${rate}</Rate></${kind}LineAdd></${kind}Add></${kind}AddRq>`;

const scenes: Array<[what: string, scene: Scene]> = [
	[
		'a bill payment',
		{
			operation: 'billPayment.create',
			request: 'BillPaymentCheckAddRq',
			lists: ['bills', 'vendorCredits', 'billPaymentChecks'],
			requests: (vendor) => [
				purchase('Bill', vendor, '10.00'),
				purchase('VendorCredit', vendor, '9.00'),
			],
			form: (vendor, owed, credit) => ({
				paidBy: 'check',
				payeeEntityListId: byId(vendor),
				bankAccountListId: { __rl: true, mode: 'name', value: 'Checking' },
				bills: { line: [creditOf(owed, credit)] },
			}),
		},
	],
	[
		'a customer payment',
		{
			operation: 'receivePayment.create',
			request: 'ReceivePaymentAddRq',
			lists: ['invoices', 'creditMemos', 'receivePayments'],
			requests: () => [sale('Invoice', '10'), sale('CreditMemo', '9')],
			form: (_vendor, owed, credit) => ({
				customerListId: byId(CUSTOMER),
				totalAmount: '0',
				paidInvoices: { line: [creditOf(owed, credit)] },
			}),
		},
	],
];

describe.each(scenes)('%s that pays with a credit alone', (_what, scene) => {
	const [owedIn, creditsIn, paymentsIn] = scene.lists;
	let connectionId: string;
	let form: IDataObject;

	const company = () => service.company(connectionId);
	const newest = (list: Scene['lists'][number]) => company()[list].at(-1) as Transaction;
	const open = () => {
		const { OpenAmount, BalanceRemaining } = newest(owedIn) as IDataObject;
		return OpenAmount ?? BalanceRemaining;
	};

	beforeEach(async () => {
		connectionId = await service.newConnection();
		const vendor = company().vendors[0].ListID;
		for (const request of scene.requests(vendor)) editCompany(company(), request);
		form = {
			connection: { ...byId(connectionId) },
			...scene.form(vendor, newest(owedIn).TxnID, newest(creditsIn).TxnID),
			result: 'waitPolling',
		};
	});

	const create = async (more: IDataObject = {}) =>
		await runOperation(service, scene.operation, { ...form, ...more });

	test('is carried out and says that no payment was made, also where its order is known', async () => {
		const count = company()[paymentsIn].length;
		const run = await create({ orderNumber: 'A-1' });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
		const [{ json }] = run.items;
		expect(json).toMatchObject({
			payment_created: false,
			meaning: expect.stringContaining('It has made no payment') as string,
		});
		expect(json).not.toHaveProperty('TxnID');
		expect(open()).toBe('6.00');

		const again = await create({ orderNumber: 'A-1' });
		expect(again.items).toMatchObject([
			{ json: { payment_created: false, already_existed: true } },
		]);
		expect(open()).toBe('6.00');
		expect(company()[paymentsIn]).toHaveLength(count);
		expect(mistakesIn(company())).toEqual([]);
	});

	test('shows the payment of 0.00 that some QuickBooks make of it', async () => {
		company().contrary = ['credits-alone'];
		const run = await create({ orderNumber: 'A-1' });
		expect(run.error).toBeUndefined();
		const again = await create({ orderNumber: 'A-1' });
		const made = company()[paymentsIn].at(-1)?.TxnID;
		expect([run, again].map(({ items: [{ json }] }) => json)).toMatchObject(
			paymentsIn === 'billPaymentChecks'
				? [{ TxnID: made }, { TxnID: made, already_existed: true }]
				: [{ payment_created: false }, { payment_created: false, already_existed: true }],
		);
		expect(open()).toBe('6.00');
		expect(mistakesIn(company())).toEqual([]);
	});

	test.each<[what: string, die: typeof dieAfter, left: string]>([
		['carried out', dieAfter, '6.00'],
		['not carried out', dieBefore, '10.00'],
	])('is never written again if nobody knows, when it was %s', async (_case, die, left) => {
		die(connectionId, 1, scene.request);
		const run = await create({ options: lookAndWrite });
		expect(run.error).toMatchObject({
			message: expect.stringContaining('It is not certain whether') as string,
			description: expect.stringContaining('it only applies credits') as string,
			context: { code: 'unknown_outcome' },
		});
		expect(open()).toBe(left);
		const [request] = await service.requestsOf(connectionId);
		const settled = await runOperation(service, 'books.settle', {
			connection: { ...byId(connectionId) },
			queuedRequest: { ...byId(request.id) },
			result: 'waitPolling',
			writeIfAbsent: true,
		});
		expect(settled.items).toMatchObject([{ json: { outcome: 'unclear' } }]);
		expect(open()).toBe(left);
	});

	test('is not undone, and the report says what can be done', async () => {
		const { executionId } = await create();
		const report = await runOperation(service, 'books.undo', {
			connection: { ...byId(connectionId) },
			executionId,
			dryRun: false,
			result: 'waitPolling',
		});
		expect(report.items).toMatchObject([
			{
				json: {
					action: 'notUndone',
					why: expect.stringContaining('Take the credits off') as string,
					TxnID: null,
					ListID: null,
				},
			},
		]);
		expect(open()).toBe('6.00');
	});
});
