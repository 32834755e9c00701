import { elementsIn } from '../facts/elements';
import { type Group, isGroup, isReference, type Leaf } from '../facts/facts';
import { baseName } from '../facts/sameElement';
import { isSameName, isSameText } from '../qbxml/characters';
import { isCleared } from '../qbxml/clearing';
import { textOf } from '../qbxml/encodeRequest';
import { givenIn, isGiven, isValues, type Values } from '../qbxml/requestValues';

/** What a record shows under another name than the one by which it is set. */
const shownAs: Readonly<Record<string, string>> = {
	OverrideCheckNumber: 'CheckNumber',
	OverrideClassRef: 'ClassRef',
	OverrideMemo: 'Memo',
	PaymentAmount: 'Amount',
	PaymentTxnID: 'TxnID',
};

/** The name under which a record, or the values for one, hold an element. */
export function nameIn(values: Values, name: string): string {
	const base = baseName(name);
	const names = [name, base, `${base}Ret`, shownAs[base]];
	return names.find((one) => one !== undefined && Object.hasOwn(values, one)) ?? name;
}

/** What a record, or the values for one, hold of an element. Undefined for nothing. */
export function partOf(values: unknown, name: string): unknown {
	// Whatever is called `Ret` comes in a list, even the one cash back of a deposit.
	const single: unknown = Array.isArray(values) ? values[0] : values;
	return isValues(single) ? single[nameIn(single, name)] : undefined;
}

/** A number without what makes no difference: 162.50 as 162.5. */
function plainNumber(text: string): string {
	const [, sign, digits, decimals = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
	if (digits === undefined) return text;
	const whole = digits.replace(/^0+/, '') || '0';
	const fraction = decimals.replace(/(?<!0)0+$/, '');
	const number = `${whole}${fraction === '' ? '' : `.${fraction}`}`;
	return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** A length of time in seconds: PT90M as PT1H30M. */
function seconds(text: string): string {
	const [found, sign, hours = 0, minutes = 0, rest = 0] =
		/^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(text) ?? [];
	if (found === undefined) return text;
	return `${sign}${Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)}`;
}

function moment(text: string): string {
	const time = Date.parse(text);
	return Number.isNaN(time) ? text : String(time);
}

const meanings: Readonly<Partial<Record<Leaf['type'], (text: string) => string>>> = {
	amount: plainNumber,
	boolean: (text) => ({ '1': 'true', '0': 'false' })[text] ?? text.toLowerCase(),
	dateTime: moment,
	float: plainNumber,
	guid: (text) => text.toLowerCase(),
	id: (text) => text.toUpperCase(),
	integer: plainNumber,
	percent: plainNumber,
	price: plainNumber,
	quantity: plainNumber,
	timeInterval: seconds,
};

/** A value as a text that is the same for all values that mean the same. Undefined for none. */
function meaningOf(facts: Leaf, value: unknown, timezone: string): string | undefined {
	if (!isGiven(value) || isCleared(value)) return undefined;
	const text = textOf(value, facts, timezone).trim();
	return text === '' ? undefined : (meanings[facts.type]?.(text) ?? text);
}

/** The record that a value names. A text is its full name. */
function referenceOf(value: unknown): Values | undefined {
	if (!isGiven(value) || isCleared(value)) return undefined;
	return isValues(value) ? value : { FullName: value };
}

/** References by ID, or by name if one of them has no ID. */
function isSameReference(one: unknown, other: unknown): boolean {
	const [first, second] = [referenceOf(one), referenceOf(other)];
	if (!first || !second) return first === second;
	const name = isGiven(first.ListID) && isGiven(second.ListID) ? 'ListID' : 'FullName';
	return (
		isGiven(first[name]) &&
		isGiven(second[name]) &&
		isSameName(String(first[name]), String(second[name]))
	);
}

const isReferenceGroup = (element: Leaf | Group): element is Group =>
	isGroup(element) && isReference(element.content);

function isSameList(
	element: Leaf | Group,
	one: unknown,
	other: unknown,
	timezone: string,
): boolean {
	const [first, second] = [givenIn(one), givenIn(other)];
	if (first.length !== second.length) return false;
	const single = { ...element, repeats: undefined };
	// What a list names has no order.
	return isReferenceGroup(element)
		? first.every((each) => second.some((found) => isSame(single, each, found, timezone)))
		: first.every((each, index) => isSame(single, each, second[index], timezone));
}

/** Whether two values of an element mean the same, in a record or in what is asked of it. */
export function isSame(
	element: Leaf | Group,
	one: unknown,
	other: unknown,
	timezone: string,
): boolean {
	if (element.repeats) return isSameList(element, one, other, timezone);
	if (isReferenceGroup(element)) return isSameReference(one, other);
	if (!isGroup(element)) {
		const [first, second] = [one, other].map((value) => meaningOf(element, value, timezone));
		const areTexts = element.type === 'string' && first !== undefined && second !== undefined;
		return areTexts ? isSameText(first, second) : first === second;
	}
	return elementsIn(element.content).every((part) =>
		isSame(part, partOf(one, part.name), partOf(other, part.name), timezone),
	);
}

/** A value as people read it. Null for none. */
export function shownValue(element: Leaf | Group, value: unknown, timezone: string): string | null {
	if (!isGiven(value) || isCleared(value)) return null;
	if (element.repeats) {
		const single = { ...element, repeats: undefined };
		return givenIn(value)
			.map((one) => shownValue(single, one, timezone))
			.join(', ');
	}
	if (isReferenceGroup(element)) {
		const { FullName, ListID } = referenceOf(value) ?? {};
		return String(isGiven(FullName) ? FullName : ListID);
	}
	if (!isGroup(element)) return textOf(value, element, timezone);
	return elementsIn(element.content)
		.flatMap((part) => shownValue(part, partOf(value, part.name), timezone) ?? [])
		.join(', ');
}

/** What a record shows as a request says it: references go by ID. */
export function asRequested(element: Leaf | Group, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => asRequested(element, one));
	if (!isReferenceGroup(element)) return value;
	const { ListID, FullName } = referenceOf(value) ?? {};
	return isGiven(ListID) ? { ListID } : { FullName };
}
