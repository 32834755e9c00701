import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import path from 'node:path';

import { until } from '../../n8n/until';
import { createAnswerStorage, deleteLeftAnswers } from '../../service/store/answer-parts';
import { openStore, type Store } from '../../service/store/database';
import { answerJson } from '../support/answers';
import { envelopeOf, postEnvelope } from './support/connector-client';
import { temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

const SECRET = 'secret';

/** Larger than three parts, with characters of several bytes at their ends. */
const large = answer('CustomerQuery', {
	records: Array.from(
		{ length: 9000 },
		(_, index) =>
			`<CustomerRet><Name>ä😀 ${index}</Name><Notes>&quot;ü&quot;\n${'€'.repeat(20)}</Notes></CustomerRet>`,
	).join(''),
});

describe('a large answer', () => {
	let running: TestService;
	let connection: TestConnection;
	let database: string;

	beforeEach(async () => {
		database = path.join(await temporaryFolder(), 'service.sqlite');
		running = await service({ database, webhookSecrets: [SECRET], webhookTries: [0] });
		connection = await running.connect();
	});

	afterEach(async () => {
		await stopServices();
		stopReceivers();
	});

	async function complete(response: string, query: Record<string, string> = {}): Promise<string> {
		const queued = await connection.call('GET', '/customers', { query });
		await connection.answerWith(response);
		return queued.body.data.id;
	}

	const found = async (search_phrase: string): Promise<string[]> => {
		const { body } = await connection.call('GET', '/queued_requests', { query: { search_phrase } });
		return body.data.map(({ id }: { id: string }) => id);
	};

	/** Looks into the store of a service that has been stopped. */
	async function inStore<Result>(look: (store: Store) => Promise<Result>): Promise<Result> {
		await running.stop();
		const store = await openStore(database);
		const result = await look(store);
		await store.destroy();
		return result;
	}

	/** How many parts a running service has stored, once that is what is wanted. */
	const partsOnce = (isWanted: (parts: number) => boolean): Promise<number> =>
		until(async () => {
			const store = await openStore(database);
			const parts = await countParts(store);
			await store.destroy();
			return parts;
		}, isWanted);

	/** Opens a session whose request has been sent. */
	async function openSession(): Promise<{ id: string; ticket: string }> {
		const queued = await connection.call('GET', '/customers');
		const ticket = await connection.take();
		return { id: queued.body.data.id, ticket };
	}

	const messageWith = (ticket: string, response: string): string =>
		envelopeOf('receiveResponseXML', { ticket, response, hresult: '', message: '' });

	const piecesOf = (message: string): [Buffer, Buffer] => {
		const bytes = Buffer.from(message);
		const middle = Math.floor(bytes.length * 0.75);
		return [bytes.subarray(0, middle), bytes.subarray(middle)];
	};

	/** Begins to send a message. */
	function begin(message: string): ClientRequest {
		const call = request(`${running.origin}/connector`, {
			method: 'POST',
			headers: { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(message) },
		});
		call.on('error', () => undefined);
		call.write(piecesOf(message)[0]);
		return call;
	}

	const countParts = async (store: Store): Promise<number> =>
		(await store.selectFrom('answer_parts').select('sequence').execute()).length;

	it('is returned as any other, alone and in the list, beside small ones', async () => {
		const id = await complete(large);
		const small = await complete(answer('CustomerQuery'));
		const expected = {
			state: 'response_received',
			response_xml: large,
			response_json: answerJson(large),
		};
		expect(await recordOf(running, id)).toMatchObject(expected);
		const { body } = await connection.call('GET', '/queued_requests');
		const listed = new Map(body.data.map((each: { id: string }) => [each.id, each]));
		expect(listed.get(id)).toMatchObject(expected);
		expect(listed.get(small)).toMatchObject({ response_xml: answer('CustomerQuery') });
	});

	it('is delivered and signed as any other', async () => {
		const { url, received } = await receiver();
		const id = await complete(large, { webhook_url: url });
		const [{ body, raw, headers }] = await received(1);
		expect(body).toMatchObject({
			id,
			state: 'completed',
			response_xml: large,
			response_json: answerJson(large),
			error: null,
		});
		const [, time, code] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-qube-signature'])) ?? [];
		expect(code).toBe(createHmac('sha256', SECRET).update(`${time}.${raw}`).digest('hex'));
		expect(Number(headers['content-length'])).toBe(Buffer.byteLength(raw));
	});

	it('is searched, across its parts too', async () => {
		const id = await complete(large);
		for (let index = 0; index < 9000; index += 1500)
			expect(await found(`Ä😀 ${index}</name>`)).toEqual([id]);
		expect(await found('nowhere')).toEqual([]);
	});

	it('ends a request in an error when it cannot be read', async () => {
		const id = await complete(large.replace('</QBXML>', '</QBXML><!DOCTYPE a>'));
		expect(await recordOf(running, id)).toMatchObject({
			state: 'error',
			error: { code: 'invalid_response', message: expect.stringContaining('DOCTYPE') },
		});
	});

	it('goes with its request, and with its connection', async () => {
		const id = await complete(large);
		await complete(large);
		expect((await running.api('DELETE', `/queued_requests/${id}`)).status).toBe(204);
		expect((await running.api('DELETE', `/connections/${connection.id}`)).status).toBe(204);
		expect(await inStore(countParts)).toBe(0);
	});

	it('stays until it is delivered, even if its request is deleted', async () => {
		let open: () => void = () => undefined;
		const opened = new Promise<void>((resolve) => (open = resolve));
		const { url, received } = await receiver((response) => {
			void opened.then(() => response.writeHead(204).end());
		});
		const id = await complete(large, { webhook_url: url });
		await received(1);
		expect((await running.api('DELETE', `/queued_requests/${id}`)).status).toBe(204);
		open();
		const count = await partsOnce((parts) => parts === 0);
		expect(count).toBe(0);
	});

	it('is taken in CDATA sections too', async () => {
		const { id, ticket } = await openSession();
		const section = `<![CDATA[${large.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
		const message = messageWith(ticket, 'LARGE').replace('LARGE', () => section);
		const { result } = await postEnvelope(
			`${running.origin}/connector`,
			message,
			'receiveResponseXML',
		);
		expect(result).toBe('100');
		expect((await recordOf(running, id)).response_xml).toBe(large);
		expect(await partsOnce((parts) => parts > 0)).toBeGreaterThan(3);
	});

	it('is stored while it arrives, nobody sees it before it is complete, and nothing stays if it never is', async () => {
		const { id, ticket } = await openSession();
		const call = begin(messageWith(ticket, large));
		expect(await partsOnce((parts) => parts > 0)).toBeGreaterThan(0);
		const waiting = await recordOf(running, id);
		expect(waiting).toMatchObject({ state: 'sent' });
		expect(waiting).not.toHaveProperty('response_xml');
		call.destroy();
		expect(await partsOnce((parts) => parts === 0)).toBe(0);
		// The desktop sends it again.
		expect(await running.connector.receiveResponseXML(ticket, large)).toBe(100);
		expect((await recordOf(running, id)).response_xml).toBe(large);
	});

	it('leaves nothing if its session ends while it arrives', async () => {
		const { id, ticket } = await openSession();
		const message = messageWith(ticket, large);
		const call = begin(message);
		await partsOnce((parts) => parts > 0);
		await running.connector.closeConnection(ticket);
		call.end(piecesOf(message)[1]);
		await once(call, 'response');
		expect(await partsOnce((parts) => parts === 0)).toBe(0);
		expect(await recordOf(running, id)).toMatchObject({
			state: 'error',
			error: { code: 'connection_error' },
		});
	});

	it('is not even read from somebody without a session', async () => {
		const { id, ticket } = await openSession();
		expect(await running.connector.receiveResponseXML(`${ticket}0`, large)).toBe(-1);
		expect(await recordOf(running, id)).toMatchObject({ state: 'sent' });
		expect(await inStore(countParts)).toBe(0);
	});

	it('that came twice at the same time counts once', async () => {
		const { id, ticket } = await openSession();
		const results = await Promise.all([
			running.connector.receiveResponseXML(ticket, large),
			running.connector.receiveResponseXML(ticket, large),
		]);
		expect(results.toSorted((one, other) => one - other)).toEqual([-1, 100]);
		expect((await recordOf(running, id)).response_xml).toBe(large);
	});

	it('that a killed service was storing is deleted, those of requests are not', async () => {
		const id = await complete(large);
		const bytes = new TextEncoder().encode('<a/>');
		const counts = await inStore(async (store) => {
			const before = await countParts(store);
			const storage = createAnswerStorage(store, 'killed');
			await storage.add(
				(['xml', 'json', 'xml'] as const).map((form, number) => ({ form, number, content: bytes })),
			);
			const left = await countParts(store);
			await deleteLeftAnswers(store, 'other', new Date().toISOString());
			return { before, left, after: await countParts(store) };
		});
		expect(counts).toEqual({ before: counts.after, left: counts.after + 2, after: counts.after });
		running = await service({ database });
		expect((await recordOf(running, id)).response_xml).toBe(large);
	});
});
