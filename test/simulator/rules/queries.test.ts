import { rules } from '../../../quickbooks/rules';
import { createSession } from '../../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../../simulator/qbxml/request-processor';
import { document, pluck, readAnswers } from '../support/ask';
import { rule } from '../support/rules';

const nothing = { records: {} };

rule('named-record-not-found', ({ ask, company: { customers, invoices } }) => {
	const [{ ListID }] = customers;
	const some = ask(
		`<CustomerQueryRq><ListID>${ListID}</ListID><ListID>F0-1</ListID></CustomerQueryRq>`,
	);
	const warning = {
		statusCode: '500',
		statusSeverity: 'Warn',
		statusMessage:
			'The query request has not been fully completed. There was a required element ("F0-1") that could not be found in QuickBooks.',
	};
	expect(some).toMatchObject(warning);
	expect(pluck(some.records.CustomerRet, 'ListID')).toEqual([ListID]);
	expect(ask('<CustomerQueryRq><ListID>F0-1</ListID></CustomerQueryRq>')).toMatchObject({
		...warning,
		...nothing,
	});
	for (const query of [
		'<CustomerQueryRq><FullName>Nobody</FullName></CustomerQueryRq>',
		'<InvoiceQueryRq><TxnID>F0-1</TxnID></InvoiceQueryRq>',
		'<InvoiceQueryRq><RefNumber>none</RefNumber></InvoiceQueryRq>',
		'<TransactionQueryRq><TxnID>F0-1</TxnID></TransactionQueryRq>',
	]) {
		expect(ask(query)).toMatchObject({ statusCode: '500', statusSeverity: 'Warn', ...nothing });
	}
	const both = `<RefNumber>${invoices[0].RefNumber}</RefNumber><RefNumber>none</RefNumber>`;
	expect(ask(`<InvoiceQueryRq>${both}</InvoiceQueryRq>`).records.InvoiceRet).toHaveLength(1);
});

rule('nothing-found-is-no-warning', ({ ask }, isFollowed) => {
	const filter =
		'<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>nobody</Name></NameFilter>';
	expect(ask(`<VendorQueryRq>${filter}</VendorQueryRq>`)).toMatchObject({
		statusCode: '1',
		statusSeverity: isFollowed ? 'Info' : 'Warn',
		statusMessage: 'A query request did not find a matching object in QuickBooks',
		...nothing,
	});
});

rule('names-exclude-filters', ({ ask }) => {
	const filter = '<NameFilter><MatchCriterion>Contains</MatchCriterion><Name>a</Name></NameFilter>';
	const range = '<NameRangeFilter><FromName>a</FromName></NameRangeFilter>';
	for (const content of [`<FullName>Cook, Brian</FullName>${filter}`, `${filter}${range}`]) {
		expect(() => ask(`<CustomerQueryRq>${content}</CustomerQueryRq>`)).toThrow('parsing');
	}
});

rule('active-only-by-default', ({ ask, company: { customers } }) => {
	const [customer] = customers;
	customer.IsActive = 'false';
	const found = ask('<CustomerQueryRq/>').records.CustomerRet;
	expect(pluck(found, 'ListID')).not.toContain(customer.ListID);
	const named = ask(`<CustomerQueryRq><ListID>${customer.ListID}</ListID></CustomerQueryRq>`);
	expect(named.records.CustomerRet).toHaveLength(1);
});

rule('names-ignore-case', ({ ask, company: { invoices } }) => {
	invoices[0].RefNumber = 'ab-1';
	const count = (query: string): unknown => ask(query).records.InvoiceRet?.length ?? 0;
	expect(
		ask('<CustomerQueryRq><FullName>COOK, brian</FullName></CustomerQueryRq>').statusCode,
	).toBe('0');
	expect(count('<InvoiceQueryRq><RefNumber>AB-1</RefNumber></InvoiceQueryRq>')).toBe(1);
	expect(
		count('<InvoiceQueryRq><RefNumberCaseSensitive>AB-1</RefNumberCaseSensitive></InvoiceQueryRq>'),
	).toBe(0);
});

rule('apostrophes-differ', ({ ask }) => {
	const receive = (name: string) =>
		ask(
			`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><FullName>${name}</FullName></CustomerRef><TotalAmount>1.00</TotalAmount><IsAutoApply>false</IsAutoApply></ReceivePaymentAdd></ReceivePaymentAddRq>`,
		).statusCode;
	expect(receive('O’Hara Plumbing')).toBe('3140');
	expect(receive("O'Hara Plumbing")).toBe('0');
});

rule('void-by-its-looks', ({ ask, company: { invoices } }) => {
	const open = invoices.find(({ IsPaid }) => IsPaid === 'false');
	const id = `<TxnID>${open?.TxnID}</TxnID>`;
	expect(ask(`<TxnVoidRq><TxnVoidType>Invoice</TxnVoidType>${id}</TxnVoidRq>`).statusCode).toBe(
		'0',
	);
	const [record] = ask(`<InvoiceQueryRq>${id}</InvoiceQueryRq>`).records.InvoiceRet;
	expect(record).toMatchObject({
		Subtotal: '0.00',
		Memo: expect.stringMatching(/^VOID:/) as string,
	});
	expect(Object.keys(record).filter((name) => /void/i.test(name))).toEqual([]);
});

rule('lines-only-on-request', ({ ask, company: { invoices, bills } }) => {
	for (const [kind, { TxnID }, lines] of [
		['Invoice', invoices[0], 'InvoiceLineRet'],
		['Bill', bills[0], 'ExpenseLineRet'],
	] as const) {
		const read = (more: string) =>
			ask(`<${kind}QueryRq><TxnID>${TxnID}</TxnID>${more}</${kind}QueryRq>`).records[
				`${kind}Ret`
			][0];
		expect(read('')).not.toHaveProperty(lines);
		expect(read('<IncludeLineItems>true</IncludeLineItems>')).toHaveProperty(lines);
	}
});

rule('elements-that-were-not-asked-for', ({ ask }) => {
	const [record] = ask(
		'<CustomerQueryRq><MaxReturned>1</MaxReturned><IncludeRetElement>Name</IncludeRetElement></CustomerQueryRq>',
	).records.CustomerRet;
	expect(Object.keys(record)).toEqual(['Name']);
});

rule('time-entries-among-transactions', ({ ask, company }) => {
	const added = ask(
		`<TimeTrackingAddRq><TimeTrackingAdd><TxnDate>2026-02-03</TxnDate><EntityRef><FullName>${company.vendors[0].Name}</FullName></EntityRef><Duration>PT1H0M</Duration></TimeTrackingAdd></TimeTrackingAddRq>`,
	);
	const id = String(added.records.TimeTrackingRet[0].TxnID);
	const find = (wanted: string) =>
		ask(`<TransactionQueryRq><TxnID>${wanted}</TxnID></TransactionQueryRq>`);
	expect(find(id)).toMatchObject({ statusCode: '500', ...nothing });
	const [summary] = find(company.invoices[0].TxnID).records.TransactionRet;
	expect(summary).not.toHaveProperty('EditSequence');
});

rule('deleted-within-90-days', ({ ask, company }) => {
	const [{ TxnID }] = company.creditMemos;
	const [open] = company.invoices.filter(({ IsPaid }) => IsPaid === 'false');
	ask(`<TxnVoidRq><TxnVoidType>CreditMemo</TxnVoidType><TxnID>${TxnID}</TxnID></TxnVoidRq>`);
	ask(`<TxnDelRq><TxnDelType>Invoice</TxnDelType><TxnID>${open.TxnID}</TxnID></TxnDelRq>`);
	const deleted = () =>
		ask(
			'<TxnDeletedQueryRq><TxnDelType>Invoice</TxnDelType><TxnDelType>CreditMemo</TxnDelType></TxnDeletedQueryRq>',
		).records.TxnDeletedRet ?? [];
	expect(pluck(deleted(), 'TxnID')).toEqual([open.TxnID]);
	company.now = () => new Date('2026-05-10T00:00:00Z');
	expect(deleted()).toEqual([]);
});

rule('long-lists-are-cut', ({ ask }) => {
	const cut = ask('<InvoiceQueryRq><MaxReturned>7</MaxReturned></InvoiceQueryRq>');
	expect(cut).toMatchObject({ statusCode: '0', statusMessage: 'Status OK' });
	expect(cut.records.InvoiceRet).toHaveLength(7);
	expect(cut).not.toHaveProperty('iteratorRemainingCount');
});

const START =
	'<VendorQueryRq iterator="Start"><MaxReturned>5</MaxReturned><ActiveStatus>All</ActiveStatus></VendorQueryRq>';
const next = (iteratorID = '', maximum = 5, status = 'All'): string =>
	`<VendorQueryRq iterator="Continue" iteratorID="${iteratorID}"><MaxReturned>${maximum}</MaxReturned><ActiveStatus>${status}</ActiveStatus></VendorQueryRq>`;

rule('iterators-end-with-the-session', ({ ask, company }) => {
	const { iteratorID } = ask(START);
	const later = answerRequest(company, createSession(), document(next(iteratorID)));
	expect(readAnswers(later)[0]).toMatchObject({ statusCode: '3391', ...nothing });
	expect(ask(next(iteratorID)).statusCode).toBe('0');
});

rule('iterators-keep-their-filters', ({ ask }) => {
	const { iteratorID } = ask(START);
	expect(ask(next(iteratorID, 5, 'ActiveOnly'))).toMatchObject({ statusCode: '3391', ...nothing });
	expect(ask(next(iteratorID, 3)).records.VendorRet).toHaveLength(3);
});

rule('iterators-end-with-the-last-page', ({ ask }) => {
	const { iteratorID } = ask(START);
	expect(ask(next(iteratorID, 1000))).toMatchObject({
		statusCode: '0',
		iteratorRemainingCount: '0',
	});
	expect(ask(next(iteratorID)).statusCode).toBe('3391');
});

rule('lists-without-iterator', ({ ask }) => {
	const types: Record<string, string> = {
		ListDeletedQuery: '<ListDelType>Customer</ListDelType>',
		TxnDeletedQuery: '<TxnDelType>Invoice</TxnDelType>',
	};
	for (const name of rules['lists-without-iterator'].requests) {
		const query = (iterator: string): string =>
			`<${name}Rq${iterator}>${types[name] ?? '<MaxReturned>5</MaxReturned>'}</${name}Rq>`;
		expect(() => ask(query(' iterator="Start"'))).toThrow('parsing');
		expect(['0', '1']).toContain(ask(query('')).statusCode);
	}
});
