import { elementsIn } from '../../quickbooks/facts/elements';
import {
	type Attributes,
	type Content,
	isChoice,
	isGroup,
	type Leaf,
	type Message,
	type Particle,
	type ValueFacts,
	type ValueType,
} from '../../quickbooks/facts/facts';
import type { XmlTree } from './qbxml-documents';

const DECIMAL = /^[+-]?\d+(\.\d+)?$/;

/** What each type looks like as the desktop writes it. */
const forms: Record<ValueType, RegExp> = {
	string: /^/,
	boolean: /^(true|false)$/,
	date: /^\d{4}-\d\d-\d\d$/,
	dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/,
	amount: /^-?\d+\.\d\d$/,
	price: DECIMAL,
	quantity: DECIMAL,
	percent: DECIMAL,
	float: DECIMAL,
	integer: /^-?\d+$/,
	id: /^[0-9A-F]{1,8}-\d{1,10}$/,
	guid: /^(0|\{[0-9a-fA-F-]{36}\})$/,
	uuid: /^\{[0-9a-fA-F-]{36}\}$/,
	enum: /^/,
	timeInterval: /^P/,
	macro: /^/,
};

/** What is held against the facts. */
export interface CheckOptions {
	/** The version of qbXML in which it is said. */
	version?: string;
	/** Whether elements with a path like this may be incomplete. */
	mayLack?: (path: string) => boolean;
	/** Whether only names are known: required attributes and values count then only if they are there. */
	names?: 'alone';
}

const namesIn = (...content: Particle[]): string[] => elementsIn(content).map(({ name }) => name);

const mayBeEmpty = (particle: Particle): boolean =>
	particle.optional === true ||
	(isChoice(particle) && particle.or.some((alternative) => alternative.every(mayBeEmpty)));

/** Goes through the elements of a group from front to back, and says what does not fit. */
class Reading {
	readonly problems: string[] = [];
	private position = 0;

	constructor(
		private readonly children: readonly XmlTree[],
		private readonly path: string,
		private readonly options: CheckOptions,
	) {}

	private get next(): string {
		return this.children[this.position]?.name ?? '';
	}

	private add(problem: string): void {
		this.problems.push(`${this.path}: ${problem}`);
	}

	private take(particle: Particle): void {
		if (isChoice(particle)) {
			const used = particle.or.find((alternative) => namesIn(...alternative).includes(this.next));
			return this.takeAll(used ?? []);
		}
		this.problems.push(
			...problemsInElement(this.children[this.position], particle, this.path, this.options),
		);
		this.position += 1;
	}

	private takeAll(content: Content): void {
		const { version = '16.0', mayLack } = this.options;
		for (const particle of content) {
			const names = namesIn(particle);
			const isKnown = Number(particle.since ?? '1.0') <= Number(version);
			let times = 0;
			while (names.includes(this.next) && (times === 0 || particle.repeats)) {
				if (!isKnown) this.add(`${this.next} is newer than ${version}`);
				this.take(particle);
				times += 1;
			}
			if (times === 0 && isKnown && !mayBeEmpty(particle) && !mayLack?.(this.path)) {
				this.add(`lacks ${names.join(' or ')}`);
			}
		}
	}

	read(content: Content): string[] {
		this.takeAll(content);
		if (this.next !== '') {
			const isKnown = namesIn(...content).includes(this.next);
			const before = this.children[this.position - 1]?.name ?? 'the start';
			this.add(`${this.next} ${isKnown ? `may not come after ${before}` : 'is unknown'}`);
		}
		return this.problems;
	}
}

function problemsInValue(
	text: string,
	{ type, maxLength, values }: ValueFacts,
	{ names }: CheckOptions,
): string[] {
	if (names)
		return values && text !== '' && !values.includes(text)
			? [`"${text}" is none of its words`]
			: [];
	if (maxLength !== undefined && [...text].length > maxLength) {
		return [`"${text}" is longer than ${maxLength}`];
	}
	if (values && !values.includes(text)) return [`"${text}" is none of its words`];
	return forms[type].test(text) ? [] : [`"${text}" is no ${type}`];
}

function problemsInAttributes(
	{ attributes = {} }: XmlTree,
	known: Attributes,
	options: CheckOptions,
): string[] {
	const lacking = Object.keys(known).filter(
		(name) => !known[name].optional && !(name in attributes) && !options.names,
	);
	return [
		...lacking.map((name) => `lacks the attribute ${name}`),
		...Object.entries(attributes).flatMap(([name, value]) => {
			if (!(name in known)) return [`has the unknown attribute ${name}`];
			return problemsInValue(value, known[name], options).map((each) => `${name}: ${each}`);
		}),
	];
}

const macroUser: Attributes = { useMacro: { type: 'macro', optional: true } };

function problemsInLeaf(element: XmlTree, leaf: Leaf, options: CheckOptions): string[] {
	const inAttributes = problemsInAttributes(element, leaf.macro ? macroUser : {}, options);
	if (element.children?.length) return ['has elements instead of text'];
	if (element.attributes?.useMacro !== undefined) return inAttributes;
	return [...inAttributes, ...problemsInValue(element.text ?? '', leaf, options)];
}

function problemsInElement(
	element: XmlTree,
	place: Exclude<Particle, { or: unknown }>,
	parent: string,
	options: CheckOptions,
): string[] {
	const path = `${parent}.${place.name}`;
	const own = isGroup(place)
		? problemsInAttributes(element, place.attributes ?? {}, options)
		: problemsInLeaf(element, place, options);
	return [
		...own.map((problem) => `${path}: ${problem}`),
		...(isGroup(place)
			? new Reading(element.children ?? [], path, options).read(place.content)
			: []),
	];
}

/** Everything in a request or an answer that the facts do not allow, each with its path. */
export const problemsIn = (
	message: XmlTree,
	facts: Message,
	options: CheckOptions = {},
): string[] => [
	...problemsInAttributes(message, facts.attributes, options).map(
		(problem) => `${message.name}: ${problem}`,
	),
	...new Reading(message.children ?? [], message.name, options).read(facts.content),
];
