import type { LineDraft } from '../../company/sale-lines';
import type { SaleDraft } from '../../company/sales';
import type { Address, Company, Item, ItemKind } from '../../company/types';
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/read';
import { StatusError } from '../errors';
import { findReferenced, referenceIn } from './references';

/** What stands in a request as text and goes into the sale as it is. */
const TEXT_FIELDS = [
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

const BOOLEAN_FIELDS = ['IsPending', 'IsActive', 'IsToBePrinted', 'IsToBeEmailed'] as const;

const LINE_FIELDS = [
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

/** Kinds of items that cannot stand in a line of a sale by themselves. */
const NOT_IN_A_LINE: readonly ItemKind[] = ['ItemGroupRet', 'ItemSalesTaxRet'];

const texts = <Name extends string>(
	element: XmlElement,
	names: readonly Name[],
): Partial<Record<Name, string>> => {
	const fields: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const value = textOf(element, name);
		if (value !== undefined && value !== '') fields[name] = value;
	}
	return fields;
};

const booleans = (element: XmlElement): Partial<Record<(typeof BOOLEAN_FIELDS)[number], string>> =>
	Object.fromEntries(
		Object.entries(texts(element, BOOLEAN_FIELDS)).map(([name, value]) => [
			name,
			String(value === 'true' || value === '1'),
		]),
	);

const addressIn = (element: XmlElement, name: string): Address | undefined => {
	const address = childOf(element, name);
	return (
		address && Object.fromEntries(address.children.map((line) => [line.name, line.text] as const))
	);
};

const salesTaxItems = ({ items }: Company): Item[] =>
	items.filter(({ kind }) => kind === 'ItemSalesTaxRet');

const lineFrom = (line: XmlElement, company: Company, place: string): LineDraft => {
	const goods = company.items.filter(({ kind }) => !NOT_IN_A_LINE.includes(kind));
	return {
		...texts(line, LINE_FIELDS),
		item: findReferenced(line, 'ItemRef', goods, { kind: 'Item', place }),
		ClassRef: referenceIn(line, 'ClassRef', company.classes, { kind: 'Class', place }),
		SalesTaxCodeRef: referenceIn(line, 'SalesTaxCodeRef', company.salesTaxCodes, {
			kind: 'SalesTaxCode',
			place,
		}),
	};
};

/** What sets one kind of sale apart from the others. */
type SaleKind = {
	/** Its name, in messages and as the type of its templates. */
	name: string;
	/** The element of a line. */
	line: string;
};

/**
 * The sale that an element such as InvoiceAdd asks for.
 * @throws StatusError when it refers to a record that the company file does not have
 */
export const readSale = (
	add: XmlElement,
	company: Company,
	{ name, line }: SaleKind,
): SaleDraft => {
	const inSale = (kind: string) => ({ kind, place: name });
	const customer = findReferenced(add, 'CustomerRef', company.customers, inSale('Customer'));
	if (customer === undefined) throw new StatusError(3270, 'CustomerRef');
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
		fields: { ...texts(add, TEXT_FIELDS), ...booleans(add), ...Object.fromEntries(given) },
		lines: childrenOf(add, line).map((each) => lineFrom(each, company, `${name} line`)),
	};
};
