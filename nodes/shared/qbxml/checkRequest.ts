import {
	type Attributes,
	type Choice,
	type Content,
	type Group,
	isChoice,
	isGroup,
	isReference,
	type Leaf,
	type Messages,
} from '../../../qbxml/facts';
import { nearest } from './nearest';
import type { RequestElement } from './requestXml';
import { problemOfValue } from './valueTypes';
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
	/** The choices that it is in, from the outermost, with the alternatives. */
	choices: ReadonlyArray<{ choice: Choice; alternative: number }>;
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
	const add = (inside: Content, outer: Pick<Slot, 'choices' | 'since' | 'repeats'>) => {
		for (const particle of inside) {
			const since = newer(outer.since, particle.since);
			if (!isChoice(particle)) {
				const repeats = outer.repeats || particle.repeats === true;
				slots.set(particle.name, {
					particle,
					rank: outer.repeats ? rank : ++rank,
					repeats,
					choices: outer.choices,
					since,
				});
				continue;
			}
			if (particle.repeats) rank++;
			particle.or.forEach((alternative, index) =>
				add(alternative, {
					choices: [...outer.choices, { choice: particle, alternative: index }],
					since,
					repeats: outer.repeats || particle.repeats === true,
				}),
			);
		}
	};
	add(content, { choices: [], since: undefined, repeats: false });
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

/** Checks one request and collects its problems. */
class Check {
	readonly problems: Problem[] = [];
	/** The newest version that something in the request came with. */
	newest: string | undefined;

	constructor(
		private readonly host: Host,
		/** Where a request changes a record, an empty element clears a field. */
		private readonly clears: boolean,
	) {}

	private add(element: RequestElement, path: string, message: string, isHint?: boolean): void {
		const { position } = element;
		this.problems.push({ message, path, position, ...(isHint && { isHint }) });
	}

	version(element: RequestElement, path: string, since: string | undefined): void {
		const { documentVersion = since, hostVersion = since } = this.host;
		if (since === undefined) return;
		this.newest = newer(this.newest, since);
		const { name } = element;
		if (isNewer(since, documentVersion ?? since)) {
			const written = `the request is written in ${documentVersion}`;
			this.add(element, path, `${name} came with qbXML ${since}, but ${written}`);
		} else if (isNewer(since, hostVersion ?? since)) {
			const understood = `the accounting application of this connection understands only ${hostVersion}`;
			this.add(element, path, `${name} came with qbXML ${since}, but ${understood}`);
		}
	}

	attributes(element: RequestElement, path: string, known: Attributes): void {
		for (const [name, value] of Object.entries(element.attributes)) {
			const facts = known[name];
			if (!facts) {
				const meant = nearest(name, Object.keys(known));
				this.add(
					element,
					path,
					`${element.name} has no attribute ${name}${meant ? `. Did you mean ${meant}?` : ''}`,
					this.host.isForeign,
				);
				continue;
			}
			const problem = problemOfValue(value, facts);
			if (problem) this.add(element, path, `${name} of ${element.name} ${problem}`);
		}
		for (const [name, { optional }] of Object.entries(known)) {
			if (!optional && element.attributes[name] === undefined) {
				this.add(element, path, `${element.name} needs the attribute ${name}`);
			}
		}
	}

	private leaf(element: RequestElement, path: string, facts: Leaf): void {
		const { name, text, children } = element;
		const macro: Attributes = facts.macro ? { useMacro: { type: 'macro', optional: true } } : {};
		this.attributes(element, path, macro);
		if (children.length > 0) {
			this.add(
				element,
				path,
				`${name} holds a text, but here it holds the element ${children[0].name}`,
			);
			return;
		}
		if (facts.macro && element.attributes.useMacro !== undefined) return;
		if (text === '' && (facts.type === 'string' || (this.clears && facts.optional))) return;
		const problem = text === '' ? 'is empty' : problemOfValue(text, facts);
		if (problem) this.add(element, path, `${name} ${problem}`);
	}

	private unknown(element: RequestElement, path: string, parent: string, slots: Slots): void {
		const names = [...slots.keys()];
		const owner = [...slots.values()].find(
			({ particle }) => isGroup(particle) && slotsOf(particle.content).has(element.name),
		);
		const meant = nearest(element.name, names);
		const advice = owner
			? `. It belongs into ${owner.particle.name}`
			: meant
				? `. Did you mean ${meant}?`
				: '';
		this.add(
			element,
			path,
			`${parent} has no element ${element.name}${advice}`,
			this.host.isForeign,
		);
	}

	private order(
		parent: string,
		known: Array<{ element: RequestElement; slot: Slot; path: string }>,
	): void {
		const ranks = known.map(({ slot }) => slot.rank);
		const right = inOrder(ranks);
		known.forEach(({ element, slot, path }, index) => {
			if (right.has(index)) return;
			const after = known.find((other, at) => right.has(at) && other.slot.rank > slot.rank);
			const last = known
				.filter((other, at) => right.has(at) && other.slot.rank <= slot.rank)
				.at(-1);
			const place = after
				? `before ${after.element.name}`
				: `after ${last?.element.name ?? 'all others'}`;
			this.add(element, path, `${element.name} has to stand ${place} in ${parent}`);
		});
	}

	private choices(
		parent: RequestElement,
		path: string,
		content: Content,
		present: ReadonlyMap<string, { element: RequestElement; path: string }>,
	): void {
		for (const particle of content) {
			if (!isChoice(particle)) {
				if (!particle.optional && !present.has(particle.name)) {
					this.add(parent, path, `${particle.name} is missing in ${parent.name}`);
				}
				continue;
			}
			const used = particle.or.flatMap((alternative) => {
				const name = [...slotsOf(alternative).keys()].find((one) => present.has(one));
				return name === undefined ? [] : [{ alternative, name }];
			});
			if (used.length > 1 && !particle.repeats) {
				const [one, other] = used;
				const found = present.get(other.name);
				this.add(
					found?.element ?? parent,
					found?.path ?? path,
					`${one.name} and ${other.name} exclude each other in ${parent.name}: remove one of them`,
				);
			} else if (used.length === 0 && !particle.optional && !particle.or.some(mayBeEmpty)) {
				const names = listOf(particle.or.flatMap(firstNames));
				this.add(parent, path, `${parent.name} needs one of these: ${names}`);
			} else if (used.length === 1 && !particle.repeats) {
				this.choices(parent, path, used[0].alternative, present);
			}
		}
	}

	/** Checks what is in an element with elements. */
	content(parent: RequestElement, path: string, content: Content): void {
		const { name, text, children } = parent;
		if (text.trim() !== '') {
			this.add(
				parent,
				path,
				`${name} holds elements, but here it holds the text "${text.trim().slice(0, 40)}"`,
			);
		}
		const slots = slotsOf(content);
		const seen = new Map<string, { element: RequestElement; path: string; times: number }>();
		const known: Array<{ element: RequestElement; slot: Slot; path: string }> = [];
		for (const element of children) {
			const times = (seen.get(element.name)?.times ?? 0) + 1;
			const number = times > 1 ? ` (${times})` : '';
			const inside = `${path} > ${element.name}${number}`;
			seen.set(element.name, { element, path: inside, times });
			const slot = slots.get(element.name);
			if (!slot) {
				this.unknown(element, inside, name, slots);
				continue;
			}
			if (times > 1 && !slot.repeats) {
				this.add(
					element,
					inside,
					`${element.name} stands more than once in ${name}, which takes only one`,
				);
				continue;
			}
			known.push({ element, slot, path: inside });
			this.version(element, inside, slot.since);
			const { particle } = slot;
			if (isGroup(particle)) this.group(element, inside, particle);
			else this.leaf(element, inside, particle);
		}
		this.order(name, known);
		this.choices(parent, path, content, seen);
	}

	private group(element: RequestElement, path: string, { content, attributes = {} }: Group): void {
		this.attributes(element, path, attributes);
		const isEmpty = element.text.trim() === '' && element.children.every(({ text }) => text === '');
		this.content(element, path, content);
		if (isEmpty && isReference(content) && !this.clears) {
			this.add(element, path, `${element.name} needs ListID or FullName`);
		}
	}
}

/** An iterator goes page by page, so that it has to know how large a page is. */
function problemOfIterator(request: RequestElement): string | undefined {
	const { iterator, iteratorID } = request.attributes;
	if (iterator === undefined) return undefined;
	if (iterator !== 'Start' && iteratorID === undefined) {
		return `An iterator that goes on needs the attribute iteratorID in ${request.name}`;
	}
	const hasMaximum = request.children.some(({ name }) => name === 'MaxReturned');
	return iterator === 'Stop' || hasMaximum
		? undefined
		: `An iterator needs MaxReturned in ${request.name}`;
}

/**
 * Checks a request by the facts of qbXML: names, order, occurrences, choices, lengths, types, versions.
 * @returns All its problems, the first to be mended first. None if it is right.
 */
export function checkRequest(facts: Messages, request: RequestElement, host: Host = {}): Problem[] {
	const { name } = request;
	const message = facts.get(name);
	const check = new Check(host, name.endsWith('ModRq'));
	if (!message) {
		const meant = nearest(name, [...facts.keys()]);
		const problem = `${name} is not a request of qbXML${meant ? `. Did you mean ${meant}?` : ''}`;
		return [
			{
				message: problem,
				path: name,
				position: request.position,
				...(host.isForeign && { isHint: true }),
			},
		];
	}
	check.attributes(request, name, message.attributes);
	check.version(request, name, message.since);
	check.content(request, name, message.content);
	const iterator = problemOfIterator(request);
	if (iterator) check.problems.push({ message: iterator, path: name, position: request.position });
	return check.problems.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
}

/** The first version of qbXML that has everything in a request. Undefined if every version has it. */
export function versionNeeded(facts: Messages, request: RequestElement): string | undefined {
	const message = facts.get(request.name);
	if (!message) return undefined;
	const check = new Check({}, false);
	check.version(request, request.name, message.since);
	check.content(request, request.name, message.content);
	return check.newest;
}

const envelopeAttributes: Attributes = {
	newMessageSetID: { type: 'string', optional: true },
	oldMessageSetID: { type: 'string', optional: true },
	onError: { type: 'enum', values: ['continueOnError', 'rollbackOnError', 'stopOnError'] },
	responseData: { type: 'enum', optional: true, values: ['includeAll', 'includeNone'] },
};

/** The requests of a document, and what is wrong around them. */
export function checkEnvelope(root: RequestElement): {
	requests: readonly RequestElement[];
	problems: Problem[];
} {
	const check = new Check({}, false);
	const problem = (element: RequestElement, path: string, message: string) => ({
		requests: [],
		problems: [{ message, path, position: element.position }],
	});
	if (root.name !== 'QBXML') {
		return problem(root, root.name, `The outermost element must be QBXML, but it is ${root.name}`);
	}
	const [messages, ...others] = root.children;
	if (messages?.name !== 'QBXMLMsgsRq' || others.length > 0) {
		return problem(root, 'QBXML', 'QBXML must hold one QBXMLMsgsRq and nothing else');
	}
	const path = 'QBXML > QBXMLMsgsRq';
	check.attributes(messages, path, envelopeAttributes);
	if (messages.children.length === 0) {
		return problem(messages, path, 'QBXMLMsgsRq holds no request');
	}
	return { requests: messages.children, problems: check.problems };
}
