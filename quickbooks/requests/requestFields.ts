import {
	type Choice,
	type Content,
	type Group,
	isChoice,
	isGroup,
	isReference,
	type Leaf,
	type Message,
	type Particle,
} from '../facts/facts';
import { choiceKey, mainGroup } from '../qbxml/encodeRequest';
import { isNewer } from '../qbxml/versions';
import { inWords, plural } from '../qbxml/words';

/** How the value of a field is written in the form. */
type Writing = 'one value' | 'list of values' | 'list of objects';

/** One field in the form of a request. */
export interface RequestField {
	/** The path of its element. That of lines that may be mixed names all of them, as in `ItemLineAdd|ItemGroupLineAdd`. */
	id: string;
	label: string;
	writing: Writing;
	/** What an element with one value or several may hold. */
	leaf?: Leaf;
	/** Whether the request can't do without it. */
	required: boolean;
	/** Whether the form shows it from the beginning. */
	shown: boolean;
	/** The first version of qbXML that has it. */
	since: string;
	/** What can be used in its place, as the label shows it. */
	or?: string;
	/** Objects of the right shape, with empty texts. */
	skeleton?: object[];
}

/** What an element inherits from those that it stands in. */
interface Place {
	path: string;
	label: string;
	since?: string;
	/** Whether all elements around it are required. */
	required: boolean;
	/** Whether it is one of several of which something is required. */
	shown: boolean;
	/** What can be used in its place. */
	or?: string;
	/** Whether the request adds a record, which usually has lines. */
	adds: boolean;
}

/** Elements whose names in words would not say what they are. */
const labels: Readonly<Record<string, string>> = {
	IncludeRetElement: 'Element to Return',
	RefNumberCaseSensitive: 'Case-Sensitive Ref Number',
};

const labelOf = (name: string): string =>
	labels[name] ?? inWords(name.replace(/(?<=.)(?:Ref|Add|Mod|Filter)$/, ''));

const later = (one = '1.0', other = '1.0'): string => (isNewer(one, other) ? one : other);

/** Elements of lines that most people use, besides the required ones. */
const common = new Set([
	...['AccountRef', 'Amount', 'Cost', 'CustomerRef', 'Desc', 'ItemGroupRef', 'ItemRef', 'Memo'],
	...['PaymentAmount', 'Quantity', 'Rate', 'SalesTaxCodeRef'],
]);

const nameOf = (particle: Particle): string =>
	isChoice(particle) ? nameOf(particle.or[0][0]) : particle.name;

/** The elements of an object in a list, with empty texts. */
function skeletonOf(content: Content): Record<string, unknown> {
	const entries = content.flatMap((particle): Array<[string, unknown]> => {
		if (isChoice(particle)) {
			const first = particle.or[0].filter((inside) => isWorthIt(inside, particle.optional));
			return Object.entries(skeletonOf(first));
		}
		if (!isWorthIt(particle)) return [];
		if (!isGroup(particle)) return [[particle.name, '']];
		const inside = isReference(particle.content) ? { FullName: '' } : skeletonOf(particle.content);
		return [[particle.name, particle.repeats ? [inside] : inside]];
	});
	return Object.fromEntries(entries);
}

const isWorthIt = (particle: Particle, isOptional = particle.optional): boolean =>
	!isOptional || common.has(nameOf(particle));

function fieldOf(
	{ path, label, since, required, shown, or, adds }: Place,
	particle: Particle,
	own: Pick<RequestField, 'writing' | 'leaf' | 'skeleton'> & { id: string; label: string },
): RequestField {
	const isRequired = required && !particle.optional;
	const isLines = adds && path === '' && own.writing === 'list of objects' && /Line/.test(own.id);
	const isSwitch = own.leaf?.type === 'boolean';
	return {
		...own,
		id: `${path}${own.id}`,
		label: `${label}${own.label}`,
		required: isRequired,
		shown: isRequired || isLines || own.id === 'MaxReturned' || (shown && !isSwitch),
		since: later(since, particle.since),
		or,
	};
}

/** The other alternatives, in few words. An alternative of several elements has none. */
function othersThan(alternatives: readonly Content[], index: number): string | undefined {
	if (alternatives[index].length > 1) return undefined;
	const [first, ...others] = alternatives.filter((_, other) => other !== index);
	const isMore = first.length > 1 || others.length > 0;
	return `${labelOf(nameOf(first[0]))}${isMore ? ' …' : ''}`;
}

/** What the names of all alternatives have in common: invoice lines, for those of items and of groups. */
function commonLabel(names: readonly string[]): string {
	const [first, ...others] = names.map((name) => labelOf(name).split(' '));
	return first.filter((word) => others.every((other) => other.includes(word))).join(' ');
}

function fieldsOfChoice(place: Place, choice: Choice): RequestField[] {
	if (choice.repeats) {
		const lines = choice.or.flat().filter((line): line is Group => 'content' in line);
		return [
			fieldOf(place, choice, {
				id: choiceKey(choice.or),
				label: plural(commonLabel(lines.map(({ name }) => name))),
				writing: 'list of objects',
				skeleton: lines.map(({ name, content }) => ({ [name]: skeletonOf(content) })),
			}),
		];
	}
	return choice.or.flatMap((alternative, index) =>
		fieldsOf(alternative, {
			...place,
			since: later(place.since, choice.since),
			required: false,
			shown: place.required && !choice.optional,
			or: othersThan(choice.or, index) ?? place.or,
		}),
	);
}

function fieldsOfGroup(place: Place, group: Group): RequestField[] {
	const { name, content, optional, repeats, since } = group;
	if (repeats) {
		return [
			fieldOf(place, group, {
				id: name,
				label: plural(labelOf(name)),
				writing: 'list of objects',
				skeleton: [skeletonOf(content)],
			}),
		];
	}
	const required = place.required && !optional;
	return fieldsOf(content, {
		...place,
		path: `${place.path}${name}.`,
		label: `${labelOf(name)}: `,
		since: later(place.since, since),
		required,
		// A reference is required, but it can be made by ID or by name.
		shown: (required || (place.shown && !optional)) && content.every((inside) => inside.optional),
	});
}

const fieldOfLeaf = (place: Place, leaf: Leaf): RequestField =>
	fieldOf(place, leaf, {
		id: leaf.name,
		label: leaf.repeats ? plural(labelOf(leaf.name)) : labelOf(leaf.name),
		writing: leaf.repeats ? 'list of values' : 'one value',
		leaf,
	});

const fieldsOf = (content: Content, place: Place): RequestField[] =>
	content.flatMap((particle) => {
		if (isChoice(particle)) return fieldsOfChoice(place, particle);
		return isGroup(particle) ? fieldsOfGroup(place, particle) : fieldOfLeaf(place, particle);
	});

/** Further attributes than the identifier, which the form has under Options. */
const attributesOf = ({ attributes }: Message): Leaf[] =>
	Object.entries(attributes)
		.filter(([name]) => name !== 'requestID')
		.map(([name, facts]) => ({ ...facts, name: `@${name}`, optional: true }));

function makeFields(request: Message): RequestField[] {
	const main = mainGroup(request);
	const place: Place = {
		path: '',
		label: '',
		since: request.since,
		required: true,
		shown: false,
		adds: request.name.endsWith('AddRq'),
	};
	// The paths of a record begin inside its element.
	const content = request.content.flatMap((particle) =>
		main && particle === main ? main.content : particle,
	);
	const fields = fieldsOf([...content, ...attributesOf(request)], place);
	const ids = fields.map(({ id }) => id);
	return fields.filter(({ id }, index) => ids.indexOf(id) === index);
}

/** Whether the values of a list can't be written with commas between them. */
export const mayHaveCommas = ({ id, leaf }: Pick<RequestField, 'id' | 'leaf'>): boolean =>
	leaf?.type === 'string' && id !== 'IncludeRetElement';

const fieldsMade = new WeakMap<Message, RequestField[]>();

/** The fields in the form of a request: its elements down to where they repeat, in qbXML's order. */
export function requestFields(request: Message): readonly RequestField[] {
	const fields = fieldsMade.get(request) ?? makeFields(request);
	fieldsMade.set(request, fields);
	return fields;
}

/** What the form of a request calls its elements, by their paths: its fields, and what is around them. */
export const fieldLabels = (request: Message): ReadonlyMap<string, string> =>
	new Map(
		requestFields(request).flatMap(({ id, label }) => {
			const around = label.split(': ').slice(0, -1);
			const parts = id.split('.');
			return [
				...around.map((_one, index): [string, string] => [
					parts.slice(0, index + 1).join('.'),
					around.slice(0, index + 1).join(': '),
				]),
				...id.split('|').map((one): [string, string] => [one, label]),
			];
		}),
	);
