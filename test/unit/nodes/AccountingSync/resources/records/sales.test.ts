import type { IDataObject } from 'n8n-workflow';

import { choicesOf, operationSelector } from '../../../../support/description';
import { byName, written } from '../../../../support/written';

const customerListId = byName('Abercrombie, Kristy');
const CUSTOMER = '<CustomerRef><FullName>Abercrombie, Kristy</FullName></CustomerRef>';
const door = { itemListId: byName('Wood Door'), quantity: 2, rate: '120.5' };
const create = (resource: string, line: IDataObject[], filledIn: IDataObject = {}) =>
	written(resource, 'create', { customerListId, lines: { line }, ...filledIn });

const doorLine = (element: string, more = '') =>
	`<${element}><ItemRef><FullName>Wood Door</FullName></ItemRef><Quantity>2</Quantity><Rate>120.5</Rate>${more}</${element}>`;

test('a credit memo', () => {
	const additionalFields = {
		arAccountListId: byName('Accounts Receivable'),
		poNumber: 'PO-778',
		isPending: true,
	};
	const line = { ...door, additionalFields: { serviceDate: '2026-01-10' } };
	const filledIn = { transactionDate: '2026-01-15', additionalFields };
	expect(create('creditMemo', [line], filledIn)).toBe(
		`<CreditMemoAddRq><CreditMemoAdd>${CUSTOMER}<ARAccountRef><FullName>Accounts Receivable</FullName></ARAccountRef>` +
			'<TxnDate>2026-01-15</TxnDate><IsPending>true</IsPending><PONumber>PO-778</PONumber>' +
			`${doorLine('CreditMemoLineAdd', '<ServiceDate>2026-01-10</ServiceDate>')}</CreditMemoAdd></CreditMemoAddRq>`,
	);
});

test('a sales receipt needs no customer', () => {
	const additionalFields = {
		paymentMethodListId: byName('Check'),
		checkNumber: '5012',
		depositToAccountListId: byName('Checking'),
	};
	expect(create('salesReceipt', [door], { customerListId: '', additionalFields })).toBe(
		'<SalesReceiptAddRq><SalesReceiptAdd><CheckNumber>5012</CheckNumber>' +
			'<PaymentMethodRef><FullName>Check</FullName></PaymentMethodRef>' +
			'<DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef>' +
			`${doorLine('SalesReceiptLineAdd')}</SalesReceiptAdd></SalesReceiptAddRq>`,
	);
});

test('an estimate with a markup', () => {
	const line = { ...door, additionalFields: { markupRatePercent: '15' } };
	expect(create('estimate', [line], { additionalFields: { isActive: true } })).toBe(
		`<EstimateAddRq><EstimateAdd>${CUSTOMER}<IsActive>true</IsActive>` +
			`${doorLine('EstimateLineAdd', '<MarkupRatePercent>15</MarkupRatePercent>')}</EstimateAdd></EstimateAddRq>`,
	);
});

test('a sales order with a group of items', () => {
	const group = { quantity: 3, additionalFields: { itemGroupListId: byName('Door Set') } };
	expect(create('salesOrder', [door, group])).toBe(
		`<SalesOrderAddRq><SalesOrderAdd>${CUSTOMER}${doorLine('SalesOrderLineAdd')}` +
			'<SalesOrderLineGroupAdd><ItemGroupRef><FullName>Door Set</FullName></ItemGroupRef><Quantity>3</Quantity>' +
			'</SalesOrderLineGroupAdd></SalesOrderAdd></SalesOrderAddRq>',
	);
});

const sales = ['creditMemo', 'salesReceipt', 'estimate', 'salesOrder'];

test.each(sales)('%s: a line that is just a text has no quantity', (resource) => {
	const xml = create(resource, [{ description: 'Thank you', quantity: 1 }]);
	expect(xml).toContain('<Desc>Thank you</Desc></');
});

test.each(sales)('%s: a quantity of 0 is sent, and an emptied one is not', (resource) => {
	const lineWith = (quantity: unknown) => create(resource, [{ ...door, quantity } as IDataObject]);
	expect(lineWith(0)).toContain('<Quantity>0</Quantity>');
	expect(lineWith('')).not.toContain('Quantity');
});

test.each(sales)('%s without lines is refused', (resource) => {
	expect(() => create(resource, [])).toThrow('Nothing is filled in under Lines.');
});

test.each(['creditMemo', 'estimate', 'salesOrder'])('%s without a customer is refused', (one) => {
	expect(() => create(one, [door], { customerListId: '' })).toThrow('Customer is missing.');
});

test('two markups are refused in the words of the form', () => {
	const additionalFields = { markupRate: '25', markupRatePercent: '15' };
	expect(() => create('estimate', [{ ...door, additionalFields }])).toThrow(
		'Estimate: Markup and Markup (Percent) exclude each other in Line: remove one of them. (Line > Markup (Percent))',
	);
});

test('a name that is too long is refused in the words of the form', () => {
	const additionalFields = { salesRepListId: byName('Kristy') };
	expect(() => create('estimate', [door], { additionalFields })).toThrow(
		'Estimate: Name has 6 characters, but at most 5 are allowed. (Sales Rep > Name)',
	);
});

test.each(sales)('%s: what the query can not filter by is read, and matched here', (resource) => {
	const filters = { customerListId, memoContains: 'web', totalFrom: '100' };
	const options = { includeLineItems: true };
	const name = `${resource[0].toUpperCase()}${resource.slice(1)}QueryRq`;
	expect(written(resource, 'query', { filters, options, limit: 5 })).toBe(
		`<${name}><EntityFilter><FullName>Abercrombie, Kristy</FullName></EntityFilter><IncludeLineItems>true</IncludeLineItems></${name}>`,
	);
});

test('a query by its change and by its date asks for the change, and the date is matched here', () => {
	const filters = { modifiedAfter: '2026-01-01T00:00:00Z', transactionDateFrom: '2026-01-01' };
	expect(written('estimate', 'query', { filters })).toBe(
		'<EstimateQueryRq><ModifiedDateRangeFilter><FromModifiedDate>2026-01-01T00:00:00+00:00</FromModifiedDate></ModifiedDateRangeFilter></EstimateQueryRq>',
	);
});

test('a credit memo of an older workflow, which does not store the default, is still a query', () => {
	const selector = operationSelector('creditMemo');
	expect(selector.default).toBe('query');
	expect(choicesOf(selector).map(({ value }) => value)).toEqual([
		'create',
		'get',
		'query',
		'update',
		'void',
		'delete',
	]);
});
