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

/** What is known of the sessions that messages belong to. */
export interface OpenSessions {
	/** Whether an open session has this ticket. */
	has(ticket: string): Promise<boolean>;
	/**
	 * Begins to read a large answer.
	 * @returns null if no request of the session waits for one
	 */
	answer(ticket: string): Promise<LargeAnswer | null>;
}

/** From this size on, a message's response is read while it arrives and in another thread, because it would hold up other calls. */
const LARGE_BYTES = 262_144;

/** How much is handed to that thread at a time. */
const BLOCK_BYTES = 262_144;
/** The same for short pieces: a response can have a hundred thousand of them in one megabyte. */
const SMALL_BLOCK_BYTES = 4096;

/** Within this, the Web Connector names its ticket and begins its response. A sign-in, which has no ticket, is smaller. */
const HEAD_BYTES = 4096;

/** How much is held of a message while its ticket is not known to be that of an open session. */
const FRAME_BYTES = 65_536;

/** How much of a message is held besides a response that is read while it arrives. */
const MOST_HELD_BYTES = 10 * 1024 * 1024;

/** The start tag of the parameter, in whatever namespace. */
const START = /<(?:[\w.-]+:)?response(?:\s[^<>]*)?(?<!\/)>/;
const END = /^<\/(?:[\w.-]+:)?response\s*>/;
const ENDS = /<\/(?:[\w.-]+:)?response\s*>/g;

const TICKET = /<(?:[\w.-]+:)?ticket(?:\s[^<>]*)?>([^<>]*)<\//;

/** The ticket that a message names first, if it names one near its beginning. */
export const ticketIn = (text: string): string | undefined =>
	TICKET.exec(text.slice(0, FRAME_BYTES))?.[1];

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

/** Each chunk takes time of its own. Those of a network have hundreds of bytes; only the first ones of a message may have few. */
const FREE_CHUNKS = 2000;
const FEWEST_BYTES = 64;

/** The chunks of a body. One that is too large is answered over its own connection, which has to stay for that. */
async function* bytesOf(body: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
	let bytes = 0;
	let chunks = 0;
	for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		chunks += 1;
		if (bytes > limit) throw new TooLarge('The message is too large.');
		if (chunks > FREE_CHUNKS && bytes < chunks * FEWEST_BYTES)
			throw new TooLarge('The message comes in too many pieces.');
		yield chunk;
	}
}

/** How many chunks are held before they become one. Each takes memory of its own, even if it has no more than a byte. */
const MOST_CHUNKS = 256;

/** The start of a body, or all of it if it has no more than `atLeast` bytes. */
async function startOf(
	chunks: AsyncGenerator<Buffer>,
	atLeast: number,
	before: Buffer = Buffer.alloc(0),
): Promise<{ readonly start: Buffer; readonly isWhole: boolean }> {
	let start = [before];
	let bytes = before.length;
	while (bytes <= atLeast) {
		const { value, done } = await chunks.next();
		if (done) return { start: Buffer.concat(start), isWhole: true };
		start.push(value);
		bytes += value.length;
		if (start.length > MOST_CHUNKS) start = [Buffer.concat(start)];
	}
	return { start: Buffer.concat(start), isWhole: false };
}

/** The chunks of a body in UTF-8, whatever it is written in. */
async function* chunksOf(body: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
	const bytes = bytesOf(body, limit);
	const { start } = await startOf(bytes, DECLARATION_BYTES);
	const decoder = decoderFor(body, start);
	if (!decoder) {
		yield start;
		yield* bytes;
		return;
	}
	yield Buffer.from(decoder.decode(start, { stream: true }));
	for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
	yield Buffer.from(decoder.decode());
}

async function wholeOf(start: Buffer, chunks: AsyncIterable<Buffer>): Promise<string> {
	const all = [start];
	let bytes = start.length;
	for await (const chunk of chunks) {
		all.push(chunk);
		bytes += chunk.length;
		if (bytes > MOST_HELD_BYTES) throw new TooLarge('The message is too large.');
	}
	return Buffer.concat(all).toString('utf8');
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
					const isLong = piece.bytes.length >= SMALL_BLOCK_BYTES;
					block = Buffer.from(new ArrayBuffer(isLong ? BLOCK_BYTES : SMALL_BLOCK_BYTES));
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
		const pieces = text.write(chunk);
		if (text.bytesAfter() > MOST_HELD_BYTES) throw new TooLarge('The message is too large.');
		if (blocks) for (const piece of pieces) await blocks.add(piece);
	};
	await take(first);
	for await (const chunk of chunks) await take(chunk);
	await blocks?.flush();
	return text.end();
}

/**
 * Reads past a response that nobody waits for, without a look at what is in it.
 * @param first what of it has arrived already
 * @returns what stands after it, if its end is near that of the message
 */
async function pass(first: Buffer, chunks: AsyncIterable<Buffer>): Promise<string> {
	let last = first.subarray(-FRAME_BYTES);
	let more: Buffer[] = [];
	let bytes = 0;
	const join = () => {
		last = Buffer.concat([last, ...more]).subarray(-FRAME_BYTES);
		more = [];
		bytes = 0;
	};
	for await (const chunk of chunks) {
		more.push(chunk);
		bytes += chunk.length;
		if (bytes > FRAME_BYTES || more.length > MOST_CHUNKS) join();
	}
	join();
	const text = last.toString('utf8');
	return text.slice(Math.max(0, ...[...text.matchAll(ENDS)].map(({ index }) => index)));
}

/**
 * Reads the body of a message. A large response is read while it arrives, so the message is never in memory as a whole.
 * Connectors write it as one text, after the ticket; if the ticket comes later, the message has to be small. Of a large message whose ticket is no open session's, nothing is kept but what
 * stands around its response.
 * @param onKnown called as soon as the ticket of a large message is known
 * @throws an error with a status code if there are more bytes than the limit, if a message that is no sign-in does not name its ticket
 * in time, or if nobody knows the encoding
 */
export async function readMessage(
	body: IncomingMessage,
	limit: number,
	sessions: OpenSessions,
	onKnown: () => void = () => undefined,
): Promise<Message> {
	const chunks = chunksOf(body, limit);
	const { start: head, isWhole } = await startOf(chunks, HEAD_BYTES);
	if (isWhole) return { text: head.toString('utf8') };
	const beginning = head.toString('latin1', 0, HEAD_BYTES);
	const tag = START.exec(beginning);
	const from = tag ? tag.index + tag[0].length : 0;
	const ticket = ticketIn(tag ? beginning.slice(0, from) : beginning);
	if (ticket === undefined) return await withLateTicket();
	const isKnown = await sessions.has(ticket);
	if (isKnown) onKnown();
	return await (isKnown ? ofSession(ticket) : ofNobody());

	/** A message whose ticket comes after other things. */
	async function withLateTicket(): Promise<Message> {
		const { start, isWhole: isSmall } = await startOf(chunks, FRAME_BYTES, head);
		const text = start.toString('utf8');
		const late = isSmall ? ticketIn(text) : undefined;
		if (late === undefined || !(await sessions.has(late)))
			throw new TooLarge('A large message has to begin with the ticket of an open session.');
		onKnown();
		return { text };
	}

	/** What a session's large message comes to. */
	async function ofSession(known: string): Promise<Message> {
		if (!tag) return { text: await wholeOf(head, chunks) };
		const { start, isWhole: isSmall } = await startOf(chunks, LARGE_BYTES, head);
		if (isSmall) return { text: start.toString('utf8') };
		const before = start.toString('utf8', 0, from);
		const largeAnswer = await sessions.answer(known);
		try {
			const tail = await handOver(start.subarray(from), chunks, largeAnswer);
			if (END.test(tail)) return { text: before + tail, largeAnswer };
			// It has elements in it, or no end. Whoever reads the envelope says so.
			await largeAnswer?.close();
			return { text: before + tail };
		} catch (problem) {
			await largeAnswer?.close();
			throw problem;
		}
	}

	async function ofNobody(): Promise<Message> {
		if (tag)
			return { text: head.toString('utf8', 0, from) + (await pass(head.subarray(from), chunks)) };
		const { start, isWhole: isSmall } = await startOf(chunks, FRAME_BYTES, head);
		if (!isSmall) throw new TooLarge('The ticket of this large message is no open session’s.');
		return { text: start.toString('utf8') };
	}
}
