import type { XmlElement } from '../../../xml/read-xml';
import type { Country } from '../../company/types';
import { Interleaved, type XmlContent } from '../../xml/write';
import { type Status, statusOf } from './status-errors';

const ADDRESS = /Address(?:Block)?$/;

interface Understood {
	request: XmlElement;
	/** What the edition does not know of the request, which it carries out without that. */
	warning?: Status;
}

/**
 * A request as the edition of a country understands it. In the United Kingdom, addresses have a county where others have a state. Here
 * both stand in the same place.
 */
export function understoodIn(country: Country, request: XmlElement): Understood {
	if (country !== 'UK') return { request };
	let warning: Status | undefined;
	const withCounty = (element: XmlElement): XmlElement => ({
		...element,
		children: element.children.flatMap((child) => {
			if (!ADDRESS.test(element.name)) return withCounty(child);
			if (child.name === 'State') {
				warning ??= statusOf(530, 'State');
				return [];
			}
			return { ...child, ...(child.name === 'County' && { name: 'State' }) };
		}),
	});
	return { request: withCounty(request), warning };
}

/** The content of a record as the edition of a country shows it. */
export function shownIn(country: Country, content: XmlContent, name = ''): XmlContent {
	if (country !== 'UK' || typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map((one) => shownIn(country, one, name));
	if (content instanceof Interleaved) {
		return new Interleaved(content.elements.map(([own, one]) => [own, shownIn(country, one, own)]));
	}
	return Object.fromEntries(
		Object.entries(content).map(([key, value]) => [
			key === 'State' && ADDRESS.test(name) ? 'County' : key,
			value && shownIn(country, value, key),
		]),
	);
}
