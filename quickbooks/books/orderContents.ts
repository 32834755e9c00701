import type { LabelOf } from '../changes/assignments';
import { labelIn } from '../changes/difference';
import { isSame } from '../changes/meaning';
import { elementsIn as elementsOf } from '../facts/elements';
import { type Content, type Group, isGroup, isReference, type Leaf } from '../facts/facts';
import { singularOf } from '../filledIn/recordValues';
import type { Form } from '../form/form';
import { dayOf } from '../form/moment';
import { isObject } from '../json/object';
import { elementsIn } from '../qbxml/answer';
import { unclear } from '../qbxml/certainty';
import { isSameName } from '../qbxml/characters';
import { type Contents, requestsShown } from '../qbxml/contents';
import { contentOfRecord } from '../qbxml/recordFacts';
import type { RequestElement } from '../qbxml/requestXml';
import { inWords } from '../qbxml/words';
import type { RecordForm } from '../records/record';
import { clockIn, linesNamed } from './orderClock';

/** What is compared. */
export interface OrderComparison {
	form: RecordForm;
	/** What was filled in this time. */
	filledIn: Form;
	/** The present time, in milliseconds since 1970. */
	now: number;
	/** What was written, as it was filled in, where more is written than was filled in. */
	asFilledIn?: (earlier: RequestElement, now: RequestElement) => RequestElement;
}

/** What was found out about an element. */
interface Found {
	differences: string[];
	/** The fields that can't be compared. */
	unclear: string[];
}

interface Comparing {
	form: RecordForm;
	timezone: string;
	/** The day that the clock says, YYYY-MM-DD. */
	today: string;
	/** Which fields follow the clock, by their paths. */
	clockOf: ReturnType<typeof clockIn>;
	/** The names of records by their IDs in upper case, as an answer has shown them. */
	names: ReadonlyMap<string, string>;
	/** Whether the service may have made the earlier request itself, and added what is there by default. */
	mayBeBuilt: boolean;
}

/** The facts of an element. In a choice that repeats, so does it. */
const factsAt = (content: Content, name: string): Leaf | Group | undefined =>
	elementsOf(content).find((one) => one.name === name);

const hasContent = ({ text, children }: RequestElement): boolean =>
	text.trim() !== '' || children.some(hasContent);

const partsNamed = ({ children }: RequestElement, name: string): RequestElement[] =>
	children.filter((child) => child.name === name && hasContent(child));

const textAt = (element: RequestElement, name: string): string | undefined =>
	partsNamed(element, name)[0]?.text.trim();

/** Any white space is a blank: services may write it differently. */
const squeezed = (text: string): string => text.trim().replace(/\s+/g, ' ').normalize('NFC');

/** Whether two requests name the same: both show names as they were sent, so that no letter was lost. */
const isSameAsSent = (one: string, other: string): boolean =>
	squeezed(one).toLowerCase() === squeezed(other).toLowerCase();

/** Every pair of an ID and a name in an answer. */
function namesIn(value: unknown, found = new Map<string, string>()): Map<string, string> {
	if (Array.isArray(value)) {
		for (const one of value) namesIn(one, found);
	} else if (isObject(value)) {
		const { ListID: id, FullName: name } = value;
		if (typeof id === 'string' && typeof name === 'string') found.set(id.toUpperCase(), name);
		for (const one of Object.values(value)) namesIn(one, found);
	}
	return found;
}

const isReferenceGroup = (facts: Leaf | Group | undefined): boolean =>
	facts !== undefined && isGroup(facts) && isReference(facts.content);

/** What stands in a list in the order in which it was written. */
const isLine = (facts: Leaf | Group | undefined): boolean =>
	facts !== undefined && facts.repeats === true && isGroup(facts) && !isReferenceGroup(facts);

/** The record that a reference names, as people know it. */
function shownReference(one: RequestElement, { names }: Comparing): string {
	const id = textAt(one, 'ListID');
	return textAt(one, 'FullName') ?? (id && names.get(id.toUpperCase())) ?? id ?? '';
}

/** Whether two references name the same record. Undefined if one has an ID, the other a name, and nobody knows whose they are. */
function isSameReference(
	one: RequestElement,
	other: RequestElement,
	{ names }: Comparing,
): boolean | undefined {
	const [first, second] = [one, other].map((each) => ({
		id: textAt(each, 'ListID')?.toUpperCase(),
		name: textAt(each, 'FullName'),
	}));
	if (first.id !== undefined && second.id !== undefined) return first.id === second.id;
	if (first.name !== undefined && second.name !== undefined) {
		return isSameAsSent(first.name, second.name);
	}
	const [id = '', name = ''] = [first.id ?? second.id, first.name ?? second.name];
	const known = names.get(id);
	if (known !== undefined) return isSameName(known, name);
	return [...names.values()].some((one) => isSameName(one, name)) ? false : undefined;
}

const said = (value: string | undefined): string => (value === undefined ? 'none' : `"${value}"`);

const difference = (label: string, was: string | undefined, is: string | undefined): string =>
	was === undefined
		? `${label}: nothing was written, and this run has ${said(is)}`
		: `${label}: "${was}" was written, and this run has ${said(is)}`;

/** A value as people read it. */
function shown(one: RequestElement, facts: Leaf | Group | undefined, comparing: Comparing): string {
	if (isReferenceGroup(facts)) return shownReference(one, comparing);
	const parts = one.children.filter(hasContent);
	if (parts.length === 0) return squeezed(one.text);
	return parts
		.map((part) => {
			const inside = facts && isGroup(facts) ? factsAt(facts.content, part.name) : undefined;
			return shown(part, inside, comparing);
		})
		.join(', ');
}

/** Days and times, as expressions write them. */
const TIMES = /\b20\d\d-[01]\d-[0-3]\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?/g;

const withoutTimes = (text = ''): string => text.replace(TIMES, '');

/** Whether a field is left out of the comparison, because it follows the clock. */
function isLeftToClock(
	path: string,
	facts: Leaf | Group | undefined,
	[was, now]: ReadonlyArray<RequestElement | undefined>,
	{ clockOf, today }: Comparing,
): boolean {
	const clock = clockOf(path);
	if (clock === undefined || (facts && isGroup(facts))) return false;
	const isDate = facts?.type === 'date' || facts?.type === 'dateTime';
	if (isDate) return clock === 'alone' || now?.text.trim().startsWith(today) === true;
	if (facts !== undefined && facts.type !== 'string') return false;
	return clock !== 'somewhere' || withoutTimes(was?.text) === withoutTimes(now?.text);
}

/** What the earlier request has and this one lacks, and a service may have put there by itself. */
const isDefault = (one: RequestElement, facts: Leaf | Group | undefined): boolean =>
	facts !== undefined && !isGroup(facts) && facts.type === 'boolean' && one.text.trim() !== 'true';

function compareLeaf(facts: Leaf | undefined, was: string, is: string, timezone: string): boolean {
	const [first, second] = [squeezed(was), squeezed(is)];
	// What QuickBooks makes of letters that it can't keep is no question here: both are as they were sent.
	if (first === second || facts === undefined || facts.type === 'string') return first === second;
	return isSame(facts, first, second, timezone);
}

/** Compares what has one place: a value, a reference, or a group such as an address. */
function comparePart(
	was: RequestElement | undefined,
	is: RequestElement | undefined,
	facts: Leaf | Group | undefined,
	{ path, label, labelOf }: { path: string; label: string; labelOf: LabelOf },
	comparing: Comparing,
): Found {
	const none: Found = { differences: [], unclear: [] };
	if (isLeftToClock(path, facts, [was, is], comparing)) return none;
	if (!was && !is) return none;
	if (!is && was && comparing.mayBeBuilt && isDefault(was, facts)) return none;
	if (!was || !is) {
		const [before, now] = [was, is].map((one) => one && shown(one, facts, comparing));
		return { ...none, differences: [difference(label, before, now)] };
	}
	if (isReferenceGroup(facts)) {
		const isSameOne = isSameReference(was, is, comparing);
		if (isSameOne === undefined) return { ...none, unclear: [label] };
		if (isSameOne) return none;
	} else if (facts && isGroup(facts)) {
		return compareContent(facts.content, was, is, { path, label: '', labelOf }, comparing);
	} else if (is.children.length > 0 || was.children.length > 0) {
		const [before, now] = [was, is].map((one) => shown(one, facts, comparing));
		return before === now ? none : { ...none, differences: [difference(label, before, now)] };
	} else if (compareLeaf(facts, was.text, is.text, comparing.timezone)) return none;
	const [before, now] = [was, is].map((one) => shown(one, facts, comparing));
	return { ...none, differences: [difference(label, before, now)] };
}

/** Compares values that may be there several times and have no order, such as the sales orders of an invoice. */
function compareSeveral(
	was: readonly RequestElement[],
	is: readonly RequestElement[],
	facts: Leaf | Group | undefined,
	place: { path: string; label: string; labelOf: LabelOf },
	comparing: Comparing,
): Found {
	const left = [...was];
	const added: RequestElement[] = [];
	for (const one of is) {
		const at = left.findIndex((each) => {
			const { differences, unclear } = comparePart(each, one, facts, place, comparing);
			return differences.length === 0 && unclear.length === 0;
		});
		if (at < 0) added.push(one);
		else left.splice(at, 1);
	}
	const found: Found = { differences: [], unclear: [] };
	for (let at = 0; at < Math.max(left.length, added.length); at++) {
		const { differences, unclear } = comparePart(left[at], added[at], facts, place, comparing);
		found.differences.push(...differences);
		found.unclear.push(...unclear);
	}
	return found;
}

/**
 * Whether lines mean the same in any order. A subtotal or a discount works on the lines above it, and has no quantity; other items
 * are what they are wherever they stand.
 */
const isOrderFree = (lines: readonly RequestElement[]): boolean =>
	lines.every(
		(line) =>
			textAt(line, 'RatePercent') === undefined &&
			(partsNamed(line, 'ItemRef').length === 0 || textAt(line, 'Quantity') !== undefined),
	);

/** What the form calls a line: "Line 2". */
function lineLabel(
	{ form }: Comparing,
	all: readonly RequestElement[],
	line: RequestElement,
): string {
	const lines = linesNamed(form, line.name);
	const own = all.filter(({ name }) => linesNamed(form, name) === lines);
	return `${lines ? singularOf(lines) : inWords(line.name.replace(/Add$/, ''))} ${own.indexOf(line) + 1}`;
}

/** Compares the lines of a record. */
function compareLines(
	content: Content,
	was: readonly RequestElement[],
	is: readonly RequestElement[],
	path: string,
	comparing: Comparing,
): Found {
	const compareTwo = (one: RequestElement, other: RequestElement, label: string): Found => {
		const facts = factsAt(content, other.name);
		if (one.name !== other.name || !facts || !isGroup(facts)) {
			return { differences: [`${label} is of another kind`], unclear: [] };
		}
		const lines = linesNamed(comparing.form, other.name);
		const labelOf = lines
			? labelIn({ fields: lines.fields, further: lines.further ?? [] })
			: inWords;
		const place = { path: `${path}${other.name}`, label: `${label}: `, labelOf };
		return compareContent(facts.content, one, other, place, comparing);
	};
	const isAlike = ({ differences, unclear }: Found) =>
		differences.length === 0 && unclear.length === 0;
	const isFree = isOrderFree(was) && isOrderFree(is);
	const left = [...was];
	const others: RequestElement[] = [];
	if (isFree) {
		for (const line of is) {
			const at = left.findIndex((each) => isAlike(compareTwo(each, line, '')));
			if (at < 0) others.push(line);
			else left.splice(at, 1);
		}
	} else others.push(...is);
	const found: Found = { differences: [], unclear: [] };
	for (let at = 0; at < Math.max(left.length, others.length); at++) {
		const [before, now] = [left.at(at), others.at(at)];
		if (before && now) {
			const { differences, unclear } = compareTwo(before, now, lineLabel(comparing, is, now));
			found.differences.push(...differences);
			found.unclear.push(...unclear);
		} else if (now) {
			found.differences.push(
				`${lineLabel(comparing, is, now)} was not written: "${shown(now, factsAt(content, now.name), comparing)}"`,
			);
		} else if (before) {
			found.differences.push(
				`${lineLabel(comparing, was, before)} was written, and this run doesn't have it: "${shown(before, factsAt(content, before.name), comparing)}"`,
			);
		}
	}
	return found;
}

/** Compares two elements part by part, whatever their order. */
function compareContent(
	content: Content,
	was: RequestElement,
	is: RequestElement,
	{ path, label, labelOf }: { path: string; label: string; labelOf: LabelOf },
	comparing: Comparing,
): Found {
	const outer = path === '' ? '' : `${path}.`;
	const inLines = (name: string) => isLine(factsAt(content, name));
	const names = [...is.children, ...was.children].filter(hasContent).map(({ name }) => name);
	const found: Found = { differences: [], unclear: [] };
	const add = ({ differences, unclear }: Found) => {
		found.differences.push(...differences);
		found.unclear.push(...unclear);
	};
	const inLine = comparing.form.lines?.some((lines) => path.startsWith(lines.path)) === true;
	for (const name of new Set(names)) {
		if (name === 'ExternalGUID' || inLines(name)) continue;
		const facts = factsAt(content, name);
		const own = `${outer}${name}`;
		const inForm = inLine ? own.slice(own.indexOf('.') + 1) : own;
		const place = { path: own, label: `${label}${labelOf(inForm)}`, labelOf };
		const [before, now] = [partsNamed(was, name), partsNamed(is, name)];
		const single = facts && { ...facts, repeats: undefined };
		const compare = facts?.repeats ? compareSeveral : compareOne;
		add(compare(before, now, single, place, comparing));
	}
	const lines = [was, is].map(({ children }) =>
		children.filter((child) => hasContent(child) && inLines(child.name)),
	);
	add(compareLines(content, lines[0], lines[1], outer, comparing));
	return found;
}

const compareOne: typeof compareSeveral = ([was], [is], facts, place, comparing) =>
	comparePart(was, is, facts, place, comparing);

/** Whether a request shows all that it holds. A service may show its outer elements alone. */
function showsAll(content: Content, { children }: RequestElement): boolean {
	return children.every((child) => {
		const facts = factsAt(content, child.name);
		if (!facts || !isGroup(facts)) return true;
		return child.children.length > 0 && showsAll(facts.content, child);
	});
}

/**
 * Compares what a run would write for an order with what was written for it under the same number. Left out is what changes from run
 * to run by itself: fields whose expressions follow the clock, such as the date of a new record.
 * @param adds The element that adds the record, such as `InvoiceAdd`.
 * @param earlier The queued request, as the service shows it.
 */
export function compareOrders(
	adds: RequestElement,
	earlier: Record<string, unknown>,
	{ form, filledIn, now, asFilledIn = (was) => was }: OrderComparison,
): Contents {
	const [request, ...more] = requestsShown(earlier);
	const { qbxml } = form;
	const was = request?.children.find(({ name }) => name.endsWith('Add'));
	if (!request || !was || !hasContent(was) || more.length > 0) {
		return unclear('the service does not show what was written');
	}
	const type = was.name.replace(/Add$/, '');
	if (type !== qbxml) {
		return { is: 'other', differences: [difference('Type', inWords(type), inWords(qbxml))] };
	}
	const content = contentOfRecord(qbxml);
	if (!showsAll(content, was)) {
		return unclear('the service does not show all that was written');
	}
	const { timezone } = filledIn;
	const comparing: Comparing = {
		form,
		timezone,
		today: dayOf(now, timezone),
		clockOf: clockIn(form, filledIn),
		names: namesIn(elementsIn(earlier)),
		mayBeBuilt: partsNamed(was, 'ExternalGUID').length === 0,
	};
	const place = { path: '', label: '', labelOf: labelIn(form) };
	const found = compareContent(content, asFilledIn(was, adds), adds, place, comparing);
	if (found.differences.length > 0) return { is: 'other', differences: found.differences };
	if (found.unclear.length === 0) return { is: 'same' };
	const fields = [...new Set(found.unclear)].join(', ');
	return unclear(`${fields} was given by name once and by ID once`);
}
