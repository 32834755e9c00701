import { locks } from '../../../quickbooks/rules/statuses';
import type { Desk } from '../support/ask';
import { rule } from '../support/rules';

/** What is written at noon in New York, in summer. */
const NOON_IN_SUMMER = '2026-07-01T16:00:00Z';

function inNewYork(desk: Desk, now = NOON_IN_SUMMER): void {
	Object.assign(desk.company, { timeZone: 'America/New_York', now: () => new Date(now) });
}

const classAdd = (name: string): string =>
	`<ClassAddRq><ClassAdd><Name>${name}</Name></ClassAdd></ClassAddRq>`;

const payment = (desk: Desk, more = ''): string =>
	`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><ListID>${desk.company.customers[0].ListID}</ListID></CustomerRef>${more}<TotalAmount>5.00</TotalAmount><IsAutoApply>false</IsAutoApply></ReceivePaymentAdd></ReceivePaymentAddRq>`;

function openInvoice({ company }: Desk) {
	const found = company.invoices.find(({ IsPaid }) => IsPaid === 'false');
	if (found === undefined) throw new Error('No invoice is open.');
	return found;
}

const memo = ({ TxnID, EditSequence }: { TxnID: string; EditSequence: string }): string =>
	`<InvoiceModRq><InvoiceMod><TxnID>${TxnID}</TxnID><EditSequence>${EditSequence}</EditSequence><Memo>m</Memo></InvoiceMod></InvoiceModRq>`;

const undo = (action: 'Void' | 'Del', { TxnID }: { TxnID: string }): string =>
	`<Txn${action}Rq><Txn${action}Type>Invoice</Txn${action}Type><TxnID>${TxnID}</TxnID></Txn${action}Rq>`;

rule('standard-time-all-year', (desk) => {
	inNewYork(desk);
	expect(desk.ask(classAdd('Summer')).records.ClassRet[0].TimeCreated).toBe(
		'2026-07-01T12:00:00-05:00',
	);
	inNewYork(desk, '2026-12-01T17:00:00Z');
	expect(desk.ask(classAdd('Winter')).records.ClassRet[0].TimeCreated).toBe(
		'2026-12-01T12:00:00-05:00',
	);
	desk.company.timeZone = 'Australia/Sydney';
	expect(desk.ask(classAdd('South')).records.ClassRet[0].TimeCreated).toBe(
		'2026-12-02T04:00:00+10:00',
	);
});

const changedSince = (desk: Desk, from: string, to = ''): string[] =>
	(
		desk.ask(
			`<ClassQueryRq><FromModifiedDate>${from}</FromModifiedDate>${to && `<ToModifiedDate>${to}</ToModifiedDate>`}</ClassQueryRq>`,
		).records.ClassRet ?? []
	).map(({ Name }) => String(Name));

rule('filters-in-standard-time', (desk) => {
	inNewYork(desk);
	desk.ask(classAdd('Summer'));
	for (const exact of ['2026-07-01T12:00:00-05:00', '2026-07-01T12:00:00']) {
		expect(changedSince(desk, exact, exact)).toEqual(['Summer']);
	}
	for (const right of ['2026-07-01T12:00:00-04:00', NOON_IN_SUMMER]) {
		expect(changedSince(desk, right, right)).toEqual([]);
	}
});

rule('times-without-an-offset', (desk) => {
	inNewYork(desk, '2026-12-02T04:59:59Z');
	desk.ask(classAdd('Late'));
	expect(changedSince(desk, '2026-12-01', '2026-12-01')).toEqual(['Late']);
	expect(changedSince(desk, '2026-12-02')).toEqual([]);
	expect(changedSince(desk, '2026-12-01T23:59:59')).toEqual(['Late']);
});

rule('modified-filters-are-inclusive', (desk) => {
	desk.ask(classAdd('Now'));
	const now = '2026-02-03T04:05:06+00:00';
	expect(changedSince(desk, now, now)).toEqual(['Now']);
	expect(changedSince(desk, '2026-02-03T04:05:07+00:00')).toEqual([]);
});

rule('times-to-the-second', (desk) => {
	const customer = desk.company.customers[0];
	const phone = () =>
		desk.ask(
			`<CustomerModRq><CustomerMod><ListID>${customer.ListID}</ListID><EditSequence>${customer.EditSequence}</EditSequence><Phone>1</Phone></CustomerMod></CustomerModRq>`,
		).records.CustomerRet[0];
	const [first, second] = [phone(), phone()];
	expect(second.TimeModified).toBe(first.TimeModified);
	expect(first.TimeModified).toMatch(/T\d\d:\d\d:\d\d[+-]/);
	expect(second.EditSequence).not.toBe(first.EditSequence);
});

rule('date-of-a-new-transaction', (desk, isFollowed) => {
	inNewYork(desk, '2026-12-02T04:30:00Z');
	desk.ask(payment(desk, '<TxnDate>2025-11-30</TxnDate>'));
	expect(desk.ask(payment(desk)).records.ReceivePaymentRet[0].TxnDate).toBe(
		isFollowed ? '2026-12-01' : '2025-11-30',
	);
});

rule('range-of-times', (desk) => {
	const { ask } = desk;
	const modified = (from: string) =>
		ask(`<ClassQueryRq><FromModifiedDate>${from}</FromModifiedDate></ClassQueryRq>`).statusCode;
	for (const outside of ['1969-12-31', '2038-01-19T03:14:08Z', '2038-01-20']) {
		expect(modified(outside)).toBe('3020');
	}
	expect(modified('1970-01-01')).toBe('0');
	expect(modified('2038-01-19T03:14:07Z')).toBe('1');
	const dated = (date: string) => ask(payment(desk, `<TxnDate>${date}</TxnDate>`)).statusCode;
	expect([dated('1900-12-31'), dated('1901-01-01')]).toEqual(['3020', '0']);
});

rule('custom-fields-touch-their-record', (desk) => {
	const customer = desk.company.customers[0];
	const { EditSequence, TimeModified } = customer;
	const value = desk.ask(
		`<DataExtModRq><DataExtMod><OwnerID>0</OwnerID><DataExtName>Route</DataExtName><ListDataExtType>Customer</ListDataExtType><ListObjRef><ListID>${customer.ListID}</ListID></ListObjRef><DataExtValue>North</DataExtValue></DataExtMod></DataExtModRq>`,
	);
	expect(value.statusCode).toBe('0');
	expect(customer.EditSequence).not.toBe(EditSequence);
	expect(customer.TimeModified).not.toBe(TimeModified);
});

rule('locked-record', (desk) => {
	const invoice = openInvoice(desk);
	for (const code of [3170, 3175, 3176, 3180] as const) {
		desk.company.locked = { [invoice.TxnID]: { code, times: 1 } };
		const refused = desk.ask(memo(invoice));
		expect(refused.statusCode).toBe(String(code));
		expect(refused.statusMessage).toContain(locks[code].saying);
	}
	expect(desk.ask(memo(invoice)).statusCode).toBe('0');
	// So does the window of the customer.
	desk.company.locked = { [desk.company.customers[0].ListID]: { code: 3175, times: 1 } };
	expect(desk.ask(payment(desk)).statusCode).toBe('3175');
	expect(desk.ask(payment(desk)).statusCode).toBe('0');
});

rule('lock-on-a-void', (desk) => {
	const invoice = openInvoice(desk);
	const paying = `<AppliedToTxnAdd><TxnID>${invoice.TxnID}</TxnID><PaymentAmount>1.00</PaymentAmount></AppliedToTxnAdd>`;
	const [paid] = desk.ask(
		`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><ListID>${String(invoice.CustomerRef?.ListID)}</ListID></CustomerRef><TotalAmount>1.00</TotalAmount>${paying}</ReceivePaymentAdd></ReceivePaymentAddRq>`,
	).records.ReceivePaymentRet;
	for (const open of [invoice.TxnID, String(paid.TxnID)]) {
		desk.company.locked = { [open]: { code: 3175, times: 2 } };
		expect(desk.ask(undo('Void', invoice))).toMatchObject({
			statusCode: '3185',
			statusMessage: `Cannot void the object specified by the id = "${invoice.TxnID}".  QuickBooks error message: ${locks[3185].saying}`,
		});
		expect(desk.ask(undo('Del', invoice)).statusCode).toBe('3175');
	}
	expect(desk.ask(undo('Void', invoice)).statusCode).toBe('0');
});

rule('name-in-use', (desk) => {
	const { Name } = desk.company.vendors[0];
	const add = () =>
		desk.ask(
			`<CustomerAddRq><CustomerAdd><Name>${Name.replace('&', '&amp;')}</Name></CustomerAdd></CustomerAddRq>`,
		);
	for (const { statusCode, statusMessage } of [add(), add()]) {
		expect(statusCode).toBe('3100');
		expect(statusMessage).toMatch(/is already in use\.$/);
	}
});

rule('closed-period', (desk) => {
	const invoice = openInvoice(desk);
	desk.company.closingDate = '2026-12-31';
	for (const request of [payment(desk), memo(invoice), undo('Void', invoice)]) {
		expect(desk.ask(request).statusCode).toBe('3171');
	}
	expect(desk.ask(memo(invoice)).statusMessage).toBe(
		'An attempt was made to modify a Invoice with a date that is on or before the closing date of the company.',
	);
});

rule('delete-in-a-closed-period', (desk) => {
	desk.company.closingDate = '2026-12-31';
	expect(desk.ask(undo('Del', openInvoice(desk))).statusCode).toBe('3161');
});

rule('open-closed-period', (desk) => {
	const invoice = openInvoice(desk);
	Object.assign(desk.company, { closingDate: '2026-12-31', mayWriteInClosedPeriod: true });
	for (const request of [payment(desk), memo(invoice), undo('Del', invoice)]) {
		expect(desk.ask(request).statusCode).toBe('0');
	}
});

rule('accountants-copy', (desk) => {
	const invoice = openInvoice(desk);
	desk.company.dividingDate = '2026-01-31';
	const added = desk.ask(classAdd('Spare')).records.ClassRet[0];
	const del = `<ListDelRq><ListDelType>Class</ListDelType><ListID>${String(added.ListID)}</ListID></ListDelRq>`;
	const early = payment(desk, '<TxnDate>2026-01-31</TxnDate>');
	for (const request of [early, memo(invoice), undo('Del', invoice), del]) {
		expect(desk.ask(request)).toMatchObject({
			statusCode: '3180',
			statusMessage: expect.stringMatching(/has an Accountant’s Copy\.$/) as string,
		});
	}
	expect(desk.ask(payment(desk)).statusCode).toBe('0');
});

rule('users-rights', (desk) => {
	desk.company.forbidden = ['ReceivePaymentAddRq'];
	expect(desk.ask(payment(desk)).statusCode).toBe('3260');
});
