import {
	type Attributes,
	type Content,
	type Group,
	isChoice,
	isGroup,
	isReference,
	type Leaf,
	type Message,
	type Messages,
} from '../facts/facts';
import { problemOfValue } from '../facts/valueTypes';
import { VALUE_OF_CUSTOM_FIELD } from './clearing';
import { nearest } from './nearest';
import { hasAttributes, trimmed } from './readXml';
import type { RequestElement } from './requestXml';
import { isNewer } from './versions';

/** Something in a request that the accounting application would refuse. */
export interface Problem {
	/** A sentence without its full stop. */
	message: string;
	/** From the request to the element, such as `InvoiceAddRq > InvoiceAdd > InvoiceLineAdd (2) > Rate`. */
	path: string;
	/** Where the element begins in the XML that it was read from. */
	position?: number;
	/** The accounting application may do well with it all the same. */
	isHint?: true;
}

/** The host that the request is for, as far as it is known. */
export interface Host {
	/** The version of qbXML that the document is written in. */
	documentVersion?: string;
	/** The highest version that the host understands. */
	hostVersion?: string;
	/** Whether it is of another country than the United States, so that there are elements that the facts don't know. */
	isForeign?: boolean;
}

/** Where an element stands in the content of another. */
interface Slot {
	particle: Leaf | Group;
	/** Elements come in the order of their ranks. Those of a choice that repeats have the same. */
	rank: number;
	repeats: boolean;
	/** The first version that has it and the choices around it. */
	since: string | undefined;
}

type Slots = ReadonlyMap<string, Slot>;

const newer = (one: string | undefined, other: string | undefined): string | undefined =>
	one === undefined || (other !== undefined && isNewer(other, one)) ? other : one;

const slotsMade = new WeakMap<Content, Slots>();

function makeSlots(content: Content): Slots {
	const slots = new Map<string, Slot>();
	let rank = 0;
	const add = (inside: Content, outer: Pick<Slot, 'since' | 'repeats'>) => {
		for (const particle of inside) {
			const since = newer(outer.since, particle.since);
			const repeats = outer.repeats || particle.repeats === true;
			if (!isChoice(particle)) {
				slots.set(particle.name, { particle, rank: outer.repeats ? rank : ++rank, repeats, since });
				continue;
			}
			if (particle.repeats) rank++;
			for (const alternative of particle.or) add(alternative, { since, repeats });
		}
	};
	add(content, { since: undefined, repeats: false });
	return slots;
}

/** The places of all elements in a content. No name stands twice in one. */
function slotsOf(content: Content): Slots {
	const slots = slotsMade.get(content) ?? makeSlots(content);
	slotsMade.set(content, slots);
	return slots;
}

/** The indexes of a longest run of ranks that does not fall: the elements that stand right. */
function inOrder(ranks: readonly number[]): Set<number> {
	const ends: number[] = [];
	const before: Array<number | undefined> = [];
	ranks.forEach((rank, index) => {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (ranks[ends[middle]] <= rank) low = middle + 1;
			else high = middle;
		}
		before[index] = ends[low - 1];
		ends[low] = index;
	});
	const right = new Set<number>();
	for (let at = ends.at(-1); at !== undefined; at = before[at]) right.add(at);
	return right;
}

const listOf = (names: readonly string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The names by which one can begin to fill an alternative. */
const firstNames = (content: Content): string[] =>
	content
		.slice(0, 1)
		.flatMap((first) => (isChoice(first) ? first.or.flatMap(firstNames) : [first.name]));

const mayBeEmpty = (content: Content): boolean =>
	content.every(
		(particle) => particle.optional || (isChoice(particle) && particle.or.some(mayBeEmpty)),
	);

/** The first element of an alternative that is present. */
function usedIn(alternative: Content, present: ReadonlySet<string>): string | undefined {
	for (const name of slotsOf(alternative).keys()) if (present.has(name)) return name;
	return undefined;
}

/** The place of an element in a request. */
interface Place {
	element: RequestElement;
	outer?: Place;
}

/** Which one of its name an element is, among those around it. */
function numberOf(element: RequestElement, { children }: RequestElement): number {
	let number = 1;
	for (const other of children) {
		if (other === element) break;
		if (other.name === element.name) number++;
	}
	return number;
}

function pathOf({ element, outer }: Place): string {
	if (!outer) return element.name;
	const number = numberOf(element, outer.element);
	return `${pathOf(outer)} > ${element.name}${number > 1 ? ` (${number})` : ''}`;
}

/** An element that the facts know, and where it should come. */
interface Known {
	element: RequestElement;
	slot: Slot;
}

/** Whether elements are known, in order, and each as often as it may be. Most are. */
function isPlain(children: readonly RequestElement[], slots: Slots): boolean {
	let last = 0;
	for (const { name } of children) {
		const slot = slots.get(name);
		if (!slot || slot.rank < last || (slot.rank === last && !slot.repeats)) return false;
		last = slot.rank;
	}
	return true;
}

/** Whether a content asks for nothing: no element in it is required, and there is no choice. */
const asksForNothing = (content: Content): boolean =>
	content.every((particle) => !isChoice(particle) && particle.optional);

/** More places than this tell nothing: every reference has a FullName. */
const MOST_PLACES = 3;

/** Checks one request and collects its problems. Requests can be large, so nothing is made for what is right. */
class Check {
	readonly problems: Problem[] = [];
	/** The newest version that something in the request came with. */
	newest: string | undefined;

	constructor(
		private readonly host: Host,
		/** Where a request changes a record, an empty element clears a field; a new record is refused for one. */
		private readonly writes: 'adds' | 'changes' | undefined,
	) {}

	private get clears(): boolean {
		return this.writes === 'changes';
	}

	add({ position }: RequestElement, place: Place, message: string, isHint = false): void {
		const path = pathOf(place);
		this.problems.push({ message, path, position, ...(isHint && { isHint }) });
	}

	version(element: RequestElement, place: Place, since: string): void {
		const { documentVersion = since, hostVersion = since } = this.host;
		this.newest = newer(this.newest, since);
		const { name } = element;
		if (isNewer(since, documentVersion)) {
			const written = `the request is written in ${documentVersion}`;
			this.add(element, place, `${name} came with qbXML ${since}, but ${written}`);
		} else if (isNewer(since, hostVersion)) {
			const understood = `the QuickBooks of this connection understands only ${hostVersion}`;
			this.add(element, place, `${name} came with qbXML ${since}, but ${understood}`);
		}
	}

	attributes(element: RequestElement, place: Place, known: Attributes): void {
		for (const [name, value] of Object.entries(element.attributes)) {
			const facts = Object.hasOwn(known, name) ? known[name] : undefined;
			if (!facts) {
				const meant = nearest(name, Object.keys(known));
				const advice = meant ? `. Did you mean ${meant}?` : '';
				const message = `${element.name} has no attribute ${name}${advice}`;
				this.add(element, place, message, this.host.isForeign);
				continue;
			}
			const problem = value === '' ? 'is empty' : problemOfValue(value, facts);
			if (problem) this.add(element, place, `${name} of ${element.name} ${problem}`);
		}
		for (const [name, { optional }] of Object.entries(known)) {
			if (!optional && !Object.hasOwn(element.attributes, name)) {
				this.add(element, place, `${element.name} needs the attribute ${name}`);
			}
		}
	}

	/** What is wrong with an element that holds a text, as a sentence. */
	private problemOfLeaf({ name, text, children, attributes }: RequestElement, facts: Leaf) {
		if (children.length > 0) {
			return `${name} holds a text, but here it holds the element ${children[0].name}`;
		}
		if (facts.macro && attributes.useMacro !== undefined) {
			return text === '' ? undefined : `${name} has useMacro, and so it must have no text`;
		}
		const mayBeEmpty = facts.optional
			? (facts.type === 'string' && this.writes !== 'adds') || this.clears
			: name === VALUE_OF_CUSTOM_FIELD;
		if (text === '' && mayBeEmpty) return undefined;
		const isLeftOut = facts.optional && this.writes === 'adds';
		const problem =
			text.trim() === ''
				? `is empty${isLeftOut ? '. Leave it out' : ''}`
				: problemOfValue(text, facts);
		return problem && `${name} ${problem}`;
	}

	private unknown(element: RequestElement, place: Place, parent: string, slots: Slots): void {
		const owners = [...slots.values()].filter(
			({ particle }) => isGroup(particle) && slotsOf(particle.content).has(element.name),
		);
		const places = owners.length > MOST_PLACES ? [] : owners.map(({ particle }) => particle.name);
		const meant = owners.length > 0 ? undefined : nearest(element.name, [...slots.keys()]);
		const advice = [
			`${parent} has no element ${element.name}`,
			...(places.length > 0 ? [`It belongs in ${listOf(places)}`] : []),
			...(meant ? [`Did you mean ${meant}?`] : []),
		];
		this.add(element, place, advice.join('. '), this.host.isForeign);
	}

	private order(parent: Place, known: readonly Known[]): void {
		const right = inOrder(known.map(({ slot }) => slot.rank));
		const rightOnes = known.filter((_, index) => right.has(index));
		known.forEach(({ element, slot }, index) => {
			if (right.has(index)) return;
			const after = rightOnes.find((other) => other.slot.rank > slot.rank);
			const last = rightOnes.findLast((other) => other.slot.rank < slot.rank);
			const where = after ? `before ${after.element.name}` : `after ${last?.element.name}`;
			const message = `${element.name} has to come ${where} in ${parent.element.name}`;
			this.add(element, { element, outer: parent }, message);
		});
	}

	private missing(
		parent: RequestElement,
		place: Place,
		content: Content,
		present: ReadonlySet<string>,
	): void {
		for (const particle of content) {
			if (!isChoice(particle)) {
				if (!particle.optional && !present.has(particle.name)) {
					this.add(parent, place, `${particle.name} is missing in ${parent.name}`);
				}
				continue;
			}
			const used = particle.or.filter((alternative) => usedIn(alternative, present) !== undefined);
			if (used.length === 0 && !particle.optional && !particle.or.some(mayBeEmpty)) {
				const names = listOf(particle.or.flatMap(firstNames));
				this.add(parent, place, `${parent.name} needs one of these: ${names}`);
			}
			if (particle.repeats) continue;
			if (used.length === 1) this.missing(parent, place, used[0], present);
			if (used.length > 1) {
				const [one = '', other = ''] = used.map((alternative) => usedIn(alternative, present));
				const both = `${one} and ${other} exclude each other in ${parent.name}`;
				const element = parent.children.find((child) => child.name === other) ?? parent;
				this.add(element, { element, outer: place }, `${both}: remove one of them`);
			}
		}
	}

	/** Checks that an element with elements holds no text beside them. */
	strayText(parent: RequestElement, place: Place): void {
		const stray = trimmed(parent.text).slice(0, 40);
		if (stray === '') return;
		const message = `${parent.name} holds elements, but here it holds the text "${stray}"`;
		this.add(parent, place, message);
	}

	/** Checks a request whose facts are known. */
	request(request: RequestElement, { attributes, since, content }: Message): void {
		const place = { element: request };
		this.attributes(request, place, attributes);
		if (since !== undefined) this.version(request, place, since);
		this.content(request, place, content);
	}

	/** Checks what is in an element with elements. */
	content(parent: RequestElement, place: Place, content: Content): void {
		const { children } = parent;
		this.strayText(parent, place);
		const slots = slotsOf(content);
		if (isPlain(children, slots)) {
			for (const element of children) this.element(element, slots.get(element.name) as Slot, place);
		} else {
			this.disorder(parent, place, slots);
		}
		if (asksForNothing(content)) return;
		this.missing(parent, place, content, new Set(children.map((child) => child.name)));
	}

	/** Checks elements of which some are unknown, out of order, or too many. */
	private disorder(parent: RequestElement, place: Place, slots: Slots): void {
		const known: Known[] = [];
		const seen = new Set<string>();
		for (const element of parent.children) {
			const { name } = element;
			const inside = { element, outer: place };
			const slot = slots.get(name);
			if (!slot) {
				this.unknown(element, inside, parent.name, slots);
			} else if (seen.has(name) && !slot.repeats) {
				const message = `${name} appears more than once in ${parent.name}, which takes only one`;
				this.add(element, inside, message);
			} else {
				seen.add(name);
				known.push({ element, slot });
				this.element(element, slot, place);
			}
		}
		this.order(place, known);
	}

	private element(element: RequestElement, { particle, since }: Slot, outer: Place): void {
		if (isGroup(particle)) {
			const place = { element, outer };
			if (since !== undefined) this.version(element, place, since);
			this.group(element, place, particle);
			return;
		}
		if (since !== undefined) this.version(element, { element, outer }, since);
		if (hasAttributes(element)) {
			this.attributes(element, { element, outer }, particle.macro ? macroAttributes : {});
		}
		const problem = this.problemOfLeaf(element, particle);
		if (problem) this.add(element, { element, outer }, problem);
	}

	private group(element: RequestElement, place: Place, { content, attributes }: Group): void {
		this.attributes(element, place, attributes ?? {});
		this.content(element, place, content);
		const isEmpty = element.children.every(({ text }) => text === '');
		if (isEmpty && isReference(content) && !this.clears) {
			this.add(element, place, `${element.name} needs ListID or FullName`);
		}
	}
}

const macroAttributes: Attributes = { useMacro: { type: 'macro', optional: true } };

const ITERATOR_ENDS =
	'An iterator ends with the session of the connector, so that what continues it is refused with 3391 if it is queued later. Return All in a Find operation goes on by itself';

/** An iterator goes page by page, so that it has to know how large a page is. */
function problemOfIterator(request: RequestElement): string | undefined {
	const { iterator, iteratorID } = request.attributes;
	if (iterator === undefined) return undefined;
	if (iterator !== 'Start' && iteratorID === undefined) {
		return `To continue, an iterator needs the attribute iteratorID in ${request.name}`;
	}
	const hasMaximum = request.children.some(({ name }) => name === 'MaxReturned');
	return iterator === 'Stop' || hasMaximum
		? undefined
		: `An iterator needs MaxReturned in ${request.name}`;
}

function writesOf(name: string): 'adds' | 'changes' | undefined {
	if (name.endsWith('AddRq')) return 'adds';
	return name.endsWith('ModRq') ? 'changes' : undefined;
}

/**
 * Checks a request by the facts of qbXML: names, order, occurrences, choices, lengths, types, versions.
 * @returns All its problems, the first to be mended first. None if it is right.
 */
export function checkRequest(facts: Messages, request: RequestElement, host: Host = {}): Problem[] {
	const { name } = request;
	const place = { element: request };
	const message = facts.get(name);
	const check = new Check(host, writesOf(name));
	if (!message) {
		const meant = nearest(name, [...facts.keys()]);
		const advice = meant ? `. Did you mean ${meant}?` : '';
		check.add(request, place, `${name} is not a request of qbXML${advice}`, host.isForeign);
		return check.problems;
	}
	check.request(request, message);
	const iterator = problemOfIterator(request);
	if (iterator) check.add(request, place, iterator);
	else if (request.attributes.iterator !== undefined)
		check.add(request, place, ITERATOR_ENDS, true);
	return check.problems.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

/** The first version of qbXML that has everything in a request. Undefined if every version has it. */
export function versionNeeded(facts: Messages, request: RequestElement): string | undefined {
	const message = facts.get(request.name);
	if (!message) return undefined;
	const check = new Check({}, undefined);
	check.request(request, message);
	return check.newest;
}

const envelopeAttributes: Attributes = {
	newMessageSetID: { type: 'string', optional: true },
	oldMessageSetID: { type: 'string', optional: true },
	// The schema has rollbackOnError, but QuickBooks refuses every request with it.
	onError: { type: 'enum', values: ['continueOnError', 'stopOnError'] },
	responseData: { type: 'enum', optional: true, values: ['includeAll', 'includeNone'] },
};

/** The requests of a document, and what is wrong around them. */
export function checkEnvelope(root: RequestElement): {
	requests: readonly RequestElement[];
	problems: Problem[];
} {
	const check = new Check({}, undefined);
	const place: Place = { element: root };
	const { problems } = check;
	if (root.name !== 'QBXML') {
		check.add(root, place, `The outermost element must be QBXML, but it is ${root.name}`);
		return { requests: [], problems };
	}
	const [messages, ...others] = root.children;
	if (messages?.name !== 'QBXMLMsgsRq' || others.length > 0) {
		check.add(root, place, 'QBXML must hold one QBXMLMsgsRq and nothing else');
		return { requests: [], problems };
	}
	const inside = { element: messages, outer: place };
	check.attributes(root, place, {});
	check.attributes(messages, inside, envelopeAttributes);
	check.strayText(root, place);
	check.strayText(messages, inside);
	if (messages.children.length === 0) check.add(messages, inside, 'QBXMLMsgsRq holds no request');
	return { requests: messages.children, problems };
}
