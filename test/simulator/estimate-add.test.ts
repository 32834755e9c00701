import { type Answered, openDesk } from './support/ask';

const ABERCROMBIE = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';

const line = (item: string, rest = ''): string =>
	`<EstimateLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${rest}</EstimateLineAdd>`;

const add = (content: string): string =>
	`<EstimateAddRq requestID="7"><EstimateAdd>${content}</EstimateAdd></EstimateAddRq>`;

const estimateOf = ({ records }: Answered): Record<string, unknown> => records.EstimateRet[0];

describe('an added estimate', () => {
	it('is answered in qbXML’s order, priced and taxed as an invoice would be', () => {
		const { ask } = openDesk();
		const estimate = estimateOf(
			ask(
				add(
					`${ABERCROMBIE}<TxnDate>2026-01-15</TxnDate><RefNumber>E-1</RefNumber>` +
						'<BillAddress><Addr1>Abercrombie &amp; Daughters</Addr1></BillAddress>' +
						'<IsActive>1</IsActive><PONumber>PO-7</PONumber><Memo>Grüße</Memo>' +
						line('Design', '<Quantity>2</Quantity><Rate>150.00</Rate>') +
						line('Lumber', '<Quantity>3</Quantity>'),
				),
			),
		);
		expect(Object.keys(estimate)).toEqual([
			'TxnID',
			'TimeCreated',
			'TimeModified',
			'EditSequence',
			'TxnNumber',
			'CustomerRef',
			'TemplateRef',
			'TxnDate',
			'RefNumber',
			'BillAddress',
			'BillAddressBlock',
			'ShipAddress',
			'ShipAddressBlock',
			'IsActive',
			'PONumber',
			'TermsRef',
			'DueDate',
			'Subtotal',
			'ItemSalesTaxRef',
			'SalesTaxPercentage',
			'SalesTaxTotal',
			'TotalAmount',
			'CurrencyRef',
			'ExchangeRate',
			'TotalAmountInHomeCurrency',
			'Memo',
			'IsToBeEmailed',
			'CustomerSalesTaxCodeRef',
			'EstimateLineRet',
		]);
		expect(estimate).toMatchObject({
			TemplateRef: { FullName: 'Standard Estimate' },
			RefNumber: 'E-1',
			IsActive: 'true',
			Subtotal: '314.55',
			SalesTaxTotal: '1.13',
			TotalAmount: '315.68',
			TotalAmountInHomeCurrency: '315.68',
			EstimateLineRet: [{ Amount: '300.00' }, { Amount: '14.55' }],
		});
	});

	it('moves no balance and is no invoice', () => {
		const { ask, company } = openDesk();
		const before = JSON.stringify([company.customers, company.accounts, company.invoices]);
		ask(add(ABERCROMBIE + line('Design')));
		expect(JSON.stringify([company.customers, company.accounts, company.invoices])).toBe(before);
		expect(company.estimates).toHaveLength(1);
	});

	it('is numbered in a series of its own', () => {
		const { ask } = openDesk();
		expect(estimateOf(ask(add(ABERCROMBIE + line('Design'))))).toMatchObject({ RefNumber: '1' });
		ask(add(`${ABERCROMBIE}<RefNumber>40</RefNumber>${line('Design')}`));
		expect(estimateOf(ask(add(ABERCROMBIE + line('Design'))))).toMatchObject({ RefNumber: '41' });
	});

	it('is told of by the elements asked for alone', () => {
		const { ask } = openDesk();
		const answer = ask(
			`<EstimateAddRq><EstimateAdd>${ABERCROMBIE}${line('Design')}</EstimateAdd><IncludeRetElement>RefNumber</IncludeRetElement></EstimateAddRq>`,
		);
		expect(estimateOf(answer)).toEqual({ RefNumber: '1' });
	});
});

describe('a refused estimate', () => {
	it.each([
		[
			'3140',
			`<CustomerRef><ListID>8000FFFF-1</ListID></CustomerRef>${line('Design')}`,
			'There is an invalid reference to QuickBooks Customer "8000FFFF-1" in the Estimate.',
		],
		[
			'3140',
			ABERCROMBIE + line('Moonshine'),
			'There is an invalid reference to QuickBooks Item "Moonshine" in the Estimate line.',
		],
		[
			'3140',
			`${ABERCROMBIE}<TemplateRef><FullName>Product Invoice</FullName></TemplateRef>${line('Design')}`,
			'There is an invalid reference to QuickBooks Template "Product Invoice" in the Estimate.',
		],
		[
			'3250',
			ABERCROMBIE + line('Design', '<OptionForPriceRuleConflict>Zero</OptionForPriceRuleConflict>'),
			'The element "OptionForPriceRuleConflict" is not supported by this company file.',
		],
	])('is refused with %s and leaves no trace: %s', (statusCode, content, message) => {
		const { ask, company } = openDesk();
		const before = JSON.stringify(company);
		expect(ask(add(content))).toMatchObject({
			requestID: '7',
			statusCode,
			statusSeverity: 'Error',
			statusMessage: expect.stringContaining(message),
			records: {},
		});
		expect(JSON.stringify(company)).toBe(before);
	});

	it('has no answer when it holds what only an invoice has', () => {
		const { ask } = openDesk();
		const shipped = add(`${ABERCROMBIE}<ShipDate>2026-01-15</ShipDate>${line('Design')}`);
		expect(() => ask(shipped)).toThrow(expect.objectContaining({ hresult: '0x80040400' }));
	});

	it('has no answer without a line', () => {
		const { ask } = openDesk();
		expect(() => ask(add(ABERCROMBIE))).toThrow(expect.objectContaining({ hresult: '0x80040400' }));
	});
});
