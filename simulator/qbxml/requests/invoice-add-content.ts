import {
	AMOUNT,
	BOOLEAN,
	choice,
	DATE,
	group,
	leaf,
	PERCENT,
	PRICE,
	QUANTITY,
	reference,
	text,
	type Group,
	type Leaf,
	type Particle,
} from '../schema/particles';

const NOT_SUPPORTED = { supported: false } as const;

/** Legal in qbXML, but nothing that this company file keeps; refused rather than lost. */
const unsupported = (name: string): Leaf => leaf(name, text(), { ...NOT_SUPPORTED, repeats: true });

const address = (name: string): Group =>
	group(name, [
		...['Addr1', 'Addr2', 'Addr3', 'Addr4', 'Addr5'].map((line) => leaf(line, text(41))),
		leaf('City', text(31)),
		leaf('State', text(21)),
		leaf('PostalCode', text(13)),
		leaf('Country', text(31)),
		leaf('Note', text(41)),
	]);

const LINE: Particle[] = [
	reference('ItemRef'),
	leaf('Desc', text(4095)),
	leaf('Quantity', QUANTITY),
	leaf('UnitOfMeasure', text(31)),
	choice([leaf('Rate', PRICE)], [leaf('RatePercent', PERCENT)], [unsupported('PriceLevelRef')]),
	reference('ClassRef'),
	leaf('Amount', AMOUNT),
	...[
		'TaxAmount',
		'OptionForPriceRuleConflict',
		'InventorySiteRef',
		'InventorySiteLocationRef',
		'SerialNumber',
		'LotNumber',
	].map(unsupported),
	leaf('ServiceDate', DATE),
	reference('SalesTaxCodeRef'),
	unsupported('IsTaxable'),
	unsupported('OverrideItemAccountRef'),
	leaf('Other1', text(29)),
	leaf('Other2', text(29)),
	unsupported('LinkToTxn'),
	unsupported('DataExt'),
];

/** InvoiceAdd with its elements in qbXML's order and QuickBooks' lengths. */
export const INVOICE_ADD: Group = group(
	'InvoiceAdd',
	[
		reference('CustomerRef', { required: true }),
		reference('ClassRef'),
		reference('ARAccountRef'),
		reference('TemplateRef'),
		leaf('TxnDate', DATE),
		leaf('RefNumber', text(11)),
		address('BillAddress'),
		address('ShipAddress'),
		leaf('IsPending', BOOLEAN),
		unsupported('IsFinanceCharge'),
		leaf('PONumber', text(25)),
		reference('TermsRef'),
		leaf('DueDate', DATE),
		unsupported('SalesRepRef'),
		leaf('FOB', text(13)),
		leaf('ShipDate', DATE),
		unsupported('ShipMethodRef'),
		reference('ItemSalesTaxRef'),
		leaf('Memo', text(4095)),
		unsupported('CustomerMsgRef'),
		leaf('IsToBePrinted', BOOLEAN),
		leaf('IsToBeEmailed', BOOLEAN),
		unsupported('IsTaxIncluded'),
		reference('CustomerSalesTaxCodeRef'),
		leaf('Other', text(29)),
		leaf('ExchangeRate', PRICE),
		leaf('ExternalGUID', text(38)),
		unsupported('LinkToTxnID'),
		unsupported('SetCredit'),
		group('InvoiceLineAdd', LINE, { repeats: true }),
		unsupported('InvoiceLineGroupAdd'),
		unsupported('DiscountLineAdd'),
		unsupported('SalesTaxLineAdd'),
		unsupported('ShippingLineAdd'),
	],
	{ required: true },
);
