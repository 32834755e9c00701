import {
	type Content,
	type Group,
	isChoice,
	isGroup,
	isReference,
	type Leaf,
	type Message,
	type Particle,
} from '../facts/facts';
import { cleanText } from '../form/cleanText';
import { date, digits, isMadeOfNull, keptDigits, madeOfNull, timestamp } from '../form/convert';
import { FormError } from '../form/formError';
import { dateTimeOf } from '../form/moment';
import { isInvisible, numbered, onlyInvisible } from '../form/nothing';
import type { JsonObject } from '../json/object';
import { isClearable, isCleared } from './clearing';
import { FORBIDDEN } from './readXml';
import {
	combined,
	entriesOf,
	givenIn,
	isGiven,
	isValues,
	overlaid,
	unfolded,
	type Values,
} from './requestValues';
import type { RequestElement } from './requestXml';
import { withCents } from './totals';

/** The digits of a number, unless it is so large that it has lost some of them already. */
function exactDigits(number: number, { name, type }: Pick<Leaf, 'name' | 'type'>): string {
	if (Number.isSafeInteger(number)) return String(number);
	if (!Number.isInteger(number))
		return (type === 'price' || type === 'quantity' ? keptDigits : digits)(number, name);
	throw new FormError(
		`${name} is the number ${number}, which is too large to be exact.`,
		'Give it as text, in quotation marks.',
	);
}

/** The text of a value, as it is sent. What it has to look like is for the check to say. */
export function textOf(
	value: unknown,
	leaf: Pick<Leaf, 'name' | 'type'>,
	timezone: string,
): string {
	const { name, type } = leaf;
	if (Array.isArray(value)) throw new FormError(`${name} holds a list within a list.`);
	if (type === 'amount') {
		return withCents(typeof value === 'number' ? exactDigits(value, leaf) : String(value).trim());
	}
	if (typeof value === 'number') return exactDigits(value, leaf);
	if (typeof value === 'object' || (type === 'date' && MOMENT.test(String(value)))) {
		const convert = type === 'date' ? date : timestamp;
		return String(convert(value, { label: name, timezone }));
	}
	return textTaken(String(value), leaf);
}

/** A moment where a day is meant. */
const MOMENT = /^\s*\d{4}-\d\d-\d\d[T ]/i;

/**
 * A text as QuickBooks takes it for an element, whatever form of it was written.
 * @throws FormError for a character that XML can't hold, for a text that nobody sees, and for the moment that JavaScript makes of a date that is null.
 */
export function textTaken(text: string, { name, type }: Pick<Leaf, 'name' | 'type'>): string {
	const forbidden = FORBIDDEN.exec(text)?.[0];
	if (forbidden !== undefined)
		throw new FormError(
			`${name} holds the character ${numbered(forbidden)}, which QuickBooks can't take.`,
		);
	if (isInvisible(text)) throw onlyInvisible(name);
	if (type === 'string') return cleanText(text);
	if (type !== 'dateTime') return text.trim();
	if (isMadeOfNull(text.trim())) throw madeOfNull(name, '1970-01-01');
	return dateTimeOf(text) ?? text.trim();
}

const ATTRIBUTE_SIGN = '@';

const isAttribute = (name: string): boolean => name.startsWith(ATTRIBUTE_SIGN);

const attributesOf = (values: Values): Record<string, string> =>
	Object.fromEntries(
		Object.entries(values)
			.filter(([name, value]) => isAttribute(name) && isGiven(value))
			.map(([name, value]) => [name.slice(ATTRIBUTE_SIGN.length), String(value)]),
	);

/** The key under which the entries of a choice that repeats may be given in any order. */
export const choiceKey = (content: ReadonlyArray<Content>): string =>
	content
		.flat()
		.map((particle) => ('name' in particle ? particle.name : ''))
		.join('|');

/** The key under which lines are given: that of the choice that repeats, where they may be mixed with others, or else their name. */
export const keyOfLines = (content: Content, name: string): string =>
	content
		.flatMap((particle) => (isChoice(particle) && particle.repeats ? [choiceKey(particle.or)] : []))
		.find((key) => key.split('|').includes(name)) ?? name;

/** A reference is cleared by its name alone. */
const emptyParts = (part: Particle): RequestElement[] =>
	isChoice(part) || part.name === 'ListID'
		? []
		: [{ name: part.name, attributes: {}, text: '', children: [] }];

/** Makes elements from values for one workflow. */
class Encoder {
	constructor(
		private readonly timezone: string,
		/** A change deletes the lines that it does not name. */
		private readonly isChange: boolean,
	) {}

	/** What is given for an element that may repeat. */
	private list(name: string, value: unknown): unknown[] {
		const given = givenIn(value);
		if (this.isChange && given.length > 0 && given.length < entriesOf(value).length) {
			throw new FormError(
				`An entry of ${name} is empty.`,
				'A change deletes the lines that it does not name. Fill in the entry, or remove it from the list.',
			);
		}
		return given;
	}

	private leaf(facts: Pick<Leaf, 'name' | 'type'>, value: unknown): RequestElement {
		const { name } = facts;
		if (isValues(value)) return this.unknown(name, value);
		return { name, attributes: {}, text: textOf(value, facts, this.timezone), children: [] };
	}

	/** What the facts don't know is kept as it is, so that the check can say so. */
	private unknown(name: string, value: unknown): RequestElement {
		if (!isValues(value)) return this.leaf({ name, type: 'string' }, value);
		const children = Object.entries(value)
			.filter(([inside]) => !isAttribute(inside))
			.flatMap(([inside, given]) => givenIn(given).map((one) => this.unknown(inside, one)));
		return { name, attributes: attributesOf(value), text: '', children };
	}

	/** An element that clears a field: a reference without a name, or an address without its parts. */
	private cleared(particle: Leaf | Group, around: Content): RequestElement {
		const { name } = particle;
		if (!this.isChange || !isClearable(particle, around)) {
			throw new FormError(
				`${name} can't be cleared.`,
				this.isChange
					? 'QuickBooks keeps it as it is. Give it another value, or leave it alone.'
					: 'Only what is there already can be cleared. Leave it empty.',
			);
		}
		const parts = isGroup(particle) ? particle.content.flatMap(emptyParts) : [];
		return { name, attributes: {}, text: '', children: parts };
	}

	private element(particle: Leaf | Group, value: unknown, around: Content): RequestElement {
		if (isCleared(value)) return this.cleared(particle, around);
		if (!isGroup(particle)) return this.leaf(particle, value);
		const { name, content } = particle;
		if (isValues(value)) {
			return {
				name,
				attributes: attributesOf(value),
				text: '',
				children: this.content(content, value),
			};
		}
		return isReference(content)
			? { name, attributes: {}, text: '', children: this.content(content, { FullName: value }) }
			: this.leaf({ name, type: 'string' }, value);
	}

	private particles(content: Content, values: Values, used: Set<string>): RequestElement[] {
		return content.flatMap((particle) => {
			if (!isChoice(particle)) {
				used.add(particle.name);
				const given = values[particle.name];
				return this.list(particle.name, given).map((value) =>
					this.element(particle, value, content),
				);
			}
			if (!particle.repeats) {
				return particle.or.flatMap((alternative) => this.particles(alternative, values, used));
			}
			const key = choiceKey(particle.or);
			used.add(key);
			const twice = key.split('|').find((name) => key in values && name in values);
			if (twice !== undefined) {
				throw new FormError(
					`${twice} is given twice: by itself, and under ${key}.`,
					'Give the lines in one of the two ways.',
				);
			}
			const mixed = this.list(key, values[key]).flatMap((entry) =>
				isValues(entry)
					? this.content(particle.or.flat(), entry)
					: [this.unknown(key.split('|')[0], entry)],
			);
			const names = Object.keys(values);
			const alternatives = [...particle.or].sort(
				([one], [other]) =>
					names.indexOf('name' in one ? one.name : '') -
					names.indexOf('name' in other ? other.name : ''),
			);
			return [...mixed, ...alternatives.flatMap((one) => this.particles(one, values, used))];
		});
	}

	/** The elements of a content, in its order. What does not belong there comes last. */
	content(content: Content, values: Values): RequestElement[] {
		const given = unfolded(values);
		const used = new Set<string>();
		const known = this.particles(content, given, used);
		const others = Object.entries(given)
			.filter(([name]) => !isAttribute(name) && !used.has(name))
			.flatMap(([name, value]) => givenIn(value).map((one) => this.unknown(name, one)));
		return [...known, ...others];
	}
}

/** The element that holds what a request adds or changes, such as `InvoiceAdd` in `InvoiceAddRq`. */
export const mainGroup = ({ name, content }: Message): Group | undefined =>
	content
		.filter((particle) => !isChoice(particle) && isGroup(particle))
		.find((group): group is Group => 'name' in group && `${group.name}Rq` === name);

/**
 * Makes a request from values by path: in qbXML's order, nested, with every text as text. What was left empty is left
 * out. What does not belong into the request is kept, so that `checkRequest` can say so.
 * @param values By the names or the dotted paths of elements (`BillAddress.City`), beginning inside `InvoiceAdd` for an
 * `InvoiceAddRq`. What repeats is a list. A text for a reference is its full name. A name with `@` is an attribute. A choice
 * that repeats may be given as one list under `InvoiceLineAdd|InvoiceLineGroupAdd`, of objects with one name each. In a
 * change, `cleared` empties a field.
 * @param timezone Of the workflow, for moments that expressions give (IANA name).
 * @throws FormError for a value that has no text, such as a number that is none, and for what can't be cleared.
 */
export function encodeRequest(
	message: Message,
	values: JsonObject,
	timezone: string,
): RequestElement {
	const { name, content } = message;
	const main = mainGroup(message);
	const encoder = new Encoder(timezone, name.endsWith('ModRq'));
	const given = insideMain(message, values);
	if (!main) {
		const children = encoder.content(content, given);
		return { name, attributes: attributesOf(given), text: '', children };
	}
	const beside = new Set(content.flatMap((one) => ('name' in one ? [one.name] : [])));
	const isOuter = (key: string) =>
		isAttribute(key) ? Object.hasOwn(message.attributes, key.slice(1)) : beside.has(key);
	const entries = Object.entries(given);
	const outer = Object.fromEntries(entries.filter(([key]) => isOuter(key)));
	const inner = Object.fromEntries(entries.filter(([key]) => !isOuter(key)));
	const record = {
		name: main.name,
		attributes: attributesOf(inner),
		text: '',
		children: encoder.content(main.content, inner),
	};
	const others = encoder.content(
		content.filter((one) => one !== main),
		outer,
	);
	return { name, attributes: attributesOf(outer), text: '', children: [record, ...others] };
}

/**
 * Values by the names of elements, with those of `InvoiceAdd` in an `InvoiceAddRq` on the same level as all others.
 * @throws FormError for a path that is given more than once.
 */
function insideMain(message: Message, values: JsonObject): Values {
	const given = unfolded(values);
	const { name = '' } = mainGroup(message) ?? {};
	const { [name]: record, ...others } = given;
	if (record === undefined) return given;
	if (!isValues(record)) {
		throw new FormError(`${name} must be one object with the values of the record.`);
	}
	return combined(others, record);
}

/** The values for a request, with others on top that take the place of those with the same path. */
export const overlaidValues = (
	message: Message,
	below: JsonObject,
	above: JsonObject,
): JsonObject => overlaid(insideMain(message, below), insideMain(message, above)) as JsonObject;
