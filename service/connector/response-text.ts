/** A piece of a response's text. */
export interface ResponsePiece {
	readonly bytes: Buffer;
	/** Whether it is escaped, or stands in a CDATA section. */
	readonly isEscaped: boolean;
}

const MARKUP = '<'.charCodeAt(0);

/** What can stand in a text besides characters, with what ends it. */
const sections = [
	{ start: '<![CDATA[', end: ']]>', isText: true },
	{ start: '<!--', end: '-->', isText: false },
] as const;

type Section = (typeof sections)[number];

/** The text of an element, found in a message that arrives in chunks. */
interface ResponseText {
	/** @returns the pieces that are certain by now; they share the chunk's memory */
	write(chunk: Buffer): ResponsePiece[];
	/** How much stands after the text so far, and is held. */
	bytesAfter(): number;
	/** @returns what stands after the text, from its end tag or whatever other tag ends it */
	end(): string;
}

export function createResponseText(): ResponseText {
	/** The section that is open. */
	let section: Section | undefined;
	/** What can only be judged together with the next chunk. */
	let rest: Buffer = Buffer.alloc(0);
	let after: Buffer[] | undefined;
	let bytesAfter = 0;

	/** @returns where to go on; undefined if the next chunk is needed for that */
	function goOn(data: Buffer, from: number, pieces: ResponsePiece[]): number | undefined {
		const found = section ? data.indexOf(section.end, from) : data.indexOf(MARKUP, from);
		const isOpen = found < 0;
		const end = isOpen ? endOfCertain(data, from) : found;
		if (end > from && section?.isText !== false)
			pieces.push({ bytes: data.subarray(from, end), isEscaped: !section });
		rest = data.subarray(end);
		if (isOpen) return undefined;
		if (section) {
			const next = end + section.end.length;
			section = undefined;
			return next;
		}
		return enter(data, end);
	}

	/** The end of an open section may have begun. */
	const endOfCertain = (data: Buffer, from: number): number =>
		section ? Math.max(from, data.length - section.end.length + 1) : data.length;

	function enter(data: Buffer, at: number): number | undefined {
		const markup = data.toString('latin1', at, at + '<![CDATA['.length);
		section = sections.find(({ start }) => markup.startsWith(start));
		if (section) return at + section.start.length;
		if (!sections.some(({ start }) => start.startsWith(markup))) {
			after = [data.subarray(at)];
			bytesAfter = data.length - at;
		}
		return undefined;
	}

	return {
		write(chunk) {
			if (after) {
				after.push(chunk);
				bytesAfter += chunk.length;
				return [];
			}
			const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
			const pieces: ResponsePiece[] = [];
			let at: number | undefined = 0;
			while (at !== undefined) at = goOn(data, at, pieces);
			return pieces;
		},
		bytesAfter: () => bytesAfter,
		end: () => Buffer.concat(after ?? [rest]).toString('utf8'),
	};
}
