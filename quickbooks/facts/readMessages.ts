import {
	type Attributes,
	type Choice,
	type Content,
	type Group,
	type Leaf,
	type Message,
	type Messages,
	type Particle,
	type ValueFacts,
	valueLetters,
	type ValueType,
} from './facts';

type Occurrence = Pick<Leaf, 'optional' | 'repeats' | 'since'>;
type Value = ValueFacts & Pick<Leaf, 'macro'>;
type Body = Value | Pick<Group, 'content' | 'attributes'>;

const typeOf = new Map(
	Object.entries(valueLetters).map(([type, letter]) => [letter, type as ValueType]),
);

const occurrences: Readonly<Record<string, Occurrence>> = {
	'!': {},
	'?': { optional: true },
	'+': { repeats: true },
	'*': { optional: true, repeats: true },
};

const NAME = /[A-Za-z]\w*/y;
const OCCURRENCE = /[!?+*]/y;
const SINCE = /@(\d*)(\.\d+)?/y;
const VALUE = /(?:e(?:<([^<>]+)>|#(\d+))|([a-df-z]?))(\d*)(?:>([\d.]+))?(?:<([\d.]+))?(~?)/y;
const NUMBER = /\d+/y;

/** What was last said of an element or attribute with some name. */
interface Memory {
	occurrence: Occurrence;
	since: Occurrence;
	body?: Body;
}

/** Reads the compact form from front to back. */
class Reader {
	private position = 0;
	private readonly groups: Content[] = [];
	private readonly wordLists: Array<readonly string[]> = [];
	private readonly memory = new Map<string, Memory>();

	constructor(private readonly text: string) {}

	get isAtEnd(): boolean {
		return this.position >= this.text.length;
	}

	private match(pattern: RegExp): RegExpExecArray | undefined {
		pattern.lastIndex = this.position;
		const found = pattern.exec(this.text) ?? undefined;
		if (found) this.position = pattern.lastIndex;
		return found;
	}

	/** Steps over a sign, if it comes next. */
	skip(sign: string): boolean {
		const isNext = this.text[this.position] === sign;
		if (isNext) this.position++;
		return isNext;
	}

	private since(): Occurrence | undefined {
		const found = this.match(SINCE);
		if (!found) return undefined;
		const [, whole, decimals = '.0'] = found;
		return whole === '' ? {} : { since: `${whole}${decimals}` };
	}

	private occurrence(): Occurrence | undefined {
		const [sign] = this.match(OCCURRENCE) ?? [];
		return sign === undefined ? undefined : occurrences[sign];
	}

	private value(): Value {
		const [, words, list, letter = 'e', maxLength, minimum, maximum, macro] =
			this.match(VALUE) ?? [];
		if (words) this.wordLists.push(words.split(','));
		const values = words ? this.wordLists.at(-1) : list && this.wordLists[Number(list)];
		return {
			type: typeOf.get(letter) ?? 'string',
			...(values && { values }),
			...(maxLength && { maxLength: Number(maxLength) }),
			...(minimum && { minimum: Number(minimum) }),
			...(maximum && { maximum: Number(maximum) }),
			...(macro && { macro: true }),
		};
	}

	private remember(name: string): Memory {
		const before = this.memory.get(name) ?? { occurrence: { optional: true }, since: {} };
		this.memory.set(name, before);
		return before;
	}

	private attributes(): Attributes | undefined {
		if (!this.skip('[')) return undefined;
		const attributes: Record<string, ValueFacts & { optional?: true }> = {};
		do {
			const [name = ''] = this.match(NAME) ?? [];
			const memory = this.remember(`@${name}`);
			const isRequired = this.skip('!');
			if (this.skip(':')) {
				memory.body = { ...this.value(), ...(!isRequired && { optional: true }) } as Value;
			}
			attributes[name] = memory.body as Value;
		} while (this.skip(' '));
		this.skip(']');
		return attributes;
	}

	private content(): Content {
		const content: Particle[] = [];
		while (!this.isAtEnd && !'|)}'.includes(this.text[this.position])) {
			content.push(this.skip('(') ? this.choice() : this.element());
			this.skip(' ');
		}
		return content;
	}

	private choice(): Choice {
		const alternatives = [this.content()];
		while (this.skip('|')) alternatives.push(this.content());
		this.skip(')');
		return { or: alternatives, ...this.occurrence(), ...this.since() };
	}

	private group(): Pick<Group, 'content' | 'attributes'> | undefined {
		const attributes = this.attributes();
		const known = attributes && { attributes };
		if (this.skip('=')) {
			const [number] = this.match(NUMBER) ?? [];
			return { content: this.groups[Number(number)], ...known };
		}
		if (!this.skip('{')) return undefined;
		const number = this.groups.push([]) - 1;
		this.groups[number] = this.content();
		this.skip('}');
		return { content: this.groups[number], ...known };
	}

	private element(): Leaf | Group {
		const [name = ''] = this.match(NAME) ?? [];
		const memory = this.remember(name);
		memory.occurrence = this.occurrence() ?? memory.occurrence;
		memory.since = this.since() ?? memory.since;
		memory.body = (this.skip(':') ? this.value() : this.group()) ?? memory.body;
		return { name, ...memory.body, ...memory.occurrence, ...memory.since } as Leaf | Group;
	}

	message(): Message {
		const [name = ''] = this.match(NAME) ?? [];
		const since = this.since();
		const { content = [], attributes = {} } = this.group() ?? {};
		return { name, ...since, attributes, content };
	}
}

/**
 * Reads messages in the compact form that `npm run generate -- qbxml` writes. Each has a line: its name, since when it is there
 * (`@6` for 6.0), its attributes in `[ ]` and its elements in `{ }`, in qbXML's order, alternatives in `( | )`. An element has
 * `!` if it is required, `?` if not, `+` and `*` if it repeats; then since when; then after `:` its value (a letter for the
 * type, words in `< >`, the greatest length, `>` and `<` for bounds, `~` for a macro), or its own elements. `=3` and `#3` stand for the fourth
 * group and list of words that were written out. What an element has in common with the last one of its name is left out.
 */
export function readMessages(text: string): Messages {
	const reader = new Reader(text);
	const messages = new Map<string, Message>();
	while (!reader.isAtEnd) {
		const message = reader.message();
		messages.set(message.name, message);
		if (!reader.skip('\n') && !reader.isAtEnd) {
			throw new Error(`The facts of ${message.name} can't be read.`);
		}
	}
	return messages;
}
