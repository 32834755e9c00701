import { findById } from '../../../simulator/company/find';
import { RequestProcessorError } from '../../../simulator/qbxml/protocol/status-errors';
import type { Desk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import {
	add,
	askFor,
	askToChange,
	type Fields,
	itemLine,
	linesIn,
	only,
} from '../support/customer-side';
import { rule } from '../support/rules';

const line = (item: string, rest = ''): string => itemLine('Invoice', item, rest);

/** The lines of a new invoice. */
const linesOf = (desk: Desk, content: string): Fields[] => linesIn(add(desk, 'Invoice', content));

const TAXED = '<SalesTaxCodeRef><FullName>Tax</FullName></SalesTaxCodeRef>';
const UNTAXED = '<SalesTaxCodeRef><FullName>Non</FullName></SalesTaxCodeRef>';

rule('amount-beside-rate', (desk) => {
	const [counted, alone] = linesOf(
		desk,
		line('Design', '<Quantity>4</Quantity><Rate>99</Rate><Amount>10.00</Amount>') +
			line('Design', '<Rate>99</Rate><Amount>10.00</Amount>'),
	);
	expect(counted).toMatchObject({ Quantity: '4', Rate: '2.50', Amount: '10.00' });
	expect(alone).toMatchObject({ Amount: '10.00' });
	expect(alone.Rate).not.toBe('99.00');
});

rule('quantity-with-one-of-both', (desk) => {
	expect(
		linesOf(
			desk,
			line('Design', '<Quantity>3</Quantity><Rate>2</Rate>') +
				line('Design', '<Quantity>3</Quantity><Amount>10.00</Amount>'),
		),
	).toMatchObject([
		{ Rate: '2.00', Amount: '6.00' },
		{ Rate: '3.33333', Amount: '10.00' },
	]);
});

rule('line-without-a-price', (desk) => {
	expect(linesOf(desk, line('Design'))).toMatchObject([{ Amount: '85.00' }]);
});

rule('amount-without-an-item', (desk) => {
	const of = (content: string): string =>
		`<InvoiceLineAdd><Desc>note</Desc>${content}</InvoiceLineAdd>`;
	for (const content of ['<Quantity>1</Quantity>', '<Rate>1</Rate>', '<Amount>1.00</Amount>']) {
		expect(askFor(desk, 'Invoice', of(content))).toMatchObject({ statusCode: '3150', records: {} });
	}
	const [note] = linesOf(desk, of(''));
	expect(note).toMatchObject({ Desc: 'note' });
	expect(note).not.toHaveProperty('Amount');
});

rule('quantity-of-a-sold-discount', (desk) => {
	for (const discount of ['Trade Discount', 'Goodwill']) {
		const content = line('Design') + line(discount, '<Quantity>1</Quantity>');
		expect(askFor(desk, 'Invoice', content)).toMatchObject({ statusCode: '3151', records: {} });
	}
	const members = ['Trade Discount', 'Goodwill'].map(
		(name) => `<ItemGroupLine><ItemRef><FullName>${name}</FullName></ItemRef></ItemGroupLine>`,
	);
	desk.ask(
		`<ItemGroupAddRq><ItemGroupAdd><Name>Both discounts</Name>${members.join('')}</ItemGroupAdd></ItemGroupAddRq>`,
	);
	const group = (rest: string): string =>
		`${line('Design')}<InvoiceLineGroupAdd><ItemGroupRef><FullName>Both discounts</FullName></ItemGroupRef>${rest}</InvoiceLineGroupAdd>`;
	expect(askFor(desk, 'Invoice', group('<Quantity>1</Quantity>')).statusCode).toBe('3151');
	expect(askFor(desk, 'Invoice', group('')).statusCode).toBe('0');
});

rule('percent-discount-of-the-line-above', (desk) => {
	const two = line('Design', '<Rate>100</Rate>') + line('Lumber', '<Rate>50</Rate>');
	expect(linesOf(desk, two + line('Trade Discount'))[2]).toMatchObject({ Amount: '-5.00' });
	expect(linesOf(desk, two + line('Subtotal') + line('Trade Discount'))[3]).toMatchObject({
		Amount: '-15.00',
	});
});

rule('fixed-discount-of-all-lines-above', (desk) => {
	const both =
		line('Lumber', `<Rate>100</Rate>${TAXED}`) + line('Design', `<Rate>100</Rate>${UNTAXED}`);
	const taxOf = (content: string): number => {
		const { SalesTaxTotal, SalesTaxPercentage } = add(desk, 'Invoice', content);
		return (Number(SalesTaxTotal) / Number(SalesTaxPercentage)) * 100;
	};
	const discount = line('Goodwill', `<Rate>10</Rate>${TAXED}`);
	expect(taxOf(both)).toBeCloseTo(100, 0);
	expect(taxOf(both + discount)).toBeCloseTo(95, 0);
	expect(taxOf(line('Subtotal') + both + line('Subtotal') + discount)).toBeCloseTo(90, 0);
});

rule('discounts-are-negative', (desk) => {
	const [, percent, fixed, own] = linesOf(
		desk,
		line('Design') +
			line('Trade Discount') +
			line('Goodwill') +
			line('Goodwill', '<Amount>-5.00</Amount>'),
	);
	expect([percent.Amount, fixed.Amount, own.Amount]).toEqual(['-8.50', '-20.00', '-5.00']);
});

rule('payment-item-on-an-invoice', (desk) => {
	desk.ask(
		'<ItemPaymentAddRq><ItemPaymentAdd><Name>Paid by card</Name><DepositToAccountRef><FullName>Checking</FullName></DepositToAccountRef></ItemPaymentAdd></ItemPaymentAddRq>',
	);
	const content =
		line('Design', '<Rate>100</Rate>') + line('Paid by card', '<Amount>40.00</Amount>');
	expect(add(desk, 'Invoice', content)).toMatchObject({ BalanceRemaining: '60.00' });
});

rule('price-level-is-not-shown', (desk) => {
	const level = '<PriceLevelRef><FullName>Trade</FullName></PriceLevelRef>';
	const [priced] = linesOf(desk, line('Design', level));
	expect(priced).toMatchObject({ Rate: '76.50', Amount: '76.50' });
	expect(priced).not.toHaveProperty('PriceLevelRef');
});

rule('price-level-or-rate', (desk) => {
	const both = '<Rate>1</Rate><PriceLevelRef><FullName>Trade</FullName></PriceLevelRef>';
	expect(() => askFor(desk, 'Invoice', line('Design', both))).toThrow(RequestProcessorError);
});

rule('class-of-lines', (desk) => {
	const [one, other] = desk.company.classes;
	const ofClass = ({ FullName }: { FullName: string }): string =>
		`<ClassRef><FullName>${FullName.replace(/&/g, '&amp;')}</FullName></ClassRef>`;
	const [inherited, own] = linesOf(
		desk,
		ofClass(one) + line('Design') + line('Design', ofClass(other)),
	);
	expect(inherited.ClassRef).toMatchObject({ FullName: one.FullName });
	expect(own.ClassRef).toMatchObject({ FullName: other.FullName });
});

rule('sold-goods-leave-the-stock', (desk) => {
	const [window] = desk.company.items.filter(({ Name }) => Name === 'Window');
	const now = () => {
		const { QuantityOnHand, AverageCost } = findById(desk.company.items, window.ListID) ?? {};
		return { onHand: Number(QuantityOnHand), cost: AverageCost };
	};
	const before = now();
	const sold = itemLine('SalesReceipt', 'Window', '<Quantity>2</Quantity>');
	add(desk, 'SalesReceipt', sold);
	expect(now()).toEqual({ ...before, onHand: before.onHand - 2 });
	add(desk, 'CreditMemo', sold.replace(/SalesReceipt/g, 'CreditMemo'));
	expect(now()).toEqual(before);
});

rule('online-edition-lines', (desk) => {
	const content = `${line('Design')}<DiscountLineAdd><Amount>1.00</Amount></DiscountLineAdd>`;
	expect(() => askFor(desk, 'Invoice', content)).toThrow(RequestProcessorError);
});

rule('tax-code-of-a-line', (desk) => {
	const codeOf = (content: string, of = ''): unknown =>
		linesIn(add(desk, 'Invoice', of + content))[0].SalesTaxCodeRef;
	const untaxedSale = '<CustomerSalesTaxCodeRef><FullName>Non</FullName></CustomerSalesTaxCodeRef>';
	expect(codeOf(line('Lumber'))).toMatchObject({ FullName: 'Tax' });
	expect(codeOf(line('Lumber'), untaxedSale)).toMatchObject({ FullName: 'Non' });
	expect(codeOf(line('Lumber', TAXED), untaxedSale)).toMatchObject({ FullName: 'Tax' });
});

rule('markup-of-an-estimate', (desk) => {
	const two = (markup: string): string =>
		itemLine('Estimate', 'Design', `<Quantity>2</Quantity><Rate>10</Rate>${markup}`);
	const content =
		two('<MarkupRate>0.25</MarkupRate>') + two('<MarkupRatePercent>15</MarkupRatePercent>');
	const estimate = add(desk, 'Estimate', content);
	const [part, percent] = linesIn(estimate, 'EstimateLineRet');
	expect(part).toMatchObject({ Rate: '10.00', MarkupRate: '0.25', Amount: '25.00' });
	expect(percent).toMatchObject({ MarkupRatePercent: '15.00', Amount: '23.00' });
	const changed = askToChange(
		desk,
		'Estimate',
		estimate,
		`<EstimateLineMod><TxnLineID>${String(part.TxnLineID)}</TxnLineID><Quantity>4</Quantity></EstimateLineMod><EstimateLineMod><TxnLineID>${String(percent.TxnLineID)}</TxnLineID><MarkupRate>1</MarkupRate></EstimateLineMod>`,
	);
	const [counted, doubled] = linesIn(only(changed, 'EstimateRet'), 'EstimateLineRet');
	expect(counted).toMatchObject({ MarkupRate: '0.25', Amount: '50.00' });
	expect(doubled).toMatchObject({ MarkupRate: '1.00', Amount: '40.00' });
	expect(doubled).not.toHaveProperty('MarkupRatePercent');
});

rule('tax-preference-off', (desk) => {
	desk.company.chargesSalesTax = false;
	const sale = add(desk, 'Invoice', line('Lumber', TAXED) + line('Design'));
	expect(sale).toMatchObject({
		SalesTaxTotal: '0.00',
		CustomerSalesTaxCodeRef: { FullName: 'Non' },
	});
	expect(sale).not.toHaveProperty('ItemSalesTaxRef');
	for (const each of linesIn(sale)) {
		expect(each).toMatchObject({ SalesTaxCodeRef: { FullName: 'Non' } });
	}
});

rule('tax-group-as-a-line', (desk) => {
	const member = '<ItemSalesTaxRef><FullName>San Tomas</FullName></ItemSalesTaxRef>';
	desk.ask(
		`<ItemSalesTaxGroupAddRq><ItemSalesTaxGroupAdd><Name>County and state</Name>${member}</ItemSalesTaxGroupAdd></ItemSalesTaxGroupAddRq>`,
	);
	const group = line('Design') + line('County and state');
	expect(askFor(desk, 'Invoice', group)).toMatchObject({ statusCode: '3140', records: {} });
	const whole = '<ItemSalesTaxRef><FullName>County and state</FullName></ItemSalesTaxRef>';
	expect(askFor(desk, 'Invoice', whole + line('Design')).statusCode).toBe('0');
	expect(askFor(desk, 'Invoice', line('Design') + line('San Tomas')).statusCode).toBe('0');
});

rule('second-tax-line', (desk) => {
	const goods = line('Design', '<Rate>100</Rate>') + line('Lumber', `<Rate>100</Rate>${UNTAXED}`);
	const taxes = line('San Tomas') + line('East Bayshore');
	const given = line('East Bayshore', '<Amount>3.00</Amount>');
	const sale = add(desk, 'Invoice', goods + line('Subtotal') + taxes + given);
	const [, , , first, second, third] = linesIn(sale);
	const { TaxRate } = desk.company.items.find(({ Name }) => Name === 'San Tomas') ?? {};
	expect(first).toMatchObject({ RatePercent: TaxRate });
	expect(Number(first.Amount)).toBeCloseTo(2 * Number(TaxRate), 2);
	expect(second).toMatchObject({ Amount: '0.00' });
	expect(third).toMatchObject({ Rate: '3.00', Amount: '3.00' });
	expect(Number(sale.Subtotal)).toBeCloseTo(203 + Number(first.Amount), 2);
	expect(mistakesIn(desk.company)).toEqual([]);
});

rule('code-of-an-other-charge', ({ ask }) => {
	const { records } = ask(
		'<ItemOtherChargeAddRq><ItemOtherChargeAdd><Name>Shipping</Name><SalesOrPurchase><Price>5</Price><AccountRef><FullName>Service Income</FullName></AccountRef></SalesOrPurchase></ItemOtherChargeAdd></ItemOtherChargeAddRq>',
	);
	expect(records.ItemOtherChargeRet).toHaveLength(1);
	expect(records.ItemOtherChargeRet[0]).not.toHaveProperty('SalesTaxCodeRef');
});
