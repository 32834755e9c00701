import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

import { type OpenSessions, readMessage } from '../../service/connector/message';
import type { WrittenPart } from '../../service/qbxml';
import type { LargeAnswer } from '../../service/queue/large-answer';

const LIMIT = 10_000_000;
const CHUNK_BYTES = 65_537;

/** A body that arrives in chunks. */
function bodyOf(text: string): IncomingMessage {
	const body = new IncomingMessage(new Socket());
	const bytes = Buffer.from(text);
	let from = 0;
	body._read = () => {
		body.push(from < bytes.length ? bytes.subarray(from, from + CHUNK_BYTES) : null);
		from += CHUNK_BYTES;
	};
	return body;
}

const message = (response: string, end = '</tns:response>') =>
	`<soap:Envelope><tns:ticket>a-1</tns:ticket><tns:response xml:space="preserve">${response}${end}<tns:hresult/></soap:Envelope>`;

/** Reads a message whose session waits for an answer, and collects that. */
async function read(text: string, limit = LIMIT) {
	const written: WrittenPart[] = [];
	const closed = jest.fn();
	const tickets: string[] = [];
	const sessions: OpenSessions = {
		has: async (ticket) => ticket === 'a-1',
		async answer(ticket) {
			tickets.push(ticket);
			return {
				request: {} as LargeAnswer['request'],
				id: 'id',
				processId: 'process',
				write: async (part) => void written.push(part),
				read: () => Promise.reject(new Error('Nobody reads this.')),
				close: async () => closed(),
			};
		},
	};
	const { largeAnswer, ...rest } = await readMessage(bodyOf(text), limit, sessions).catch(
		(error: unknown) => ({ text: error, largeAnswer: undefined }),
	);
	const textIn = (isEscaped: boolean) =>
		Buffer.concat(
			written.filter((part) => part.isEscaped === isEscaped).map(({ bytes }) => bytes),
		).toString();
	return {
		...rest,
		closed: closed.mock.calls.length,
		...(tickets.length > 0 && { tickets }),
		...(largeAnswer && { large: textIn(true), inSections: textIn(false) }),
	};
}

describe('a message to the connector endpoint', () => {
	it.each([300_000, 1_048_576, 3_000_000])(
		'comes without a large response, which is handed over as it arrives (%s bytes)',
		async (length) => {
			const response = '&lt;ü😀&gt;'.repeat(length / 10).slice(0, length);
			expect(await read(message(response))).toEqual({
				text: message(''),
				large: response,
				inSections: '',
				tickets: ['a-1'],
				closed: 0,
			});
		},
	);

	it('comes without what stands in CDATA sections, wherever the chunks of the message end', async () => {
		for (let shift = 0; shift < 30; shift += 1) {
			const section = (text: string) => `<![CDATA[${text}]]>`;
			const escaped = `&lt;${'ü'.repeat(32_760 * 5)}`;
			const raw = `<a>]] ></a>${'x'.repeat(65_520 + shift)}]`;
			const text = message(`${escaped}${section(raw)}<!-- > - -->${section('&amp;')}&gt;`);
			expect(await read(text)).toEqual({
				text: message(''),
				large: `${escaped}&gt;`,
				inSections: `${raw}&amp;`,
				tickets: ['a-1'],
				closed: 0,
			});
		}
	});

	it.each([
		['a small response', message('&lt;a/&gt;')],
		['another large text', `<a><ticket>a-1</ticket><message>${'x'.repeat(300_000)}</message></a>`],
		['nothing', ''],
		[
			'its ticket after its response',
			`<a><response>${'x'.repeat(50_000)}</response><ticket>a-1</ticket></a>`,
		],
		['its ticket after a large head', `<a>${' '.repeat(50_000)}<ticket>a-1</ticket></a>`],
	])('stays as it is with %s', async (_, text) => {
		expect(await read(text)).toEqual({ text, closed: 0 });
	});

	it('keeps a large text after the response', async () => {
		const text = `${message('&lt;')}${' '.repeat(300_000)}`;
		expect(await read(text)).toMatchObject({
			text: `${message('')}${' '.repeat(300_000)}`,
			large: '&lt;',
		});
	});

	it.each([
		['elements', message(`<a>${'x'.repeat(300_000)}</a>`)],
		['no end', message('x'.repeat(300_000), '')],
	])(
		'has no large answer if its response has %s, and what was read of it is dropped',
		async (_, text) => {
			const { closed, ...rest } = await read(text);
			expect(closed).toBe(1);
			expect(rest).not.toHaveProperty('large');
		},
	);

	it('is read to its end without its large response if nobody waits for that', async () => {
		const sessions = { has: async () => true, answer: async () => null };
		const read = await readMessage(bodyOf(message('x'.repeat(300_000))), LIMIT, sessions);
		expect(read).toEqual({ text: message(''), largeAnswer: null });
	});

	it.each(['x', '<!---->', '<![CDATA[</response>]]>', '<a/>', '</response>'])(
		'is read to its end without its response of many %s if nobody knows its ticket',
		async (piece) => {
			const text = message(piece.repeat(300_000 / piece.length)).replace('a-1', 'unknown');
			const { tickets, ...rest } = await read(text);
			expect(rest).toEqual({ text: message('').replace('a-1', 'unknown'), closed: 0 });
			expect(tickets).toBeUndefined();
		},
	);

	it('is refused in thousands of chunks of a byte each', async () => {
		const body = new IncomingMessage(new Socket());
		let sent = 0;
		body._read = () => {
			sent += 1;
			body.push('<');
		};
		const sessions = { has: async () => true, answer: async () => null };
		await expect(readMessage(body, LIMIT, sessions)).rejects.toMatchObject({ statusCode: 413 });
		expect(sent).toBeLessThan(3000);
	});

	it('is taken in chunks of a byte each', async () => {
		const body = new IncomingMessage(new Socket());
		const sent = Buffer.from(message('&lt;a/&gt;'));
		for (const byte of sent) body.push(Buffer.from([byte]));
		body.push(null);
		const sessions = { has: async () => true, answer: async () => null };
		expect(await readMessage(body, LIMIT, sessions)).toEqual({ text: sent.toString() });
	});

	it.each([
		['no ticket', `<a>${' '.repeat(5000)}</a>`],
		['a late ticket that nobody knows', `<a>${' '.repeat(5000)}<ticket>unknown</ticket></a>`],
		[
			'a ticket in time, and too much after it',
			`<a>${' '.repeat(5000)}<ticket>a-1</ticket>${' '.repeat(70_000)}</a>`,
		],
		['a ticket that comes too late', `<a>${' '.repeat(70_000)}<ticket>a-1</ticket></a>`],
	])('is refused with %s', async (_, text) => {
		expect((await read(text)).text).toMatchObject({ statusCode: 413 });
	});

	it.each([
		['without a ticket', '<a>'],
		['with its ticket after a large text', `<message>${'x'.repeat(5000)}</message><ticket>a-1`],
		['with a ticket that nobody knows', '<ticket>unknown</ticket><message>'],
	])('is refused %s as soon as that is seen, and is not held', async (_, start) => {
		const body = new IncomingMessage(new Socket());
		let sent = 0;
		const first = Buffer.from(start);
		body._read = () => {
			const chunk = sent === 0 ? first : Buffer.alloc(CHUNK_BYTES, 'x');
			sent += chunk.length;
			body.push(chunk);
		};
		const sessions = { has: async (ticket: string) => ticket === 'a-1', answer: async () => null };
		await expect(readMessage(body, 200 * 1024 * 1024, sessions)).rejects.toMatchObject({
			statusCode: 413,
		});
		expect(sent).toBeLessThan(10 * CHUNK_BYTES);
	});

	it.each([100, 400_000])('is refused when it is larger than %s bytes', async (limit) => {
		const { text, closed } = await read(message('x'.repeat(700_000)), limit);
		expect(text).toMatchObject({ statusCode: 413 });
		expect(closed).toBe(limit > 300_000 ? 1 : 0);
	});
});
