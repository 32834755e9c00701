import { answerRequest } from '../../simulator/qbxml/request-processor';
import { type Answered, document, openDesk } from './support/ask';

const ABERCROMBIE = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';
const PRETELL = '<CustomerRef><ListID>80000009-1700000009</ListID></CustomerRef>';
const BRASSERIE = '<CustomerRef><FullName>Brasserie Générale SARL</FullName></CustomerRef>';

const line = (item: string, rest = ''): string =>
	`<InvoiceLineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${rest}</InvoiceLineAdd>`;

const add = (content: string): string =>
	`<InvoiceAddRq requestID="32"><InvoiceAdd>${content}</InvoiceAdd></InvoiceAddRq>`;

const invoiceOf = ({ records }: Answered): Record<string, unknown> => records.InvoiceRet[0];

const linesOf = (answer: Answered): Array<Record<string, unknown>> =>
	invoiceOf(answer).InvoiceLineRet as Array<Record<string, unknown>>;

describe('an added invoice', () => {
	it('is answered whole, element by element', () => {
		const { company, session } = openDesk();
		const xml = answerRequest(
			company,
			session,
			document(
				add(
					`${ABERCROMBIE}<TxnDate>2026-01-15</TxnDate><RefNumber>A-7</RefNumber>` +
						'<BillAddress><Addr1>Abercrombie &amp; Daughters</Addr1><City>Zürich</City></BillAddress>' +
						'<Memo>Grüße</Memo>' +
						line('Metered Water', '<Quantity>2.5</Quantity><Rate>0.1</Rate>') +
						line('Lumber', '<Desc>2 × 4</Desc><Quantity>3</Quantity>'),
				),
			),
		);
		const created =
			'<TimeCreated>2026-02-03T04:05:06+00:00</TimeCreated>' +
			'<TimeModified>2026-02-03T04:05:06+00:00</TimeModified><EditSequence>1770091506</EditSequence>';
		expect(xml).toMatch(
			/^<\?xml version="1.0" \?><QBXML><QBXMLMsgsRs><InvoiceAddRs requestID="32" /,
		);
		expect(xml.replace(/<(TxnID|TxnLineID|TxnNumber)>[^<]+/g, '<$1>')).toContain(
			`statusCode="0" statusSeverity="Info" statusMessage="Status OK"><InvoiceRet><TxnID></TxnID>${created}` +
				'<TxnNumber></TxnNumber>' +
				'<CustomerRef><ListID>80000001-1700000001</ListID><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>' +
				'<ARAccountRef><ListID>80060001-1700000001</ListID><FullName>Accounts Receivable</FullName></ARAccountRef>' +
				'<TemplateRef><ListID>80070001-1700000001</ListID><FullName>Product Invoice</FullName></TemplateRef>' +
				'<TxnDate>2026-01-15</TxnDate><RefNumber>A-7</RefNumber>' +
				'<BillAddress><Addr1>Abercrombie &amp; Daughters</Addr1><City>Z&#252;rich</City></BillAddress>' +
				'<BillAddressBlock><Addr1>Abercrombie &amp; Daughters</Addr1><Addr2>Z&#252;rich</Addr2></BillAddressBlock>',
		);
		expect(xml).toContain(
			'<IsPending>false</IsPending><IsFinanceCharge>false</IsFinanceCharge>' +
				'<TermsRef><ListID>80040001-1700000001</ListID><FullName>Net 30</FullName></TermsRef>' +
				'<DueDate>2026-02-14</DueDate><ShipDate>2026-01-15</ShipDate><Subtotal>14.80</Subtotal>' +
				'<ItemSalesTaxRef><ListID>80020015-1700000021</ListID><FullName>San Tomas</FullName></ItemSalesTaxRef>' +
				'<SalesTaxPercentage>7.75</SalesTaxPercentage><SalesTaxTotal>1.13</SalesTaxTotal>' +
				'<AppliedAmount>0.00</AppliedAmount><BalanceRemaining>15.93</BalanceRemaining>' +
				'<CurrencyRef><ListID>80080001-1700000001</ListID><FullName>US Dollar</FullName></CurrencyRef>' +
				'<ExchangeRate>1</ExchangeRate><BalanceRemainingInHomeCurrency>15.93</BalanceRemainingInHomeCurrency>' +
				'<Memo>Gr&#252;&#223;e</Memo><IsPaid>false</IsPaid><IsToBePrinted>true</IsToBePrinted>' +
				'<IsToBeEmailed>false</IsToBeEmailed>' +
				'<CustomerSalesTaxCodeRef><ListID>80030001-1700000001</ListID><FullName>Tax</FullName></CustomerSalesTaxCodeRef>' +
				'<InvoiceLineRet><TxnLineID>',
		);
		expect(xml).toContain(
			'<ItemRef><ListID>80020006-1700000006</ListID><FullName>Metered Water</FullName></ItemRef>' +
				'<Desc>Water, per liter</Desc><Quantity>2.5</Quantity><Rate>0.10</Rate><Amount>0.25</Amount>' +
				'<SalesTaxCodeRef><ListID>80030002-1700000002</ListID><FullName>Non</FullName></SalesTaxCodeRef></InvoiceLineRet>',
		);
		expect(xml).toContain(
			'<Desc>2 &#215; 4</Desc><Quantity>3</Quantity><Rate>4.85</Rate><Amount>14.55</Amount>',
		);
	});

	it('is numbered after the highest one, unless it has a number', () => {
		const { ask } = openDesk();
		expect(invoiceOf(ask(add(ABERCROMBIE)))).toMatchObject({ RefNumber: '1301' });
		ask(add(`${ABERCROMBIE}<RefNumber>2000</RefNumber>`));
		ask(add(`${ABERCROMBIE}<RefNumber>X-9999</RefNumber>`));
		expect(invoiceOf(ask(add(ABERCROMBIE)))).toMatchObject({ RefNumber: '2001' });
	});

	it.each([
		['1.5', '0.33', '0.50'],
		['1', '1.005', '1.01'],
		['100000', '0.00001', '1.00'],
		['-1', '1.005', '-1.01'],
	])('rounds %s at %s to cents, halves away from zero', (quantity, rate, amount) => {
		const { ask } = openDesk();
		const answer = ask(
			add(PRETELL + line('Design', `<Quantity>${quantity}</Quantity><Rate>${rate}</Rate>`)),
		);
		expect(linesOf(answer)[0]).toMatchObject({ Amount: amount });
		expect(invoiceOf(answer)).toMatchObject({ Subtotal: amount });
	});

	it('taxes each line by its code, rounded once over all of them', () => {
		const { ask } = openDesk();
		const non = '<SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>';
		const tax = '<SalesTaxCodeRef><FullName>Tax</FullName></SalesTaxCodeRef>';
		const answer = ask(
			add(
				ABERCROMBIE +
					line('Lumber', '<Rate>0.10</Rate>') +
					line('Lumber', '<Rate>0.10</Rate>') +
					line('Lumber', `<Rate>100</Rate>${non}`) +
					line('Design', `<Rate>0.10</Rate>${tax}`),
			),
		);
		expect(invoiceOf(answer)).toMatchObject({
			Subtotal: '100.30',
			SalesTaxTotal: '0.02',
			BalanceRemaining: '100.32',
		});
	});

	it('taxes nothing for a customer whose code is not taxable, unless a line or the invoice says so', () => {
		const { ask } = openDesk();
		const lumber = line('Lumber', '<Rate>100</Rate>');
		const item = '<ItemSalesTaxRef><FullName>San Tomas</FullName></ItemSalesTaxRef>';
		const code =
			'<CustomerSalesTaxCodeRef><ListID>80030001-1700000001</ListID></CustomerSalesTaxCodeRef>';
		expect(invoiceOf(ask(add(PRETELL + item + lumber)))).toMatchObject({ SalesTaxTotal: '0.00' });
		expect(invoiceOf(ask(add(PRETELL + item + code + lumber)))).toMatchObject({
			SalesTaxTotal: '7.75',
			CustomerSalesTaxCodeRef: { FullName: 'Tax' },
		});
	});

	it('is in the customer’s currency, on the receivable account of that currency', () => {
		const { ask } = openDesk();
		expect(invoiceOf(ask(add(BRASSERIE + line('Design', '<Rate>100</Rate>'))))).toMatchObject({
			ARAccountRef: { FullName: 'Accounts Receivable - EUR' },
			CurrencyRef: { FullName: 'Euro' },
			ExchangeRate: '1.09',
			BalanceRemaining: '100.00',
			BalanceRemainingInHomeCurrency: '109.00',
		});
	});
});

describe('a refused invoice', () => {
	it.each([
		['Customer', '<CustomerRef><ListID>8000FFFF-1</ListID></CustomerRef>', '8000FFFF-1', 'Invoice'],
		[
			'Item',
			`${ABERCROMBIE}<InvoiceLineAdd><ItemRef><ListID>8002FFFF-1</ListID></ItemRef></InvoiceLineAdd>`,
			'8002FFFF-1',
			'Invoice line',
		],
		[
			'Item Sales Tax',
			`${ABERCROMBIE}<ItemSalesTaxRef><FullName>Mars</FullName></ItemSalesTaxRef>`,
			'Mars',
			'Invoice',
		],
		[
			'Account',
			`${ABERCROMBIE}<ARAccountRef><FullName>Checking</FullName></ARAccountRef>`,
			'Checking',
			'Invoice',
		],
		[
			'Template',
			`${ABERCROMBIE}<TemplateRef><FullName>Standard Credit Memo</FullName></TemplateRef>`,
			'Standard Credit Memo',
			'Invoice',
		],
	])('names an unknown %s and leaves no trace', (kind, content, wanted, place) => {
		const { ask, company } = openDesk();
		const before = JSON.stringify(company);
		expect(ask(add(content))).toMatchObject({
			requestID: '32',
			statusCode: '3140',
			statusSeverity: 'Error',
			statusMessage: `There is an invalid reference to QuickBooks ${kind} "${wanted}" in the ${place}.  QuickBooks error message: Invalid argument.  The specified record does not exist in the list.`,
			records: {},
		});
		expect(JSON.stringify(company)).toBe(before);
	});
});
