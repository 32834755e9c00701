import { type ValueFacts, valueLetters } from './facts';

/** The facts as they were published: groups that are alike stand once, and elements point to them. */
export interface PublishedFacts {
	version: string;
	requests: Record<string, PublishedElement>;
	answers: Record<string, PublishedElement>;
	groups: PublishedParticle[][];
}

interface PublishedOccurrence {
	optional?: boolean;
	repeats?: boolean;
	since?: string;
}

type PublishedAttributes = Record<string, PublishedValue & { optional?: boolean }>;
type PublishedValue = ValueFacts & { macro?: boolean };

interface PublishedElement extends PublishedOccurrence, Partial<PublishedValue> {
	name: string;
	group?: number;
	attributes?: PublishedAttributes;
}

type PublishedParticle = PublishedElement | (PublishedOccurrence & { or: PublishedParticle[][] });

const occurrenceSigns = { required: '!', optional: '?', repeatedly: '+', anyNumber: '*' };

function occurrenceOf({ optional, repeats }: PublishedOccurrence): string {
	if (repeats) return optional ? occurrenceSigns.anyNumber : occurrenceSigns.repeatedly;
	return optional ? occurrenceSigns.optional : occurrenceSigns.required;
}

const sinceOf = ({ since = '' }: PublishedOccurrence): string => `@${since.replace(/\.0$/, '')}`;

/** Writes the facts of some messages: see `readMessages` for the form. */
class Writer {
	private readonly groupNumbers = new Map<number, number>();
	private readonly wordLists = new Map<string, number>();
	private readonly before = new Map<string, { occurrence: string; since: string; value: string }>();

	constructor(private readonly groups: PublishedParticle[][]) {}

	private valueOf({ type, values, maxLength, minimum, maximum, macro }: PublishedValue): string {
		return [
			valueLetters[type],
			values === undefined ? '' : this.wordsOf(values.join(',')),
			maxLength ?? '',
			minimum === undefined ? '' : `>${minimum}`,
			maximum === undefined ? '' : `<${maximum}`,
			macro ? '~' : '',
		].join('');
	}

	private wordsOf(words: string): string {
		const number = this.wordLists.get(words);
		if (number !== undefined) return `#${number}`;
		this.wordLists.set(words, this.wordLists.size);
		return `<${words}>`;
	}

	/** What differs from the last element or attribute with this name. */
	private changes(key: string, occurrence: string, since: string, value: string): boolean[] {
		const last = this.before.get(key) ?? { occurrence: '?', since: '@', value: '' };
		this.before.set(key, { occurrence, since, value });
		return [last.occurrence !== occurrence, last.since !== since, last.value !== value];
	}

	private attributes(attributes: PublishedAttributes): string {
		const written = Object.entries(attributes).map(([name, attribute]) => {
			const value = JSON.stringify(attribute);
			const [, , isNew] = this.changes(`@${name}`, '', '', value);
			return isNew ? `${name}${attribute.optional ? '' : '!'}:${this.valueOf(attribute)}` : name;
		});
		return `[${written.join(' ')}]`;
	}

	private group({ group = -1, attributes }: PublishedElement): string {
		const number = this.groupNumbers.get(group);
		const attributesWritten = attributes ? this.attributes(attributes) : '';
		if (number !== undefined) return `${attributesWritten}=${number}`;
		this.groupNumbers.set(group, this.groupNumbers.size);
		return `${attributesWritten}{${this.content(this.groups[group])}}`;
	}

	private particle(particle: PublishedParticle): string {
		if ('or' in particle) {
			const occurrence = occurrenceOf(particle).replace('!', '');
			const since = particle.since ? sinceOf(particle) : '';
			return `(${particle.or.map((content) => this.content(content)).join('|')})${occurrence}${since}`;
		}
		const { name, group, optional, repeats, since, ...value } = particle;
		const occurrence = occurrenceOf({ optional, repeats });
		const [isOccurrenceNew, isSinceNew, isValueNew] = this.changes(
			name,
			occurrence,
			sinceOf({ since }),
			JSON.stringify({ group, ...value }),
		);
		const written = `${name}${isOccurrenceNew ? occurrence : ''}${isSinceNew ? sinceOf({ since }) : ''}`;
		if (!isValueNew) return written;
		return group === undefined
			? `${written}:${this.valueOf(value as PublishedValue)}`
			: `${written}${this.group(particle)}`;
	}

	private content(content: PublishedParticle[]): string {
		return content.map((particle) => this.particle(particle)).join(' ');
	}

	message(message: PublishedElement): string {
		return `${message.name}${message.since ? sinceOf(message) : ''}${this.group(message)}`;
	}
}

/** The messages in the compact form, one in a line. */
export function compact(
	messages: Record<string, PublishedElement>,
	groups: PublishedParticle[][],
): string {
	const writer = new Writer(groups);
	return Object.values(messages)
		.map((message) => writer.message(message))
		.join('\n');
}
