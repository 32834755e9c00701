import { childOf, childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import type { LineDraft } from '../../company/sale-lines';
import type { SaleDraft } from '../../company/sales';
import type { Company, Item, ItemKind } from '../../company/types';
import type { Address } from '../../company/value-types';
import { StatusError } from '../protocol/status-errors';
import { type Elements, whole } from '../schema/support';
import { findReferenced, referenceIn } from './references';

/** The texts of a request that go into the sale unchanged. */
const textFields = [
	'TxnDate',
	'RefNumber',
	'PONumber',
	'DueDate',
	'FOB',
	'ShipDate',
	'Memo',
	'Other',
	'ExternalGUID',
	'ExchangeRate',
] as const;

const booleanFields = ['IsPending', 'IsActive', 'IsToBePrinted', 'IsToBeEmailed'] as const;

const lineFields = [
	'Desc',
	'Quantity',
	'UnitOfMeasure',
	'Rate',
	'RatePercent',
	'Amount',
	'ServiceDate',
	'Other1',
	'Other2',
] as const;

const addresses = ['BillAddress', 'ShipAddress'] as const;

const saleReferences = [
	'CustomerRef',
	'ClassRef',
	'ARAccountRef',
	'TemplateRef',
	'TermsRef',
	'ItemSalesTaxRef',
	'CustomerSalesTaxCodeRef',
] as const;

const lineReferences = ['ItemRef', 'ClassRef', 'SalesTaxCodeRef'] as const;

/** What `readSale` reads of an element such as InvoiceAdd, with lines of this name. */
export const saleSupport = (line: string): Elements => ({
	...whole(...textFields, ...booleanFields, ...addresses, ...saleReferences),
	[line]: whole(...lineFields, ...lineReferences),
});

/** Kinds of items that cannot be a line of a sale by themselves. */
const notInALine: readonly ItemKind[] = ['ItemGroupRet', 'ItemSalesTaxRet'];

function texts<Name extends string>(
	element: XmlElement,
	names: readonly Name[],
): Partial<Record<Name, string>> {
	const fields: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const value = textOf(element, name);
		if (value !== undefined && value !== '') fields[name] = value;
	}
	return fields;
}

const booleans = (element: XmlElement): Partial<Record<(typeof booleanFields)[number], string>> =>
	Object.fromEntries(
		Object.entries(texts(element, booleanFields)).map(([name, value]) => [
			name,
			String(value === 'true' || value === '1'),
		]),
	);

function addressIn(element: XmlElement, name: string): Address | undefined {
	const address = childOf(element, name);
	return (
		address && Object.fromEntries(address.children.map((line) => [line.name, line.text] as const))
	);
}

const salesTaxItems = ({ items }: Company): Item[] =>
	items.filter(({ kind }) => kind === 'ItemSalesTaxRet');

function lineFrom(line: XmlElement, company: Company, place: string): LineDraft {
	const goods = company.items.filter(({ kind }) => !notInALine.includes(kind));
	return {
		...texts(line, lineFields),
		item: findReferenced(line, 'ItemRef', goods, { kind: 'Item', place }),
		ClassRef: referenceIn(line, 'ClassRef', company.classes, { kind: 'Class', place }),
		SalesTaxCodeRef: referenceIn(line, 'SalesTaxCodeRef', company.salesTaxCodes, {
			kind: 'SalesTaxCode',
			place,
		}),
	};
}

/** The differences between kinds of sales. */
interface SaleKind {
	/** Its name in messages, which is also the type of its templates. */
	name: string;
	/** The element of a line. */
	line: string;
}

/**
 * Reads the sale from an element such as InvoiceAdd.
 * @throws StatusError when it refers to a record that the company file does not have
 */
export function readSale(add: XmlElement, company: Company, { name, line }: SaleKind): SaleDraft {
	const inSale = (kind: string) => ({ kind, place: name });
	const customer = findReferenced(add, 'CustomerRef', company.customers, inSale('Customer'));
	if (customer === undefined) throw new StatusError(3150, 'CustomerRef');
	const receivables = company.accounts.filter(
		({ AccountType }) => AccountType === 'AccountsReceivable',
	);
	const templates = company.templates.filter(({ TemplateType }) => TemplateType === name);
	const references = {
		ClassRef: referenceIn(add, 'ClassRef', company.classes, inSale('Class')),
		ARAccountRef: referenceIn(add, 'ARAccountRef', receivables, inSale('Account')),
		TemplateRef: referenceIn(add, 'TemplateRef', templates, inSale('Template')),
		TermsRef: referenceIn(add, 'TermsRef', company.terms, inSale('Terms')),
	};
	const given = Object.entries({
		...references,
		BillAddress: addressIn(add, 'BillAddress'),
		ShipAddress: addressIn(add, 'ShipAddress'),
	}).filter(([, value]) => value !== undefined);
	return {
		customer,
		itemSalesTax: findReferenced(
			add,
			'ItemSalesTaxRef',
			salesTaxItems(company),
			inSale('ItemSalesTax'),
		),
		customerSalesTaxCode: findReferenced(
			add,
			'CustomerSalesTaxCodeRef',
			company.salesTaxCodes,
			inSale('SalesTaxCode'),
		),
		fields: { ...texts(add, textFields), ...booleans(add), ...Object.fromEntries(given) },
		lines: childrenOf(add, line).map((each) => lineFrom(each, company, `${name} line`)),
	};
}
