import {
	type Content,
	type Group,
	isChoice,
	isGroup,
	isReference,
	type Leaf,
	type Particle,
	type ValueType,
} from '../facts/facts';
import { isValues } from './requestValues';

const MARK = '#cleared';

/**
 * The value of a field that a change empties. What is only left out of a change stays as it is. It is plain data, so that it
 * outlives an execution that sleeps, and no name of qbXML begins with its sign.
 */
export const cleared: Readonly<Record<string, unknown>> = Object.freeze({ [MARK]: true });

export const isCleared = (value: unknown): boolean =>
	isValues(value) && value[MARK] === true && Object.keys(value).length === 1;

/** What a custom field holds. It has to be said, and empties the field if it is empty. */
export const VALUE_OF_CUSTOM_FIELD = 'DataExtValue';

/** The types that an empty element clears. A switch is on or off, and a word is one of its words. */
const clearedTypes: ReadonlySet<ValueType> = new Set([
	'amount',
	'date',
	'integer',
	'percent',
	'price',
	'quantity',
	'string',
]);

/** What the accounting application keeps as it is when it gets an empty element, wherever it stands. */
const lasting: ReadonlySet<string> = new Set([
	...['AccountRef', 'APAccountRef', 'ARAccountRef', 'AssetAccountRef', 'COGSAccountRef'],
	...['CurrencyRef', 'CustomerRef', 'DepositToAccountRef', 'ExpenseAccountRef'],
	...[
		'IncomeAccountRef',
		'ItemGroupRef',
		'ItemInventoryRef',
		'ItemRef',
		'PayeeEntityRef',
		'TemplateRef',
		'VendorRef',
	],
	...['Amount', 'Cost', 'Name', 'PaymentAmount', 'Quantity', 'Rate', 'TotalAmount'],
	...['DueDate', 'ExpectedDate', 'ShipDate', 'TxnDate'],
]);

/** The same of transactions only: a customer may be left without. */
const lastingInTransactions: ReadonlySet<string> = new Set(['ItemSalesTaxRef']);

/** The same within lines only. */
const lastingInLines: ReadonlySet<string> = new Set(['OverrideItemAccountRef', 'SalesTaxCodeRef']);

const isBeside = (around: Content, name: string): boolean =>
	around.some((one) => !isChoice(one) && one.name === name);

/**
 * Whether a change can clear an element.
 * @param around The content that it stands in.
 */
export function isClearable(element: Leaf | Group, around: Content): boolean {
	const { name, optional, repeats } = element;
	if (name === VALUE_OF_CUSTOM_FIELD) return true;
	if (!optional || repeats || lasting.has(name)) return false;
	if (lastingInLines.has(name) && isBeside(around, 'TxnLineID')) return false;
	if (lastingInTransactions.has(name) && isBeside(around, 'TxnDate')) return false;
	if (!isGroup(element)) return clearedTypes.has(element.type);
	const { content } = element;
	return isReference(content) || content.every((part) => isClearablePart(part, content));
}

/** An address is cleared with all its parts. */
const isClearablePart = (part: Particle, around: Content): boolean =>
	!isChoice(part) && !isGroup(part) && isClearable(part, around);
