/** What the text of an element or the value of an attribute has to be. */
export type ValueType =
	| 'string'
	| 'boolean'
	| 'date'
	| 'dateTime'
	| 'amount'
	| 'price'
	| 'quantity'
	| 'percent'
	| 'float'
	| 'integer'
	| 'id'
	| 'guid'
	| 'uuid'
	| 'enum'
	| 'timeInterval'
	| 'macro';

/** What a value has to be: its type, and the bounds that the standard sets it. */
export interface ValueFacts {
	type: ValueType;
	/** In characters. */
	maxLength?: number;
	minimum?: number;
	maximum?: number;
	/** The words of an enumeration. */
	values?: readonly string[];
}

/** How often something may stand where it stands: required and once, unless it says otherwise. */
interface Occurrence {
	optional?: true;
	repeats?: true;
	/** The first version of qbXML that has it. */
	since?: string;
}

/** The attributes of an element, by name. */
export type Attributes = Readonly<Record<string, ValueFacts & { optional?: true }>>;

/** An element with text. */
export interface Leaf extends Occurrence, ValueFacts {
	name: string;
	/** Whether it may refer to what a request of the same document makes, by the attribute `useMacro`. */
	macro?: true;
}

/** An element with elements. */
export interface Group extends Occurrence {
	name: string;
	content: Content;
	attributes?: Attributes;
}

/** Alternatives, of which only one is used each time. */
export interface Choice extends Occurrence {
	or: readonly Content[];
}

export type Particle = Leaf | Group | Choice;

/** The elements that may stand in an element, in the order that qbXML demands. */
export type Content = readonly Particle[];

/** A request (`InvoiceAddRq`) or an answer (`InvoiceAddRs`). */
export interface Message {
	name: string;
	since?: string;
	attributes: Attributes;
	content: Content;
}

/** All requests or all answers, by name. */
export type Messages = ReadonlyMap<string, Message>;

export const isChoice = (particle: Particle): particle is Choice => 'or' in particle;

export const isGroup = (particle: Particle): particle is Group => 'content' in particle;

/** The letter of each type in the compact form. A text has none. */
export const valueLetters: Readonly<Record<ValueType, string>> = {
	string: '',
	boolean: 'b',
	date: 'd',
	dateTime: 't',
	amount: 'a',
	price: 'p',
	quantity: 'q',
	percent: 'c',
	float: 'f',
	integer: 'n',
	id: 'i',
	guid: 'g',
	uuid: 'u',
	enum: 'e',
	timeInterval: 'v',
	macro: 'm',
};

/** Whether a content is that of a reference. It needs one of the two, although both are called optional. */
export const isReference = (content: Content): boolean =>
	content.length === 2 &&
	content.every(
		(particle) => !isChoice(particle) && ['ListID', 'FullName'].includes(particle.name),
	);
