import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';

/** A message to the connector endpoint. */
export interface Message {
	/** The SOAP envelope. If it came with a large response, its `response` element is empty. */
	readonly text: string;
	/** The text of that element as it was written, escaped and as UTF-8, in parts. */
	readonly largeResponse?: Uint8Array[];
}

/** From this size on, a message's response is read in another thread, because it would hold up other calls. */
const LARGE_BYTES = 262_144;

const BLOCK_BYTES = 1_048_576;

/** How much of a large message can stand before its response, and after it. */
const FRAME_BYTES = 65_536;

/** The start tag of the parameter, in whatever namespace. */
const START = /<(?:[\w.-]+:)?response(?:\s[^<>]*)?(?<!\/)>/;
const END = /^<\/(?:[\w.-]+:)?response\s*>/;

const MARKUP = '<'.charCodeAt(0);

class TooLarge extends Error {
	readonly statusCode = 413;
}

class UnknownEncoding extends Error {
	readonly statusCode = 415;
}

const CHARSET = /;\s*charset="?([\w.:-]+)/i;
const DECLARED = /^<\?xml\s[^>]*?\sencoding=["']([\w.:-]+)/;
/** How far into a message its XML declaration can reach. */
const DECLARATION_BYTES = 200;

/**
 * Decodes what is not UTF-8. The Web Connector writes UTF-8; what stands between it and the service may not.
 * @returns undefined for UTF-8
 * @throws an error with status code 415 if nobody knows the encoding
 */
function decoderFor({ headers }: IncomingMessage, start: Buffer): TextDecoder | undefined {
	const [first, second] = start;
	const marked =
		first === 0xff && second === 0xfe
			? 'utf-16le'
			: first === 0xfe && second === 0xff
				? 'utf-16be'
				: undefined;
	const [, charset] = CHARSET.exec(headers['content-type'] ?? '') ?? [];
	const [, declared] = DECLARED.exec(start.toString('latin1', 0, DECLARATION_BYTES)) ?? [];
	const label = marked ?? charset ?? declared ?? 'utf-8';
	try {
		const decoder = new TextDecoder(label);
		return decoder.encoding === 'utf-8' ? undefined : decoder;
	} catch {
		throw new UnknownEncoding(`The encoding ${label} is unknown.`);
	}
}

/**
 * Collects a body in blocks that each have their own memory, so that they can be handed to another thread. Chunks are copied at
 * once, because the memory of those that are kept for a while is freed late.
 */
async function blocksOf(body: IncomingMessage, limit: number): Promise<Buffer[]> {
	const blocks: Buffer[] = [];
	let chunks: Buffer[] = [];
	let block = Buffer.alloc(0);
	let used = 0;
	let bytes = 0;
	// One that is too large is answered over its own connection, which has to stay for that.
	for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > limit) throw new TooLarge('The message is too large.');
		if (bytes <= LARGE_BYTES) {
			chunks.push(chunk);
			continue;
		}
		if (chunks.length > 0) blocks.push(Buffer.concat(chunks));
		chunks = [];
		for (let from = 0; from < chunk.length;) {
			if (used === block.length) {
				block = Buffer.from(new ArrayBuffer(BLOCK_BYTES));
				blocks.push(block);
				used = 0;
			}
			const copied = chunk.copy(block, used, from);
			used += copied;
			from += copied;
		}
	}
	if (block.length > 0) blocks[blocks.length - 1] = block.subarray(0, used);
	return blocks.length > 0 ? blocks : [Buffer.concat(chunks)];
}

/** Splits a response from its envelope; undefined if it is no single text. */
function split(blocks: readonly Buffer[]): Message | undefined {
	const [first] = blocks;
	const start = START.exec(first.toString('latin1', 0, FRAME_BYTES));
	if (!start) return undefined;
	const from = start.index + start[0].length;
	const withEnd = blocks.findIndex((block) => block.includes(MARKUP, block === first ? from : 0));
	if (withEnd < 0) return undefined;
	const end = blocks[withEnd].indexOf(MARKUP, withEnd === 0 ? from : 0);
	const after = Buffer.concat([blocks[withEnd].subarray(end), ...blocks.slice(withEnd + 1)]);
	const tail = after.toString('utf8');
	if (!END.test(tail) || after.length > FRAME_BYTES) return undefined;
	const untilEnd = [...blocks.slice(0, withEnd), blocks[withEnd].subarray(0, end)];
	return {
		text: first.toString('utf8', 0, from) + tail,
		largeResponse: untilEnd.map((block) => (block === untilEnd[0] ? block.subarray(from) : block)),
	};
}

/**
 * Reads the body of a message. A large response is kept apart from its envelope, so that nobody has to read it to know what
 * the message is about. Connectors write it as one escaped text; if one writes it otherwise, it stays where it is.
 * @throws an error with a status code if there are more bytes than the limit, or if nobody knows the encoding
 */
export async function readMessage(body: IncomingMessage, limit: number): Promise<Message> {
	const blocks = await blocksOf(body, limit);
	const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
	const decoder = decoderFor(body, blocks[0]);
	const message = bytes > LARGE_BYTES && !decoder ? split(blocks) : undefined;
	if (message) return message;
	const whole = Buffer.concat(blocks);
	return { text: decoder ? decoder.decode(whole) : whole.toString('utf8') };
}
