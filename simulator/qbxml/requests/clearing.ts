import {
	type Content,
	type Group,
	isGroup,
	isReference,
	type Leaf,
} from '../../../quickbooks/facts/facts';
import type { XmlElement } from '../../../xml/read-xml';
import { StatusError } from '../protocol/status-errors';
import { modelOf } from '../schema/content-model';

/** What neither a record nor a transaction can be without, by the names of elements. */
const lastingNames: ReadonlySet<string> = new Set([
	...['ARAccountRef', 'APAccountRef', 'AccountRef', 'AssetAccountRef', 'BankAccountRef'],
	...[
		'COGSAccountRef',
		'CreditCardAccountRef',
		'CurrencyRef',
		'CustomerRef',
		'DepositToAccountRef',
	],
	...['EntityRef', 'ExpenseAccountRef', 'IncomeAccountRef', 'ItemGroupRef', 'ItemRef'],
	...['ItemSalesTaxRef', 'OverrideItemAccountRef', 'SalesTaxCodeRef', 'TemplateRef', 'VendorRef'],
	...['AccountType', 'Initial', 'JournalLineType', 'Name', 'TxnDate', 'Duration'],
	...['Amount', 'Cost', 'ExchangeRate', 'Quantity', 'Rate', 'TotalAmount', 'BillableStatus'],
]);

/** What a customer of a list may be without, and a transaction may not. */
const clearedInLists: ReadonlySet<string> = new Set(['ItemSalesTaxRef', 'SalesTaxCodeRef']);

/** What belongs to a single line and can be taken from it, although a transaction as a whole needs it. */
const clearedInLines: ReadonlySet<string> = new Set(['CustomerRef', 'EntityRef']);

/** What else cannot be cleared by some requests. */
const lastingIn: Readonly<Record<string, readonly string[]>> = {
	BillModRq: ['DueDate'],
	InvoiceModRq: ['DueDate', 'ShipDate'],
	SalesOrderModRq: ['DueDate', 'ShipDate'],
	PurchaseOrderModRq: ['DueDate', 'ExpectedDate'],
	CreditCardChargeModRq: ['PayeeEntityRef'],
	CreditCardCreditModRq: ['PayeeEntityRef'],
};

const isEmpty = ({ text, children }: XmlElement): boolean => text === '' && children.every(isEmpty);

function lasts(place: Leaf | Group, { request, isList, isLine }: Where): boolean {
	const { name } = place;
	if (!isGroup(place) && place.type === 'boolean') return true;
	if (lastingIn[request]?.includes(name)) return true;
	if (isList && clearedInLists.has(name)) return false;
	if (isLine && clearedInLines.has(name)) return false;
	return lastingNames.has(name);
}

interface Where {
	request: string;
	isList: boolean;
	isLine: boolean;
}

/**
 * Refuses a change that would clear what a record can't be without.
 * @throws StatusError 3190 with the element
 */
export function requireClearable(element: XmlElement, content: Content, where: Where): void {
	const { places } = modelOf(content);
	for (const child of element.children) {
		const place = places.get(child.name);
		if (place === undefined) continue;
		if (isEmpty(child) && lasts(place, where)) throw new StatusError(3190, child.name);
		if (!isGroup(place) || isReference(place.content)) continue;
		requireClearable(child, place.content, { ...where, isLine: /Line/.test(child.name) });
	}
}
