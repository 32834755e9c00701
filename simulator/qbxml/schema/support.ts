import { elementsIn } from '../../../quickbooks/facts/elements';
import { type Content, isGroup, isReference } from '../../../quickbooks/facts/facts';
import type { XmlElement } from '../../../xml/read-xml';

/**
 * What can be carried out of an element: all that qbXML allows in it, or the elements named here. Any other element that qbXML
 * allows is refused rather than lost.
 */
export type Support = 'all' | Elements;

export interface Elements {
	readonly [name: string]: Support;
}

/** Elements of which everything can be carried out. Names that a request does not have do not matter. */
export const whole = (...names: readonly string[]): Elements =>
	Object.fromEntries(names.map((name) => [name, 'all']));

/** How a filter names records: by ID or by name, alone or with what stands below them. */
export const references = whole('ListID', 'FullName', 'ListIDWithChildren', 'FullNameWithChildren');

/** All that qbXML allows in an element but what `isUnsupported` says, wherever it stands. */
export const allBut = (
	content: Content,
	isUnsupported: (name: string, isReferenceElement: boolean) => boolean,
): Elements =>
	Object.fromEntries(
		elementsIn(content).flatMap((place): Array<[string, Support]> => {
			const isRef = isGroup(place) && isReference(place.content);
			if (isUnsupported(place.name, isRef)) return [];
			if (!isGroup(place) || isRef) return [[place.name, 'all']];
			return [[place.name, allBut(place.content, isUnsupported)]];
		}),
	);

/** References between the requests of a document are not supported anywhere. */
const macros = ['useMacro', 'defMacro'];

/** The first element or attribute of a request that cannot be carried out. */
export function findUnsupported(element: XmlElement, support: Support): string | undefined {
	const macro = macros.find((name) => element.attributes.has(name));
	if (macro !== undefined) return macro;
	for (const child of element.children) {
		const supported = support === 'all' ? support : support[child.name];
		const found = supported === undefined ? child.name : findUnsupported(child, supported);
		if (found !== undefined) return found;
	}
	return undefined;
}
