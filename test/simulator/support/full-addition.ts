import { elementsIn } from '../../../quickbooks/facts/elements';
import {
	type Content,
	isGroup,
	isReference,
	type Leaf,
	type ValueType,
} from '../../../quickbooks/facts/facts';
import { readMessages } from '../../../quickbooks/facts/readMessages';
import { requests } from '../../../quickbooks/facts/requests';
import type { Company } from '../../../simulator/company/types';
import type { Reference } from '../../../simulator/company/value-types';
import { requestTypes } from '../../../simulator/qbxml/requests';
import type { Support } from '../../../simulator/qbxml/schema/support';
import type { XmlTree } from '../../support/qbxml-documents';

const facts = readMessages(requests);

const values: Record<ValueType, string> = {
	string: 'x',
	boolean: '1',
	date: '2026-01-15',
	dateTime: '2026-01-15T00:00:00',
	amount: '12.50',
	price: '2.5',
	quantity: '3',
	percent: '10',
	float: '1',
	integer: '1',
	id: '1-1',
	guid: '{7d543f23-f3b1-4dea-8ff4-37bd26d15e6c}',
	uuid: '{7d543f23-f3b1-4dea-8ff4-37bd26d15e6c}',
	enum: '',
	timeInterval: 'PT1H30M0S',
	macro: 'x',
};

/** Records of the usual company that elements may name. */
const named: Readonly<Record<string, string>> = {
	AccountRef: 'Subcontractors',
	APAccountRef: 'Accounts Payable',
	ARAccountRef: 'Accounts Receivable',
	AssetAccountRef: 'Inventory Asset',
	BankAccountRef: 'Checking',
	ClassRef: 'Commercial',
	COGSAccountRef: 'Cost of Goods Sold',
	CreditCardAccountRef: 'Company Card',
	CurrencyRef: 'US Dollar',
	CustomerMsgRef: 'Thank you for your business.',
	CustomerRef: 'Abercrombie & Daughters',
	CustomerSalesTaxCodeRef: 'Tax',
	CustomerTypeRef: 'Commercial',
	DepositToAccountRef: 'Checking',
	DiscountAccountRef: 'Sales Discounts',
	DiscountClassRef: 'Overhead',
	EntityRef: 'Dan Miller',
	ExpenseAccountRef: 'Subcontractors',
	IncomeAccountRef: 'Product Sales',
	ItemGroupRef: 'Door Set',
	ItemInventoryRef: 'Door Frame',
	ItemRef: 'Door Frame',
	ItemSalesTaxRef: 'San Tomas',
	ItemServiceRef: 'Design',
	JobTypeRef: 'Kitchen',
	OverrideItemAccountRef: 'Product Sales',
	PayeeEntityRef: 'A & B Lumber',
	PaymentMethodRef: 'Check',
	PreferredPaymentMethodRef: 'Check',
	PrefillAccountRef: 'Subcontractors',
	PrefVendorRef: 'A & B Lumber',
	PriceLevelRef: 'Trade',
	SalesRepEntityRef: 'Dan Miller',
	SalesRepRef: 'DM',
	SalesTaxCodeRef: 'Tax',
	ShipMethodRef: 'UPS',
	ShipToEntityRef: 'Abercrombie & Daughters',
	SupervisorRef: 'Dan Miller',
	TaxVendorRef: 'State Revenue Department',
	TermsRef: 'Net 15',
	TransferFromAccountRef: 'Checking',
	TransferToAccountRef: 'Company Card',
	UnitOfMeasureSetRef: 'Count in dozens',
	VehicleRef: 'Service Van',
	VendorRef: 'A & B Lumber',
	VendorTypeRef: 'Supplies',
};

/** What belongs to transactions that are there already, or to the seller's own rules, is tried elsewhere. */
const leftOut: ReadonlySet<string> = new Set([
	'ApplyCheckToTxnAdd',
	'AppliedToTxnAdd',
	'DataExt',
	'IncludeRetElement',
	'LinkToTxn',
	'LinkToTxnID',
	'ParentRef',
	'ParentSiteRef',
	'PaymentTxnID',
	'PaymentTxnLineID',
	'SetCredit',
	'TemplateRef',
	'UnitOfMeasure',
]);

/** The alternative of a choice to take, where it is not the first. */
const preferred: ReadonlySet<string> = new Set(['AccountRef', 'RefNumber', 'IsAutoApply']);

function leafOf(leaf: Leaf, path: string[]): XmlTree {
	if (leaf.name === 'AccountType') return { name: leaf.name, text: 'Bank' };
	const isOwnName = path.length === 1 && leaf.name === 'Name';
	const text = isOwnName ? 'Brand New'.slice(0, leaf.maxLength) : values[leaf.type];
	return { name: leaf.name, text: leaf.values?.[0] ?? text };
}

function fill(content: Content, support: Support, path: string[]): XmlTree[] {
	return content.flatMap((particle): XmlTree[] => {
		if ('or' in particle) {
			const names = (alternative: Content) => elementsIn(alternative).map(({ name }) => name);
			const own = particle.or.find((alternative) =>
				names(alternative).some((name) => preferred.has(name)),
			);
			const [first] = particle.or;
			if (particle.repeats)
				return particle.or.flatMap((alternative) => fill(alternative, support, path));
			return fill(own ?? first, support, path);
		}
		const own = support === 'all' ? 'all' : support[particle.name];
		if (own === undefined || leftOut.has(particle.name)) return [];
		if (!isGroup(particle)) return [leafOf(particle, path)];
		if (isReference(particle.content)) {
			const FullName = named[particle.name];
			return FullName
				? [{ name: particle.name, children: [{ name: 'FullName', text: FullName }] }]
				: [];
		}
		return [
			{ name: particle.name, children: fill(particle.content, own, [...path, particle.name]) },
		];
	});
}

/** What a payment of a bill is applied to. */
const application = (TxnID: string): XmlTree => ({
	name: 'AppliedToTxnAdd',
	children: [
		{ name: 'TxnID', text: TxnID },
		{ name: 'PaymentAmount', text: '12.50' },
		{ name: 'DiscountAmount', text: '1.00' },
		{ name: 'DiscountAccountRef', children: [{ name: 'FullName', text: 'Sales Discounts' }] },
	],
});

/** The bill of the vendor that the additions are with. */
export function billIn({ bills }: Company): string {
	const bill = bills.find(({ VendorRef }) => (VendorRef as Reference).FullName === 'A & B Lumber');
	return bill?.TxnID ?? '';
}

/**
 * An addition with every element that is supported, as far as one request can have them all.
 * @param bill the bill that a payment pays
 */
export function fullAddition(kind: string, bill: string): XmlTree {
	const name = `${kind}AddRq`;
	const type = requestTypes.get(name);
	if (!type) throw new Error(`${name} is not answered.`);
	const children = fill(facts.get(name)?.content ?? [], type.support, []);
	if (kind.startsWith('BillPayment')) children[0].children?.push(application(bill));
	return { name, children };
}
