import { addInvoice } from '../../company/invoices';
import type { LineDraft } from '../../company/sale-lines';
import type { SaleDraft } from '../../company/sales';
import type { Address, Company, Item, ItemKind } from '../../company/types';
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/read';
import { statusOf, StatusError } from '../errors';
import { answerRecord } from '../query/output';
import { INVOICE_RET } from '../records/sales';
import type { RequestType } from '../request-type';
import { leaf, text } from '../schema/particles';
import { INVOICE_ADD } from './invoice-add-content';
import { findReferenced, referenceIn } from './references';

const PLACE = 'Invoice';
const LINE_PLACE = 'Invoice line';

/** What stands in a request as text and goes into the invoice as it is. */
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

const BOOLEAN_FIELDS = ['IsPending', 'IsToBePrinted', 'IsToBeEmailed'] as const;

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

const lineFrom = (line: XmlElement, company: Company): LineDraft => {
	const goods = company.items.filter(({ kind }) => !NOT_IN_A_LINE.includes(kind));
	return {
		...texts(line, LINE_FIELDS),
		item: findReferenced(line, 'ItemRef', goods, { kind: 'Item', place: LINE_PLACE }),
		ClassRef: referenceIn(line, 'ClassRef', company.classes, { kind: 'Class', place: LINE_PLACE }),
		SalesTaxCodeRef: referenceIn(line, 'SalesTaxCodeRef', company.salesTaxCodes, {
			kind: 'SalesTaxCode',
			place: LINE_PLACE,
		}),
	};
};

const draftFrom = (add: XmlElement, company: Company): SaleDraft => {
	const inInvoice = (kind: string) => ({ kind, place: PLACE });
	const customer = findReferenced(add, 'CustomerRef', company.customers, inInvoice('Customer'));
	if (customer === undefined) throw new StatusError(3270, 'CustomerRef');
	const receivables = company.accounts.filter(
		({ AccountType }) => AccountType === 'AccountsReceivable',
	);
	const templates = company.templates.filter(({ TemplateType }) => TemplateType === 'Invoice');
	const references = {
		ClassRef: referenceIn(add, 'ClassRef', company.classes, inInvoice('Class')),
		ARAccountRef: referenceIn(add, 'ARAccountRef', receivables, inInvoice('Account')),
		TemplateRef: referenceIn(add, 'TemplateRef', templates, inInvoice('Template')),
		TermsRef: referenceIn(add, 'TermsRef', company.terms, inInvoice('Terms')),
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
			inInvoice('ItemSalesTax'),
		),
		customerSalesTaxCode: findReferenced(
			add,
			'CustomerSalesTaxCodeRef',
			company.salesTaxCodes,
			inInvoice('SalesTaxCode'),
		),
		fields: { ...texts(add, TEXT_FIELDS), ...booleans(add), ...Object.fromEntries(given) },
		lines: childrenOf(add, 'InvoiceLineAdd').map((line) => lineFrom(line, company)),
	};
};

/** Writes an invoice. Everything it refers to is looked up first, so that a refused one leaves no trace. */
export const invoiceAdd: RequestType = {
	name: 'InvoiceAddRq',
	attributes: [],
	content: [INVOICE_ADD, leaf('IncludeRetElement', text(50), { repeats: true })],
	answer: (request, company) => {
		const [add] = childrenOf(request, 'InvoiceAdd');
		const invoice = addInvoice(company, draftFrom(add, company), company.now());
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'InvoiceRet', invoice, INVOICE_RET)],
		};
	},
};
