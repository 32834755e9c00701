import { elementsIn } from '../../../quickbooks/facts/elements';
import { type Content, type Group, isChoice, type Leaf } from '../../../quickbooks/facts/facts';

/** What may stand in an element. */
export interface ContentModel {
	/** Whether elements with these names may stand there in this order, and none is missing. */
	accepts: (names: readonly string[]) => boolean;
	/** The facts of each element by its name, in qbXML's order. No two elements of a group have the same name. */
	places: ReadonlyMap<string, Leaf | Group>;
}

const signs = { once: '', perhaps: '?', repeatedly: '+', anyNumber: '*' };

function occurrenceOf({ optional, repeats }: Pick<Leaf, 'optional' | 'repeats'>): string {
	if (repeats) return optional ? signs.anyNumber : signs.repeatedly;
	return optional ? signs.perhaps : signs.once;
}

/** What a version of qbXML has. An alternative of which it has nothing is none. */
const inVersion = (content: Content, version: number): Content =>
	content
		.filter(({ since = '1.0' }) => Number(since) <= version)
		.map((particle) =>
			isChoice(particle)
				? {
						...particle,
						or: particle.or
							.map((alternative) => inVersion(alternative, version))
							.filter(({ length }) => length > 0),
					}
				: particle,
		);

/** A regular expression for the names of elements, each with a blank after it. */
const patternOf = (content: Content): string =>
	content
		.map((particle) => {
			const body = isChoice(particle) ? particle.or.map(patternOf).join('|') : `${particle.name} `;
			return `(?:${body})${occurrenceOf(particle)}`;
		})
		.join('');

function createModel(content: Content, version: number): ContentModel {
	const pattern = new RegExp(`^${patternOf(inVersion(content, version))}$`);
	return {
		accepts: (names) => pattern.test(names.map((name) => `${name} `).join('')),
		places: new Map(elementsIn(content).map((place) => [place.name, place])),
	};
}

const models = new Map<number, Map<Content, ContentModel>>();

/** The model of a content in a version of qbXML. Each is made once. */
export function modelOf(content: Content, version = Infinity): ContentModel {
	const known = models.get(version) ?? new Map<Content, ContentModel>();
	models.set(version, known);
	const model = known.get(content) ?? createModel(content, version);
	known.set(content, model);
	return model;
}
