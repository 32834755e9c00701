import { decodeEntities } from '../../xml/entities';
import { characterOf } from './repair';

/** Longer than any reference to a character or to one of XML's entities. */
const LONGEST_REFERENCE = 25;

/** Decodes escaped text that comes in parts. */
interface Unescaper {
	/** @throws InvalidXml */
	write(part: string): string;
	/** @throws InvalidXml */
	end(part: string): string;
}

export function createUnescaper(): Unescaper {
	let rest = '';
	return {
		write(part) {
			const text = rest + part;
			const reference = text.lastIndexOf('&');
			const isOpen = reference >= text.length - LONGEST_REFERENCE && !text.includes(';', reference);
			const end = isOpen && reference >= 0 ? reference : text.length;
			rest = text.slice(end);
			return decodeEntities(text.slice(0, end), characterOf);
		},
		end: (part) => decodeEntities(rest + part, characterOf),
	};
}
