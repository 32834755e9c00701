import fc from 'fast-check';

import {
	type Attributes,
	type Content,
	type Group,
	isChoice,
	isGroup,
	type Leaf,
	type Message,
	type Particle,
	type ValueFacts,
	type ValueType,
} from '../../quickbooks/facts/facts';

/** An element with elements or with text. */
export interface XmlTree {
	name: string;
	attributes?: Record<string, string>;
	text?: string;
	children?: XmlTree[];
}

const MOST_REPETITIONS = 3;
const LONGEST_TEXT = 60;

const digits = (minLength: number, maxLength = minLength) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

const hexDigits = (length: number) =>
	fc.string({
		unit: fc.constantFrom(...'0123456789abcdef'),
		minLength: length,
		maxLength: length,
	});

const uuid = fc.tuple(...[8, 4, 4, 4, 12].map(hexDigits)).map((parts) => `{${parts.join('-')}}`);

const decimalWith = (mostDecimals: number) =>
	fc
		.tuple(
			fc.constantFrom('', '', '-'),
			fc.integer({ min: 0, max: 9_999_999 }),
			digits(1, mostDecimals),
		)
		.map(([sign, whole, decimals]) => `${sign}${whole}.${decimals}`);

/** Days that every desktop can hold. */
const day = fc
	.date({ min: new Date('1980-01-01'), max: new Date('2037-12-31'), noInvalidDate: true })
	.map((date) => date.toISOString().slice(0, 10));

const characters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABC0123456789 &<>"\'.,;:-/éöß');

/** Without blanks at the ends, because what reads XML may drop them. */
function words(maxLength: number): fc.Arbitrary<string> {
	const short = fc
		.string({ unit: characters, minLength: 1, maxLength: Math.min(maxLength, LONGEST_TEXT) })
		.map((text) => text.trim() || 'x');
	return fc.oneof(
		{ weight: 9, arbitrary: short },
		{ weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
	);
}

function integerWithin({ minimum = 0, maximum }: ValueFacts): fc.Arbitrary<string> {
	return fc.integer({ min: minimum, max: maximum ?? minimum + 99_999 }).map(String);
}

function decimalWithin(facts: ValueFacts): fc.Arbitrary<string> {
	return facts.minimum === undefined ? decimalWith(5) : integerWithin({ ...facts, minimum: 1 });
}

/** A value of each type. */
const values: Record<ValueType, (facts: ValueFacts) => fc.Arbitrary<string>> = {
	string: ({ maxLength = LONGEST_TEXT }) => words(maxLength),
	boolean: () => fc.constantFrom('true', 'false', '1', '0'),
	date: () => day,
	dateTime: () =>
		fc
			.tuple(day, fc.nat(23), fc.nat(59), fc.constantFrom('', '-08:00', '+00:00'))
			.map(([date, hour, minute, offset]) => {
				const [hh, mm] = [hour, minute].map((part) => String(part).padStart(2, '0'));
				return `${date}T${hh}:${mm}:00${offset}`;
			}),
	amount: () =>
		fc
			.tuple(fc.constantFrom('', '-'), fc.nat(9_999_999), digits(2))
			.map(([sign, whole, cents]) => `${sign}${whole}.${cents}`),
	price: decimalWithin,
	quantity: decimalWithin,
	percent: decimalWithin,
	float: decimalWithin,
	integer: integerWithin,
	id: () =>
		fc.tuple(hexDigits(8), digits(10)).map(([count, time]) => `${count.toUpperCase()}-${time}`),
	guid: () => uuid,
	uuid: () => uuid,
	enum: ({ values: allowed = [] }) => fc.constantFrom(...allowed),
	timeInterval: () =>
		fc.tuple(fc.nat(99), fc.nat(59)).map(([hours, minutes]) => `PT${hours}H${minutes}M0S`),
	macro: () => fc.nat(999).map((number) => `TxnID:${number}`),
};

/** Values that the type allows, with its bounds. */
const arbitraryValue = (facts: ValueFacts): fc.Arbitrary<string> => values[facts.type](facts);

function attributesOf(attributes: Attributes): fc.Arbitrary<Record<string, string>> {
	const entries = Object.entries(attributes);
	return fc.record(
		Object.fromEntries(entries.map(([name, facts]) => [name, arbitraryValue(facts)])),
		{ requiredKeys: entries.filter(([, { optional }]) => !optional).map(([name]) => name) },
	);
}

const leafOf = (leaf: Leaf): fc.Arbitrary<XmlTree> =>
	arbitraryValue(leaf).map((text) => ({ name: leaf.name, text }));

function groupOf({ name, content, attributes }: Group): fc.Arbitrary<XmlTree> {
	const children = arbitraryContent(content);
	if (!attributes) return children.map((each) => ({ name, children: each }));
	return fc
		.tuple(attributesOf(attributes), children)
		.map(([written, each]) => ({ name, attributes: written, children: each }));
}

const alternativesOf = (alternatives: readonly Content[]): fc.Arbitrary<XmlTree[]> =>
	fc.oneof(...alternatives.map(arbitraryContent));

/** An element that the facts allow, with all that is in it. */
export const arbitraryElement = (place: Leaf | Group): fc.Arbitrary<XmlTree> =>
	isGroup(place) ? groupOf(place) : leafOf(place);

function once(particle: Particle): fc.Arbitrary<XmlTree[]> {
	if (isChoice(particle)) return alternativesOf(particle.or);
	return arbitraryElement(particle).map((one) => [one]);
}

/** Optional elements are mostly left out, or large requests would be large each time. */
function occurring(particle: Particle): fc.Arbitrary<XmlTree[]> {
	const { optional, repeats } = particle;
	const some = repeats
		? fc
				.array(once(particle), { minLength: 1, maxLength: MOST_REPETITIONS })
				.map((each) => each.flat())
		: once(particle);
	return optional
		? fc.oneof({ weight: 2, arbitrary: fc.constant<XmlTree[]>([]) }, { weight: 1, arbitrary: some })
		: some;
}

const contents = new Map<Content, fc.Arbitrary<XmlTree[]>>();

/** In a reference, qbXML calls both elements optional, but one of them is needed. */
const isReference = (content: Content): boolean =>
	content.length === 2 &&
	content.every(
		(particle) => !isChoice(particle) && ['ListID', 'FullName'].includes(particle.name),
	);

function referenceTo(content: Content): fc.Arbitrary<XmlTree[]> {
	return fc
		.subarray([...content], { minLength: 1 })
		.chain((named) => fc.tuple(...named.map(once)).map((each) => each.flat()));
}

/** The elements that may stand in an element. Groups that are alike are made once. */
function arbitraryContent(content: Content): fc.Arbitrary<XmlTree[]> {
	const known = contents.get(content);
	if (known) return known;
	const made = isReference(content)
		? referenceTo(content)
		: fc.tuple(...content.map(occurring)).map((each) => each.flat());
	contents.set(content, made);
	return made;
}

/**
 * Requests or answers that the facts allow in the newest version of qbXML: elements in order, one alternative of a choice,
 * values of the right type and length.
 */
export const arbitraryRequest = ({ name, attributes, content }: Message): fc.Arbitrary<XmlTree> =>
	fc
		.tuple(attributesOf(attributes), arbitraryContent(content))
		.map(([written, children]) => ({ name, attributes: written, children }));
