import { readFileSync } from 'node:fs';

import type { XmlTree } from './qbxml-documents';

/** An element by its name, `Name=value` if its value is a fact too, or with the elements in it. */
type SampleElement = string | [name: string, elements: SampleElement[]];

interface StoredSample {
	/** Repository and file, or page. */
	source: string;
	name: string;
	version?: string;
	/** The edition, if it is not that of the United States. */
	country?: string;
	/** Whether it lists what there can be, instead of being used somewhere. */
	template?: true;
	attributes?: string[];
	elements: SampleElement[];
	/** The code with which a desktop refused it, and why if that is known. */
	refused?: string;
	/** Who says that a desktop took it. */
	accepted?: string;
	/** Why it is not to be relied on. */
	doubt?: string;
}

/** A request or an answer found in public, as a tree. Where the value is no fact, there is none. */
export type PublicSample = Omit<StoredSample, 'attributes' | 'elements'> & { tree: XmlTree };

function toTree(element: SampleElement): XmlTree {
	if (typeof element !== 'string') {
		const [name, elements] = element;
		return { name, children: elements.map(toTree) };
	}
	const [name, ...value] = element.split('=');
	return value.length > 0 ? { name, text: value.join('=') } : { name };
}

function toSample({ attributes = [], elements, ...sample }: StoredSample): PublicSample {
	const tree: XmlTree = {
		name: sample.name,
		attributes: Object.fromEntries(attributes.map((name) => [name, ''])),
		children: elements.map(toTree),
	};
	return { ...sample, tree };
}

const stored = JSON.parse(
	readFileSync(require.resolve('../unit/quickbooks/facts/second-opinion/samples.json'), 'utf8'),
) as StoredSample[];

/** Requests and answers of public projects: names, order and harmless values, with their sources. */
export const publicSamples: readonly PublicSample[] = stored.map(toSample);
