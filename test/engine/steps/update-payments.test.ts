import type { IDataObject } from 'n8n-workflow';

import { mistakesIn } from '../../simulator/support/check-books';
import { useShortPauses } from '../support/pauses';
import { byId } from '../support/run-operation';
import { byName, textIn, useUpdates } from '../support/updates';

useShortPauses();

const { service, run, edit } = useUpdates();

const CUSTOMER = '80000001-1700000001';
const OTHER_ACCOUNT = 'Receivables of the Shop';

const invoiceAdd = (account: string) =>
	`<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>${CUSTOMER}</ListID></CustomerRef><ARAccountRef><FullName>${account}</FullName></ARAccountRef><InvoiceLineAdd><ItemRef><FullName>Lumber</FullName></ItemRef><Quantity>1</Quantity><Rate>10.00</Rate><SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`;

let connectionId: string;
let invoices: string[];
let payment: string;

const applied = (id: string) =>
	`<AppliedToTxnAdd><TxnID>${id}</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>`;

const paymentAdd = (applications: string) =>
	`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><ListID>${CUSTOMER}</ListID></CustomerRef><TotalAmount>30.00</TotalAmount>${applications || '<IsAutoApply>false</IsAutoApply>'}</ReceivePaymentAdd></ReceivePaymentAddRq>`;

const open = (): string[] =>
	invoices.map(
		(id) =>
			service.company(connectionId).invoices.find(({ TxnID }) => TxnID === id)?.BalanceRemaining ??
			'',
	);

async function update(filledIn: IDataObject) {
	const done = await run('receivePayment.update', connectionId, {
		txnId: { ...byId(payment) },
		...filledIn,
	});
	expect(mistakesIn(service.company(connectionId))).toEqual([]);
	return done;
}

/** The change that was sent last. */
async function sent(): Promise<string> {
	const requests = await service.requestsOf(connectionId);
	return requests.findLast(({ request_xml: xml }) => xml.includes('ModRq'))?.request_xml ?? '';
}

const count = (xml: string, element: string): number => xml.split(`<${element}>`).length - 1;

const pays = (id: string, amount: string): IDataObject => ({ txnId: id, paymentAmount: amount });

beforeAll(async () => {
	connectionId = await service.newConnection();
	edit(
		connectionId,
		`<AccountAddRq><AccountAdd><Name>${OTHER_ACCOUNT}</Name><AccountType>AccountsReceivable</AccountType></AccountAdd></AccountAddRq>`,
	);
});

beforeEach(() => {
	invoices = [
		'Accounts Receivable',
		'Accounts Receivable',
		'Accounts Receivable',
		OTHER_ACCOUNT,
	].map((account) => textIn(edit(connectionId, invoiceAdd(account)), 'TxnID'));
	payment = textIn(
		edit(connectionId, paymentAdd(invoices.slice(0, 2).map(applied).join(''))),
		'TxnID',
	);
	expect(open()).toEqual(['0.00', '0.00', '10.00', '10.00']);
});

test('a change of something else says nothing of what a payment pays, so that it stays', async () => {
	const { error } = await update({ additionalFields: { memo: 'Corrected' } });
	expect(error).toBeUndefined();
	expect(await sent()).not.toContain('AppliedToTxnMod');
	expect(open()).toEqual(['0.00', '0.00', '10.00', '10.00']);
});

test.each<[mode: string, lines: () => IDataObject[], named: number, left: string[]]>([
	['add', () => [pays(invoices[2], '10.00')], 3, ['0.00', '0.00', '0.00', '10.00']],
	['change', () => [pays(invoices[1], '4.00')], 2, ['0.00', '6.00', '10.00', '10.00']],
	['remove', () => [{ txnId: invoices[0] }], 1, ['10.00', '0.00', '10.00', '10.00']],
	['replace', () => [pays(invoices[2], '10.00')], 1, ['10.00', '10.00', '0.00', '10.00']],
])('%s names all invoices that are paid then', async (lineMode, lines, named, left) => {
	const { error } = await update({ lineMode, paidInvoices: { line: lines() } });
	expect(error).toBeUndefined();
	expect(count(await sent(), 'AppliedToTxnMod')).toBe(named);
	expect(open()).toEqual(left);
});

test('the account of a payment goes together with what it pays', async () => {
	const additionalFields = { arAccountListId: byName(OTHER_ACCOUNT) };
	const alone = await update({ additionalFields });
	// QuickBooks can't know the invoices on the other account.
	expect(alone.error?.message).toContain(
		`This payment can't be for "${invoices[0]}": it is paid already, of another customer or vendor, on another A/R or A/P account`,
	);
	const xml = await sent();
	expect(count(xml, 'AppliedToTxnMod')).toBe(2);
	expect(xml).toContain(`<ARAccountRef><FullName>${OTHER_ACCOUNT}</FullName></ARAccountRef>`);
	expect(open()).toEqual(['0.00', '0.00', '10.00', '10.00']);

	const both = await update({
		additionalFields,
		lineMode: 'replace',
		paidInvoices: { line: [pays(invoices[3], '10.00')] },
	});
	expect(both.error).toBeUndefined();
	expect(open()).toEqual(['10.00', '10.00', '10.00', '0.00']);
});

test('the account of a payment that pays nothing is refused before anything is sent', async () => {
	payment = textIn(edit(connectionId, paymentAdd('')), 'TxnID');
	const { error } = await update({ additionalFields: { arAccountListId: byName(OTHER_ACCOUNT) } });
	expect(error?.message).toBe(
		'Accounts Receivable Account can only be changed together with Paid Invoices, and the record has none.',
	);
	expect(await sent()).not.toContain(payment);
});

test('a payment says what it means that QuickBooks cannot find what it is for', async () => {
	const { error } = await run('receivePayment.create', connectionId, {
		customerListId: { ...byId(CUSTOMER) },
		totalAmount: '10.00',
		paidInvoices: { line: [pays(invoices[0], '10.00')] },
	});
	expect(error?.message).toBe(
		`This payment can't be for "${invoices[0]}": it is paid already, of another customer or vendor, on another A/R or A/P account, or not there any more.`,
	);
	expect(error?.description).toContain('what is still open');
	const gone = await update({ lineMode: 'add', paidInvoices: { line: [pays('FFFF-1', '1.00')] } });
	expect(gone.error?.message).toContain('This payment can\'t be for "FFFF-1"');
});
