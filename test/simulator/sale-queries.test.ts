import { openDesk, pluck } from './support/ask';

const { ask, company } = openDesk();

const invoices = (filters: string) =>
	ask(`<InvoiceQueryRq>${filters}</InvoiceQueryRq>`).records.InvoiceRet ?? [];
const creditMemos = (filters: string) =>
	ask(`<CreditMemoQueryRq>${filters}</CreditMemoQueryRq>`).records.CreditMemoRet ?? [];

describe('a query of invoices', () => {
	it('answers all of them, without lines and links unless they are asked for', () => {
		const all = invoices('');
		expect(all).toHaveLength(300);
		expect(all.some((one) => 'InvoiceLineRet' in one || 'LinkedTxn' in one)).toBe(false);
		const whole = invoices(
			'<RefNumber>1001</RefNumber><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns>',
		);
		expect(whole).toEqual([
			expect.objectContaining({
				RefNumber: '1001',
				InvoiceLineRet: expect.arrayContaining([
					expect.objectContaining({ TxnLineID: expect.stringMatching(/^[0-9A-F]+-\d+$/) }),
				]),
			}),
		]);
	});

	it('filters by customer, alone or with its jobs', () => {
		const [parent] = company.customers;
		const of = (filter: string) =>
			pluck(invoices(`<EntityFilter>${filter}</EntityFilter>`), 'CustomerRef').map(
				(reference) => (reference as { FullName: string }).FullName,
			);
		const own = of(`<ListID>${parent.ListID}</ListID>`);
		const family = of(`<ListIDWithChildren>${parent.ListID}</ListIDWithChildren>`);
		expect(new Set(own)).toEqual(new Set([parent.FullName]));
		expect(family.length).toBeGreaterThan(own.length);
		expect(family.every((name) => name.startsWith(parent.FullName))).toBe(true);
		expect(of('<FullNameWithChildren>Abercrombie &amp; Daughters</FullNameWithChildren>')).toEqual(
			family,
		);
	});

	it('filters by date, both ends included', () => {
		const [{ TxnDate }] = company.invoices;
		const range = `<TxnDateRangeFilter><FromTxnDate>${TxnDate}</FromTxnDate><ToTxnDate>${TxnDate}</ToTxnDate></TxnDateRangeFilter>`;
		expect(new Set(pluck(invoices(range), 'TxnDate'))).toEqual(new Set([TxnDate]));
		const year = invoices(
			'<TxnDateRangeFilter><FromTxnDate>2025-01-01</FromTxnDate></TxnDateRangeFilter>',
		);
		expect(year).toHaveLength(
			company.invoices.filter((invoice) => invoice.TxnDate.startsWith('2025')).length,
		);
	});

	it('tells paid from unpaid ones', () => {
		const paid = invoices('<PaidStatus>PaidOnly</PaidStatus>');
		const unpaid = invoices('<PaidStatus>NotPaidOnly</PaidStatus>');
		expect(new Set(pluck(paid, 'BalanceRemaining'))).toEqual(new Set(['0.00']));
		expect(pluck(unpaid, 'IsPaid')).not.toContain('true');
		expect(unpaid.length).toBeGreaterThan(10);
		expect(paid.length + unpaid.length).toBe(300);
		expect(invoices('<PaidStatus>All</PaidStatus>')).toHaveLength(300);
	});

	it('warns of a customer in a filter that does not exist', () => {
		const answer = ask(
			'<InvoiceQueryRq><EntityFilter><ListID>8000FFFF-1</ListID></EntityFilter></InvoiceQueryRq>',
		);
		expect(answer).toMatchObject({ statusCode: '500', statusSeverity: 'Warn', records: {} });
		expect(answer.statusMessage).toContain('"8000FFFF-1"');
	});
});

describe('a query of credit memos', () => {
	it('filters by number: a part, and a range with both ends', () => {
		const match = (criterion: string, number: string) =>
			pluck(
				creditMemos(
					`<RefNumberFilter><MatchCriterion>${criterion}</MatchCriterion><RefNumber>${number}</RefNumber></RefNumberFilter>`,
				),
				'RefNumber',
			);
		expect(match('EndsWith', '07')).toEqual(['507']);
		expect(match('StartsWith', '54')).toEqual(['540']);
		expect(match('Contains', '52')).toEqual(
			Array.from({ length: 10 }, (_, index) => String(520 + index)),
		);
		expect(
			pluck(
				creditMemos(
					'<RefNumberRangeFilter><FromRefNumber>509</FromRefNumber><ToRefNumber>511</ToRefNumber></RefNumberRangeFilter>',
				),
				'RefNumber',
			),
		).toEqual(['509', '510', '511']);
	});

	it('filters by account: the receivable one, or one that an item is booked to', () => {
		const by = (name: string) =>
			creditMemos(`<AccountFilter><FullName>${name}</FullName></AccountFilter>`);
		const euro = by('Accounts Receivable - EUR').length;
		const canada = by('Accounts Receivable - CAD').length;
		expect(by('Accounts Receivable').length + euro + canada).toBe(40);
		const services = by('Service Income');
		expect(services.length).toBeGreaterThan(0);
		expect(services.length).toBeLessThan(40);
	});

	it('filters by currency and by customer', () => {
		const [, euro] = company.currencies;
		const inEuro = creditMemos(`<CurrencyFilter><ListID>${euro.ListID}</ListID></CurrencyFilter>`);
		const expected = company.creditMemos.filter(
			({ CurrencyRef }) => CurrencyRef.ListID === euro.ListID,
		);
		expect(pluck(inEuro, 'TxnID')).toEqual(expected.map(({ TxnID }) => TxnID));
		const [first] = company.creditMemos;
		const own = creditMemos(
			`<EntityFilter><ListID>${first.CustomerRef.ListID}</ListID></EntityFilter><IncludeLineItems>true</IncludeLineItems>`,
		);
		expect(pluck(own, 'TxnID')).toContain(first.TxnID);
		expect(own.every((one) => Array.isArray(one.CreditMemoLineRet))).toBe(true);
	});
});
