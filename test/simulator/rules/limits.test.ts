import { createSession } from '../../../simulator/qbxml/protocol/session';
import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import { answerRequest } from '../../../simulator/qbxml/request-processor';
import { type Desk, document } from '../support/ask';
import { addBill, modOf } from '../support/purchases';
import { rule } from '../support/rules';

const payment = (customer: string, more = '', amount = '5.00'): string =>
	`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef>${customer}</CustomerRef>${more}<TotalAmount>${amount}</TotalAmount><IsAutoApply>false</IsAutoApply></ReceivePaymentAdd></ReceivePaymentAddRq>`;

const first = ({ company }: Desk): string => `<ListID>${company.customers[0].ListID}</ListID>`;

const classAdd = (name: string): string =>
	`<ClassAddRq><ClassAdd><Name>${name}</Name></ClassAdd></ClassAddRq>`;

rule('too-long-texts', ({ ask, company }) => {
	const count = company.classes.length;
	expect(ask(classAdd('x'.repeat(32))).statusCode).toBe('3070');
	expect(company.classes).toHaveLength(count);
	expect(ask(classAdd('x'.repeat(31))).statusCode).toBe('0');
});

rule('amount-with-two-decimals', (desk) => {
	for (const amount of ['5', '5.0', '5.000']) {
		expect(desk.ask(payment(first(desk), '', amount)).statusCode).toBe('3040');
	}
	expect(desk.ask(payment(first(desk))).statusCode).toBe('0');
});

rule('more-than-five-decimals', (desk) => {
	const [{ InvoiceLineRet }] = desk.ask(
		`<InvoiceAddRq><InvoiceAdd><CustomerRef>${first(desk)}</CustomerRef><InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>1.1234567</Quantity><Rate>9.1234512</Rate></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`,
	).records.InvoiceRet;
	expect(InvoiceLineRet).toMatchObject([{ Quantity: '1.12346', Rate: '9.12345' }]);
});

rule('amount-too-large', (desk) => {
	const sell = (quantity: string, rate: string) =>
		desk.ask(
			`<InvoiceAddRq><InvoiceAdd><CustomerRef>${first(desk)}</CustomerRef><InvoiceLineAdd><ItemRef><FullName>Design</FullName></ItemRef><Quantity>${quantity}</Quantity><Rate>${rate}</Rate></InvoiceLineAdd></InvoiceAdd></InvoiceAddRq>`,
		);
	const count = desk.company.invoices.length;
	expect(sell('1000000', '10000')).toMatchObject({ statusCode: '3101', records: {} });
	expect(desk.company.invoices).toHaveLength(count);
	const { statusCode, records } = sell('1000000', '9999.99');
	expect(statusCode).toBe('0');
	const [{ TxnID, EditSequence }] = records.InvoiceRet;
	const line =
		'<InvoiceLineMod><TxnLineID>-1</TxnLineID><ItemRef><FullName>Design</FullName></ItemRef>';
	const more = `<InvoiceModRq><InvoiceMod><TxnID>${String(TxnID)}</TxnID><EditSequence>${String(EditSequence)}</EditSequence>${line}<Quantity>1000000</Quantity><Rate>10000</Rate></InvoiceLineMod></InvoiceMod></InvoiceModRq>`;
	expect(desk.ask(more).statusCode).toBe('3101');
	expect(desk.company.invoices.at(-1)?.Subtotal).toBe('9999990000.00');
});

rule('whitespace-in-a-preferences-query', ({ ask }) => {
	const query = (content: string) => ask(`<PreferencesQueryRq>${content}</PreferencesQueryRq>`);
	for (const blanks of [' ', '\n\t']) expect(() => query(blanks)).toThrow('parsing');
	expect(query('').statusCode).toBe('0');
	expect(ask('<HostQueryRq>\n</HostQueryRq>').statusCode).toBe('0');
});

rule('wrong-order-of-elements', ({ ask }) => {
	expect(() =>
		ask(
			'<ClassAddRq><ClassAdd><IsActive>true</IsActive><Name>Harbour</Name></ClassAdd></ClassAddRq>',
		),
	).toThrow(RequestProcessorError);
});

rule('reference-with-id-and-name', (desk) => {
	const both = `${first(desk)}<FullName>Nobody</FullName>`;
	const [record] = desk.ask(payment(both)).records.ReceivePaymentRet;
	expect(record.CustomerRef).toMatchObject({ ListID: desk.company.customers[0].ListID });
});

rule('empty-fields-are-left-out', ({ ask }) => {
	const add =
		'<CustomerAddRq><CustomerAdd><Name>New &amp; Bare</Name><Phone></Phone></CustomerAdd></CustomerAddRq>';
	const [record] = ask(add).records.CustomerRet;
	expect(record).toMatchObject({ Name: 'New & Bare' });
	expect(Object.values(record)).not.toContain('');
	expect(record).not.toHaveProperty('Phone');
});

rule('colon-in-a-name', ({ ask, company }) => {
	const count = company.classes.length;
	expect(ask(classAdd('Harbour:North')).statusCode).toBe('3090');
	expect(company.classes).toHaveLength(count);
});

const classBelow = (parent: string, name: string): string =>
	`<ClassAddRq><ClassAdd><Name>${name}</Name><ParentRef><FullName>${parent}</FullName></ParentRef></ClassAdd></ClassAddRq>`;

rule('five-levels', ({ ask, company }) => {
	ask(classAdd('1'));
	for (const parent of ['1', '1:2', '1:2:3', '1:2:3:4']) {
		expect(ask(classBelow(parent, `${parent.split(':').length + 1}`)).statusCode).toBe('0');
	}
	const count = company.classes.length;
	expect(ask(classBelow('1:2:3:4:5', '6')).statusCode).toBe('3130');
	expect(company.classes).toHaveLength(count);
	// Nor can what has something below it move down too far.
	const { ListID, EditSequence } = ask(classAdd('A')).records.ClassRet[0];
	ask(classBelow('A', 'B'));
	const move = `<ClassModRq><ClassMod><ListID>${String(ListID)}</ListID><EditSequence>${String(EditSequence)}</EditSequence><ParentRef><FullName>1:2:3:4</FullName></ParentRef></ClassMod></ClassModRq>`;
	expect(ask(move).statusCode).toBe('3130');
	expect(company.classes.at(-1)?.FullName).toBe('A:B');
});

rule('unknown-parent', ({ ask, company }) => {
	const count = company.classes.length;
	expect(ask(classBelow('Nowhere', 'Lost'))).toMatchObject({
		statusCode: '3130',
		statusMessage: expect.stringMatching(
			/^There is an invalid reference to a parent "Nowhere"/,
		) as string,
	});
	expect(company.classes).toHaveLength(count);
});

rule('names-are-trimmed', ({ ask, company }, isFollowed) => {
	ask(classAdd(' Harbour '));
	expect(company.classes.at(-1)?.Name).toBe(isFollowed ? 'Harbour' : ' Harbour ');
	expect(ask(classAdd('Harbour')).statusCode).toBe(isFollowed ? '3100' : '0');
});

rule('numbers-are-not-unique', (desk) => {
	const add = () => desk.ask(payment(first(desk), '<RefNumber>77</RefNumber>'));
	const ids = [add(), add()].map(({ records }) => records.ReceivePaymentRet[0].TxnID);
	expect(new Set(ids).size).toBe(2);
});

rule('no-edit-sequence-to-delete', ({ ask, company }) => {
	const open = company.invoices.find(({ IsPaid }) => IsPaid === 'false');
	const request = (more: string) =>
		`<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${open?.TxnID}</TxnID>${more}</TxnDelRq>`;
	expect(() => ask(request('<EditSequence>1</EditSequence>'))).toThrow(RequestProcessorError);
	expect(ask(request('')).statusCode).toBe('0');
});

rule('versions-of-qbxml', ({ company }) => {
	const answer = (version: string) =>
		answerRequest(company, createSession(), document('<HostQueryRq/>', 'stopOnError', version));
	expect(() => answer('17.0')).toThrow(expect.objectContaining({ hresult: '0x80040423' }));
	expect(answer('16.0')).toContain('HostQueryRs');
});

rule('reports-come-whole', ({ ask }) => {
	const report = (content: string) =>
		ask(
			`<GeneralSummaryReportQueryRq><GeneralSummaryReportType>TrialBalance</GeneralSummaryReportType>${content}</GeneralSummaryReportQueryRq>`,
		);
	expect(report('').statusCode).toBe('0');
	const profit = ask(
		'<GeneralSummaryReportQueryRq><GeneralSummaryReportType>ProfitAndLossStandard</GeneralSummaryReportType></GeneralSummaryReportQueryRq>',
	);
	expect(profit.records.ReportRet[0].ReportSubtitle).toBe(
		'January 1, 2026 through February 3, 2026',
	);
	const period =
		'<ReportPeriod><FromReportDate>2026-01-01</FromReportDate></ReportPeriod><ReportDateMacro>Today</ReportDateMacro>';
	expect(() => report(period)).toThrow(RequestProcessorError);
});

rule('record-beside-a-stale-change', (desk, isFollowed) => {
	const bill = addBill(desk);
	const [customer] = desk.company.customers;
	for (const [kind, record] of [
		['Bill', bill],
		['Customer', customer],
	] as const) {
		const { EditSequence } = record;
		const answer = desk.ask(modOf(kind, { ...record, EditSequence: '1' }, ''));
		expect(answer.statusCode).toBe('3200');
		if (isFollowed) expect(answer.records).toMatchObject({ [`${kind}Ret`]: [{ EditSequence }] });
		else expect(answer.records).toEqual({});
	}
});
