import { requestFacts } from '../../../simulator/qbxml/schema/facts';
import { type Answered, type Desk } from './ask';

export type Fields = Record<string, unknown>;

export const LUMBER = '<VendorRef><FullName>A &amp; B Lumber</FullName></VendorRef>';
export const LUMBER_AS_PAYEE =
	'<PayeeEntityRef><FullName>A &amp; B Lumber</FullName></PayeeEntityRef>';
const CHECKING = '<BankAccountRef><FullName>Checking</FullName></BankAccountRef>';

/** The one record of an answer that has to be without error. */
export function only({ name, records, statusCode, statusMessage }: Answered): Fields {
	if (Number(statusCode) >= 1000) throw new Error(`${statusCode}: ${statusMessage}`);
	const found = Object.values(records).flat();
	if (found.length !== 1) throw new Error(`${name} has ${found.length} records.`);
	return found[0];
}

/** Adds a record from the content of its element. */
export const add = ({ ask }: Desk, kind: string, content: string): Fields =>
	only(ask(`<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`));

/** The request that changes a record. */
export function modOf(kind: string, { TxnID, ListID, EditSequence }: Fields, content: string) {
	const id = TxnID === undefined ? `<ListID>${ListID}</ListID>` : `<TxnID>${TxnID}</TxnID>`;
	return `<${kind}ModRq><${kind}Mod>${id}<EditSequence>${EditSequence}</EditSequence>${content}</${kind}Mod></${kind}ModRq>`;
}

/** A transaction as it is now, with its lines and, where they can be asked for, its links. */
export function nowOf({ ask }: Desk, kind: string, { TxnID }: Fields): Fields {
	const parts = requestFacts.get(`${kind}QueryRq`)?.content ?? [];
	const includes = ['IncludeLineItems', 'IncludeLinkedTxns']
		.filter((name) => parts.some((part) => 'name' in part && part.name === name))
		.map((name) => `<${name}>1</${name}>`);
	return only(ask(`<${kind}QueryRq><TxnID>${TxnID}</TxnID>${includes.join('')}</${kind}QueryRq>`));
}

export const expense = (amount: string, account = 'Subcontractors'): string =>
	`<ExpenseLineAdd><AccountRef><FullName>${account}</FullName></AccountRef><Amount>${amount}</Amount></ExpenseLineAdd>`;

/** A bill of A & B Lumber. */
export const addBill = (desk: Desk, amount = '100.00', more = ''): Fields =>
	add(desk, 'Bill', LUMBER + more + expense(amount));

/** A credit of A & B Lumber. */
export const addCredit = (desk: Desk, amount = '30.00'): Fields =>
	add(desk, 'VendorCredit', LUMBER + expense(amount));

/** The request of a check for bills of A & B Lumber, from its applications. */
export const checkFor = (applications: string, more = ''): string =>
	`<BillPaymentCheckAddRq><BillPaymentCheckAdd>${LUMBER_AS_PAYEE}${more}${CHECKING}<RefNumber>77</RefNumber>${applications}</BillPaymentCheckAdd></BillPaymentCheckAddRq>`;

/** What a payment is applied to, in a request that adds or changes one. */
export const applied = ({ TxnID }: Fields, content: string, element = 'AppliedToTxnAdd'): string =>
	`<${element}><TxnID>${TxnID}</TxnID>${content}</${element}>`;

export const paying = (amount: string): string => `<PaymentAmount>${amount}</PaymentAmount>`;

export const crediting = ({ TxnID }: Fields, amount: string): string =>
	`<SetCredit><CreditTxnID>${TxnID}</CreditTxnID><AppliedAmount>${amount}</AppliedAmount></SetCredit>`;
