import path from 'node:path';

import { runDeliverCommand } from '../../service/command-line/deliver-again';
import { newDatabase, onPostgres } from '../support/databases';
import { basic } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import { receiver, stopReceivers } from './support/receiver';
import {
	API_KEY,
	OTHER_KEY,
	recordOf,
	service,
	settledRecord,
	stopServices,
	type TestService,
} from './support/service';

describe('what was given up is delivered again', () => {
	let database: string;
	let running: TestService;
	let host: Awaited<ReturnType<typeof receiver>>;
	let isAway: boolean;
	beforeEach(async () => {
		database = onPostgres()
			? await newDatabase()
			: path.join(await temporaryFolder(), 'service.sqlite');
		isAway = true;
		host = await receiver((response) => response.writeHead(isAway ? 500 : 204).end());
		running = await service({ database, webhookTries: [0] });
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await stopServices();
		stopReceivers();
		await cleanUp();
	});

	/** A request whose delivery was given up. */
	async function givenUp(): Promise<string> {
		const { call, answerWith } = await running.connect();
		const query = { webhook_url: host.url };
		const { id } = (await call('GET', '/customers', { query })).body.data;
		await answerWith();
		expect((await settledRecord(running, id)).webhook_state).toBe('failed');
		return id;
	}

	async function command(...words: string[]): Promise<string> {
		let printed = '';
		const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
			printed += String(text);
			return true;
		});
		try {
			const program = { name: 'service', defaults: { database } };
			await runDeliverCommand(program, ['node', 'service', 'deliver-again', ...words]);
		} finally {
			write.mockRestore();
		}
		return printed;
	}

	async function call(body: unknown, key = API_KEY, headers: Record<string, string> = {}) {
		const response = await fetch(`${running.origin}/api/extras/deliveries`, {
			method: 'POST',
			headers: { authorization: basic(key), 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		return { status: response.status, body: (await response.json()) as Record<string, unknown> };
	}

	it('by the command, since a moment, while the service runs', async () => {
		const early = await givenUp();
		const between = new Date().toISOString();
		const late = await givenUp();
		isAway = false;
		expect(await command('--since', between)).toContain('1 deliveries are due again');
		expect((await settledRecord(running, late)).webhook_state).toBe('succeeded');
		expect((await recordOf(running, early)).webhook_state).toBe('failed');
		expect(await command('--since', '2020-01-31')).toContain('1 deliveries');
		expect((await settledRecord(running, early)).webhook_state).toBe('succeeded');
		expect(await command('--since', '2020-01-31')).toContain('0 deliveries');
		expect(host.deliveries).toHaveLength(4);
	});

	it('by a call, of the caller’s application alone', async () => {
		const early = await givenUp();
		const since = new Date().toISOString();
		const late = await givenUp();
		isAway = false;
		const all = { since: '2020-01-31' };
		expect(await call(all, OTHER_KEY)).toEqual({ status: 200, body: { data: { due: 0 } } });
		expect((await call(all, 'nobody')).status).toBe(401);
		expect((await call(all, API_KEY, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
		expect(host.deliveries).toHaveLength(2);
		expect(await call({ since })).toEqual({ status: 200, body: { data: { due: 1 } } });
		expect((await settledRecord(running, late)).webhook_state).toBe('succeeded');
		expect((await recordOf(running, early)).webhook_state).toBe('failed');
	});

	it.each([
		{},
		{ since: 'yesterday' },
		{ since: 5 },
		{ since: '1' },
		{ since: '2026-13-01' },
		{ since: '2026-02-30' },
		{ since: '2026-06-31T10:00' },
		{ since: '2026-01-31x' },
		{ since: 'x2026-01-31' },
		[],
		null,
	])('not by a call with %j', async (body) => {
		const answered = await call(body);
		expect(answered).toEqual({
			status: 422,
			body: {
				error: { code: 'invalid_request', message: expect.stringContaining('since must be') },
			},
		});
	});
});
