import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';

import type { LargeAnswer } from '../queue/large-answer';
import { createResponseText, type ResponsePiece } from './response-text';

/** A message to the connector endpoint. */
export interface Message {
	/** The SOAP envelope. If it came with a large response, its `response` element is empty. */
	readonly text: string;
	/** The answer in that element; null if no request of that session waits for one. */
	readonly largeAnswer?: LargeAnswer | null;
}

/**
 * Begins to read a large answer.
 * @param ticket the session's
 * @returns null if no request of the session waits for one
 */
export type OpenAnswer = (ticket: string) => Promise<LargeAnswer | null>;

/** From this size on, a message's response is read while it arrives and in another thread, because it would hold up other calls. */
const LARGE_BYTES = 262_144;

/** How much is handed to that thread at a time. */
const BLOCK_BYTES = 262_144;

/** How much of a large message can stand before its response. */
const FRAME_BYTES = 65_536;

/** The start tag of the parameter, in whatever namespace. */
const START = /<(?:[\w.-]+:)?response(?:\s[^<>]*)?(?<!\/)>/;
const END = /^<\/(?:[\w.-]+:)?response\s*>/;

const TICKET = /<(?:[\w.-]+:)?ticket(?:\s[^<>]*)?>([^<>]*)<\//;

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

/** The chunks of a body. One that is too large is answered over its own connection, which has to stay for that. */
async function* chunksOf(body: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
	let bytes = 0;
	for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > limit) throw new TooLarge('The message is too large.');
		yield chunk;
	}
}

/** The start of a body: all of it, or as much as tells a large one from the others. */
async function startOf(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
	const start: Buffer[] = [];
	let bytes = 0;
	while (bytes <= LARGE_BYTES) {
		const { value, done } = await chunks.next();
		if (done) break;
		start.push(value);
		bytes += value.length;
	}
	return Buffer.concat(start);
}

async function wholeOf(
	start: Buffer,
	chunks: AsyncIterable<Buffer>,
	decoder: TextDecoder | undefined,
): Promise<string> {
	const all = [start];
	for await (const chunk of chunks) all.push(chunk);
	const whole = Buffer.concat(all);
	return decoder ? decoder.decode(whole) : whole.toString('utf8');
}

/** Collects pieces in blocks that have memory of their own, which can be handed to the thread. */
function createBlocks(answer: LargeAnswer) {
	let block = Buffer.alloc(0);
	let used = 0;
	let isEscaped = true;

	async function flush(): Promise<void> {
		const bytes = block.subarray(0, used);
		block = Buffer.alloc(0);
		used = 0;
		if (bytes.length > 0) await answer.write({ bytes, isEscaped });
	}

	return {
		async add(piece: ResponsePiece): Promise<void> {
			if (piece.isEscaped !== isEscaped) await flush();
			isEscaped = piece.isEscaped;
			for (let from = 0; from < piece.bytes.length;) {
				if (used === block.length) {
					await flush();
					block = Buffer.from(new ArrayBuffer(BLOCK_BYTES));
				}
				const copied = piece.bytes.copy(block, used, from);
				used += copied;
				from += copied;
			}
		},
		flush,
	};
}

/**
 * Hands a response over while it arrives.
 * @param first what of it has arrived already
 * @returns what stands after it
 */
async function handOver(
	first: Buffer,
	chunks: AsyncIterable<Buffer>,
	answer: LargeAnswer | null,
): Promise<string> {
	const text = createResponseText();
	const blocks = answer && createBlocks(answer);
	const take = async (chunk: Buffer) => {
		for (const piece of text.write(chunk)) await blocks?.add(piece);
	};
	await take(first);
	for await (const chunk of chunks) await take(chunk);
	await blocks?.flush();
	return text.end();
}

/**
 * Reads the body of a message. A large response is read while it arrives, so the message is never in memory as a whole.
 * Connectors write it as one text in UTF-8, after the ticket; if one writes it otherwise, it stays where it is.
 * @throws an error with a status code if there are more bytes than the limit, or if nobody knows the encoding
 */
export async function readMessage(
	body: IncomingMessage,
	limit: number,
	open: OpenAnswer,
): Promise<Message> {
	const chunks = chunksOf(body, limit);
	const start = await startOf(chunks);
	const decoder = decoderFor(body, start);
	const isLarge = start.length > LARGE_BYTES && !decoder;
	const tag = isLarge ? START.exec(start.toString('latin1', 0, FRAME_BYTES)) : null;
	const from = tag ? tag.index + tag[0].length : 0;
	const head = start.toString('utf8', 0, from);
	const ticket = TICKET.exec(head)?.[1];
	if (ticket === undefined) return { text: await wholeOf(start, chunks, decoder) };
	const largeAnswer = await open(ticket);
	try {
		const tail = await handOver(start.subarray(from), chunks, largeAnswer);
		if (END.test(tail)) return { text: head + tail, largeAnswer };
		// It has elements in it, or no end. Whoever reads the envelope says so.
		await largeAnswer?.close();
		return { text: head + tail };
	} catch (problem) {
		await largeAnswer?.close();
		throw problem;
	}
}
