import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';
import { findRequests, requestLabel } from '../../../../quickbooks/qbxml/requestLabels';

const all = readMessages(requests);
const names = [...all.keys()];

test.each([
	['InvoiceAddRq', 'Add an invoice'],
	['BillModRq', 'Change a bill'],
	['ItemServiceAddRq', 'Add a service item'],
	['ItemNonInventoryQueryRq', 'Find non-inventory items'],
	['ItemReceiptAddRq', 'Add an item receipt'],
	['PayrollItemNonWageQueryRq', 'Find non-wage payroll items'],
	['JournalEntryQueryRq', 'Find journal entries'],
	['ClassQueryRq', 'Find classes'],
	['BillToPayQueryRq', 'Find bills to pay'],
	['BillPaymentCreditCardQueryRq', 'Find bill payments by credit card'],
	['StandardTermsAddRq', 'Add standard terms'],
	['UnitOfMeasureSetAddRq', 'Add a unit of measure set'],
	['TxnVoidRq', 'Void a transaction'],
	['ListDelRq', 'Delete a list record'],
	['ListMergeRq', 'Merge two list records'],
	['AgingReportQueryRq', 'Run an aging report'],
	['TxnDisplayModRq', 'Open the form of a transaction'],
	['DataExtDefAddRq', 'Add a custom field'],
])('%s: %s', (name, label) => {
	expect(requestLabel(name)).toBe(label);
});

test('every request has a label of its own, in words', () => {
	const labels = names.map(requestLabel);
	expect(new Set(labels).size).toBe(229);
	for (const label of labels) {
		expect(label).toMatch(/^(Add|Change|Delete|Find|Merge two|Open the form of|Run|Void) [\w -]+$/);
		expect(label).not.toMatch(/\b(txn|ext|msg|del|mod|undefined)\b|\b(an?) \2\b/i);
	}
});

test('the whole list comes in groups, each in alphabetical order', () => {
	const list = findRequests(all, '');
	expect(list.map(({ value }) => value).sort()).toEqual([...names].sort());
	expect(list[0].name).toBe('Add an account · AccountAddRq');
	const verbs = list.map(({ name }) => name.split(' ')[0]);
	expect(verbs.filter((verb, index) => verb !== verbs[index - 1])).toEqual([
		...['Add', 'Change', 'Find', 'Delete', 'Merge', 'Void', 'Run', 'Open'],
	]);
});

test.each<[typed: string, found: string[]]>([
	['add invoice', ['InvoiceAddRq']],
	['Invoice add', ['InvoiceAddRq']],
	['create invoices', ['InvoiceAddRq']],
	['invoiceadd', ['InvoiceAddRq']],
	['InvoiceAddRq', ['InvoiceAddRq']],
	['update customer', ['CustomerModRq', 'ReceivePaymentModRq']],
	['bill pay', ['BillPaymentCheckAddRq', 'BillToPayQueryRq']],
	['void', ['TxnVoidRq']],
	['void check', ['TxnVoidRq']],
	['delete customer', ['ListDelRq']],
	['receive payment', ['ReceivePaymentAddRq']],
	['profit and loss', ['GeneralSummaryReportQueryRq']],
	['aging report', ['AgingReportQueryRq']],
	['item', ['ItemServiceAddRq', 'ItemQueryRq']],
])('typing %j finds %j', (typed, found) => {
	expect(findRequests(all, typed).map(({ value }) => value)).toEqual(expect.arrayContaining(found));
});

test.each(['report', 'reports'])('typing %j finds all reports', (typed) => {
	const found = findRequests(all, typed).map(({ value }) => String(value));
	expect(found.sort()).toEqual(names.filter((name) => name.endsWith('ReportQueryRq')).sort());
});

test('typing what no request is about finds nothing', () => {
	expect(findRequests(all, 'add weather')).toEqual([]);
});
