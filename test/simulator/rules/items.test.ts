import type { Desk } from '../support/ask';
import { mistakesIn } from '../support/check-books';
import { add, type Fields, LUMBER, modOf } from '../support/purchases';
import { rule } from '../support/rules';

const CUSTOMER = '<CustomerRef><FullName>Abercrombie &amp; Daughters</FullName></CustomerRef>';

const ref = (element: string, name: string): string =>
	`<${element}><FullName>${name}</FullName></${element}>`;

function later({ company }: Desk): string {
	company.now = () => new Date('2026-02-04T00:00:00Z');
	return '2026-02-03T12:00:00';
}

const itemNow = ({ ask }: Desk, kind: string, name: string): Fields =>
	ask(`<${kind}QueryRq><FullName>${name}</FullName></${kind}QueryRq>`).records[`${kind}Ret`][0];

rule('stock-moves-in-silence', (desk) => {
	const before = itemNow(desk, 'ItemInventory', 'Window');
	const from = later(desk);
	const found = (kind: string) =>
		desk
			.ask(`<${kind}QueryRq><FromModifiedDate>${from}</FromModifiedDate></${kind}QueryRq>`)
			.records.ItemInventoryRet?.map(({ Name }) => Name) ?? [];
	expect(found('ItemInventory')).not.toContain('Window');
	const content = `${LUMBER}<ItemLineAdd>${ref('ItemRef', 'Window')}<Quantity>2</Quantity></ItemLineAdd>`;
	add(desk, 'Bill', content);
	const { EditSequence, TimeModified, QuantityOnHand } = itemNow(desk, 'ItemInventory', 'Window');
	expect({ EditSequence, TimeModified }).toEqual({
		EditSequence: before.EditSequence,
		TimeModified: before.TimeModified,
	});
	expect(Number(QuantityOnHand)).toBe(Number(before.QuantityOnHand) + 2);
	expect(found('ItemInventory')).toContain('Window');
});

/** Whether a query for changes finds an item that has been bought since. */
function findsMoved(desk: Desk, kind: string, bought: string): boolean {
	const from = later(desk);
	const found = () =>
		Object.values(
			desk.ask(`<${kind}QueryRq><FromModifiedDate>${from}</FromModifiedDate></${kind}QueryRq>`)
				.records,
		)
			.flat()
			.some(({ Name }) => Name === bought);
	expect(found()).toBe(false);
	const content = `${LUMBER}<ItemLineAdd>${ref('ItemRef', bought)}<Quantity>2</Quantity></ItemLineAdd>`;
	add(desk, 'Bill', content);
	return found();
}

rule('stock-of-assemblies-moves-in-silence', (desk, isFollowed) => {
	add(desk, 'ItemInventoryAssembly', stockedAs('').replace('Hinge', 'Gate'));
	expect(findsMoved(desk, 'ItemInventoryAssembly', 'Gate')).toBe(isFollowed);
});

rule('stock-in-the-query-of-all-items', (desk, isFollowed) => {
	expect(findsMoved(desk, 'Item', 'Window')).toBe(!isFollowed);
});

rule('quantity-of-an-item', (desk) => {
	const item = itemNow(desk, 'ItemInventory', 'Window');
	expect(() =>
		desk.ask(modOf('ItemInventory', item, '<QuantityOnHand>5</QuantityOnHand>')),
	).toThrow('parsing');
});

const stockedAs = (more: string, cost = ''): string =>
	`<Name>Hinge</Name>${ref('IncomeAccountRef', 'Product Sales')}${cost}${ref('COGSAccountRef', 'Cost of Goods Sold')}${ref('AssetAccountRef', 'Inventory Asset')}${more}`;

rule('value-of-the-opening-stock', (desk) => {
	const more = '<QuantityOnHand>10</QuantityOnHand><TotalValue>999.00</TotalValue>';
	add(desk, 'ItemInventory', stockedAs(more, '<PurchaseCost>2.50</PurchaseCost>'));
	expect(itemNow(desk, 'ItemInventory', 'Hinge')).toMatchObject({ AverageCost: '2.50' });
});

/** An item that has been sold. */
function soldItem(desk: Desk): { item: Fields; invoice: Fields } {
	const shape = `<SalesOrPurchase><Price>10</Price>${ref('AccountRef', 'Service Income')}</SalesOrPurchase>`;
	add(desk, 'ItemService', `<Name>Survey</Name>${shape}`);
	const line = `<InvoiceLineAdd>${ref('ItemRef', 'Survey')}</InvoiceLineAdd>`;
	const invoice = add(desk, 'Invoice', `${CUSTOMER}<TxnDate>2026-01-15</TxnDate>${line}`);
	return { item: itemNow(desk, 'ItemService', 'Survey'), invoice };
}

const toProducts = (flag?: boolean): string =>
	`<SalesOrPurchaseMod>${ref('AccountRef', 'Product Sales')}${
		flag === undefined
			? ''
			: `<ApplyAccountRefToExistingTxns>${flag}</ApplyAccountRefToExistingTxns>`
	}</SalesOrPurchaseMod>`;

const accountNow = (desk: Desk): unknown =>
	(
		(itemNow(desk, 'ItemService', 'Survey').SalesOrPurchase as Fields).AccountRef as {
			FullName: string;
		}
	).FullName;

function bookedOn({ company }: Desk, { TxnID }: Fields): string | undefined {
	const invoice = company.invoices.find((each) => each.TxnID === TxnID);
	const id = invoice?.InvoiceLineRet[0].booked?.account;
	return company.accounts.find(({ ListID }) => ListID === id)?.FullName;
}

rule('account-of-a-used-item', (desk, isFollowed) => {
	const { item, invoice } = soldItem(desk);
	const { statusCode } = desk.ask(modOf('ItemService', item, toProducts(false)));
	expect(statusCode).toBe(isFollowed ? '0' : '3170');
	expect(accountNow(desk)).toBe('Service Income');
	expect(bookedOn(desk, invoice)).toBe('Service Income');
	const again = itemNow(desk, 'ItemService', 'Survey');
	expect(desk.ask(modOf('ItemService', again, toProducts())).statusCode).toBe(
		isFollowed ? '0' : '3170',
	);
	expect(accountNow(desk)).toBe('Service Income');
});

rule('account-in-all-transactions', (desk) => {
	const { item, invoice } = soldItem(desk);
	const balance = () => mistakesIn(desk.company);
	expect(desk.ask(modOf('ItemService', item, toProducts(true))).statusCode).toBe('0');
	expect(accountNow(desk)).toBe('Product Sales');
	expect(bookedOn(desk, invoice)).toBe('Product Sales');
	expect(balance()).toEqual([]);
});

rule('account-in-a-closed-period', (desk) => {
	const { item, invoice } = soldItem(desk);
	desk.company.closingDate = '2026-01-31';
	expect(desk.ask(modOf('ItemService', item, toProducts(true)))).toMatchObject({
		statusCode: '3171',
	});
	expect(accountNow(desk)).toBe('Service Income');
	expect(bookedOn(desk, invoice)).toBe('Service Income');
});

rule('shape-of-an-item', (desk) => {
	const { item } = soldItem(desk);
	const other = '<SalesAndPurchaseMod><SalesPrice>5</SalesPrice></SalesAndPurchaseMod>';
	expect(desk.ask(modOf('ItemService', item, other))).toMatchObject({ statusCode: '3151' });
});

rule('sales-tax-code-in-use', (desk) => {
	const flip = (code: Fields, to: string) =>
		desk.ask(modOf('SalesTaxCode', code, `<IsTaxable>${to}</IsTaxable>`)).statusCode;
	const [tax] = desk.company.salesTaxCodes;
	expect(flip(tax, 'false')).toBe('3210');
	const free = add(desk, 'SalesTaxCode', '<Name>Fre</Name><IsTaxable>true</IsTaxable>');
	expect(flip(free, 'false')).toBe('0');
});

rule('adjustments-keep-differences', (desk) => {
	const { QuantityOnHand } = itemNow(desk, 'ItemInventory', 'Window');
	const more = `<InventoryAdjustmentLineAdd>${ref('ItemRef', 'Window')}<QuantityAdjustment><NewQuantity>${Number(QuantityOnHand) + 3}</NewQuantity></QuantityAdjustment></InventoryAdjustmentLineAdd>`;
	const content = ref('AccountRef', 'Cost of Goods Sold') + more;
	const adjustment = add(desk, 'InventoryAdjustment', content);
	const [line] = adjustment.InventoryAdjustmentLineRet as Fields[];
	expect(line).toMatchObject({ QuantityDifference: '3' });
	expect(line).not.toHaveProperty('NewQuantity');
});

rule('value-without-a-quantity', (desk) => {
	const added = (more: string) =>
		desk.ask(
			`<ItemInventoryAddRq><ItemInventoryAdd>${stockedAs(more)}</ItemInventoryAdd></ItemInventoryAddRq>`,
		).statusCode;
	expect(added('<TotalValue>10.00</TotalValue>')).toBe('3210');
	expect(added('<QuantityOnHand>0</QuantityOnHand><TotalValue>10.00</TotalValue>')).toBe('3210');
	expect(added('<QuantityOnHand>2</QuantityOnHand><TotalValue>10.00</TotalValue>')).toBe('0');
});

rule('agency-of-a-tax', (desk) => {
	const added = (name: string, more: string) =>
		desk.ask(
			`<ItemSalesTaxAddRq><ItemSalesTaxAdd><Name>${name}</Name>${more}</ItemSalesTaxAdd></ItemSalesTaxAddRq>`,
		).statusCode;
	expect(added('One', '<TaxRate>5</TaxRate>')).toBe('3150');
	expect(added('One', `<TaxRate>5</TaxRate>${ref('TaxVendorRef', 'A &amp; B Lumber')}`)).toBe('0');
	expect(added('None', '<TaxRate>0</TaxRate>')).toBe('0');
});

rule('another-base-unit', (desk) => {
	const unit = (name: string) => `<Name>${name}</Name><Abbreviation>${name}</Abbreviation>`;
	for (const [name, base] of [
		['Liters', 'l'],
		['Liters too', 'l'],
		['Gallons', 'gal'],
	]) {
		const content = `<Name>${name}</Name><UnitOfMeasureType>Volume</UnitOfMeasureType><BaseUnit>${unit(base)}</BaseUnit>`;
		add(desk, 'UnitOfMeasureSet', content);
	}
	const change = (name: string, more = '') => {
		const item = itemNow(desk, 'ItemInventory', 'Window');
		return desk.ask(modOf('ItemInventory', item, ref('UnitOfMeasureSetRef', name) + more));
	};
	expect(change('Liters').statusCode).toBe('0');
	expect(change('Liters too').statusCode).toBe('0');
	expect(change('Gallons').statusCode).toBe('3170');
	const { QuantityOnHand } = itemNow(desk, 'ItemInventory', 'Window');
	const forced = change('Gallons', '<ForceUOMChange>true</ForceUOMChange>');
	expect(forced.statusCode).toBe('0');
	expect(itemNow(desk, 'ItemInventory', 'Window')).toMatchObject({
		QuantityOnHand,
		UnitOfMeasureSetRef: { FullName: 'Gallons' },
	});
});

rule('adjustments-in-multi-user-mode', (desk, isFollowed) => {
	desk.company.isMultiUser = true;
	const line = `<InventoryAdjustmentLineAdd>${ref('ItemRef', 'Window')}<QuantityAdjustment><QuantityDifference>1</QuantityDifference></QuantityAdjustment></InventoryAdjustmentLineAdd>`;
	const { statusCode } = desk.ask(
		`<InventoryAdjustmentAddRq><InventoryAdjustmentAdd>${ref('AccountRef', 'Cost of Goods Sold')}${line}</InventoryAdjustmentAdd></InventoryAdjustmentAddRq>`,
	);
	expect(statusCode).toBe(isFollowed ? '0' : '3162');
});
