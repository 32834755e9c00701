import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';

import { sql } from 'kysely';
import pg from 'pg';

import { until } from '../../n8n/until';
import { enqueue } from '../../service/queue/enqueue';
import { applicationOf } from '../../service/store/applications';
import { insertConnection } from '../../service/store/connections';
import { openStore, type Store } from '../../service/store/database';
import {
	addressOf,
	administrate,
	dropDatabases,
	newDatabase,
	POSTGRES_VARIABLE,
} from '../support/databases';
import { basic } from './support/api-client';
import { cleanUp, run } from './support/process';
import { answer } from './support/qbxml';
import { receiver, stopReceivers } from './support/receiver';
import { API_KEY, recordOf, service, stopServices } from './support/service';

/** Stands between the service and PostgreSQL, so that PostgreSQL can go away for one test alone. */
async function between(address: string) {
	const { hostname, port } = new URL(address);
	const sockets = new Set<Socket>();
	let isUp = true;
	const proxy = createServer((client) => {
		if (!isUp) {
			client.destroy();
			return;
		}
		const server = connect(Number(port), hostname);
		for (const [one, other] of [
			[client, server],
			[server, client],
		]) {
			sockets.add(one);
			one.on('error', () => other.destroy());
			one.on('close', () => other.destroy());
			one.pipe(other);
		}
	});
	await new Promise<void>((resolve) => {
		proxy.listen(0, '127.0.0.1', resolve);
	});
	const url = new URL(address);
	url.port = String((proxy.address() as { port: number }).port);
	return {
		address: url.href,
		goAway() {
			isUp = false;
			for (const socket of sockets) socket.destroy();
			sockets.clear();
		},
		comeBack() {
			isUp = true;
		},
		async end() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => {
				proxy.close(resolve);
			});
		},
	};
}

describe('the store on PostgreSQL', () => {
	const stores: Store[] = [];
	const open = async (database: string, warn?: (message: string) => void): Promise<Store> => {
		const store = await openStore(database, warn);
		stores.push(store);
		return store;
	};
	const server = () => String(process.env[POSTGRES_VARIABLE]);

	const closeStores = () => Promise.all(stores.splice(0).map((store) => store.destroy()));

	afterEach(async () => {
		await closeStores();
		await stopServices();
		await cleanUp();
		await dropDatabases();
	});

	/** A database without the tables, which the test drops, with its stores closed. */
	async function emptyDatabase(): Promise<{ address: string; drop: () => Promise<void> }> {
		const name = `empty_${randomUUID().replaceAll('-', '')}`;
		await administrate(server(), `create database ${name}`);
		return {
			address: addressOf(server(), name),
			async drop() {
				await closeStores();
				await administrate(server(), `drop database ${name}`);
			},
		};
	}

	it('is made once by services that start at the same time, with one application for a key', async () => {
		const { address, drop } = await emptyDatabase();
		const opened = await Promise.all([1, 2, 3].map(() => open(address)));
		const applications = await Promise.all(opened.map((store) => applicationOf(store, 'key')));
		expect(new Set(applications).size).toBe(1);
		const rows = await opened[0].selectFrom('applications').selectAll().execute();
		expect(rows).toHaveLength(1);
		await drop();
	});

	it('is made in a schema of its own, beside that of another service in the same database', async () => {
		const { address, drop } = await emptyDatabase();
		const one = await open(address);
		await sql`create schema beside`.execute(one);
		const beside = `${address}?options=${encodeURIComponent('-c search_path=beside,public')}`;
		expect(await applicationOf(await open(beside), 'key')).toEqual(expect.any(String));
		// What a newer version did to the one is no reason to refuse the other.
		await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '')`.execute(
			one,
		);
		await open(beside);
		await expect(openStore(address)).rejects.toThrow(/newer version of the service .*9999_future/);
		await drop();
	});

	it('is changed under a running service, and no call fails', async () => {
		const database = await newDatabase();
		const running = await service({ database });
		const { call, username, password } = await running.connect();
		async function carryOut(): Promise<readonly unknown[]> {
			const queued = await call('GET', '/customers');
			const [ticket] = await running.connector.authenticate(username, password);
			await running.connector.sendRequestXML(ticket);
			const progress = await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
			await running.connector.closeConnection(ticket);
			const listed = await call('GET', '/queued_requests');
			return [queued.status, progress, listed.status];
		}
		// On all of the pool's connections.
		const several = () => Promise.all(Array.from({ length: 20 }, () => call('GET', '/vendors')));
		await several();
		expect(await carryOut()).toEqual([202, expect.any(Number), 200]);
		const store = await open(database);
		for (const table of ['queued_requests', 'connector_sessions', 'connections', 'deliveries'])
			await sql`alter table ${sql.table(table)} add column added_since text`.execute(store);
		expect(await carryOut()).toEqual([202, expect.any(Number), 200]);
		expect((await several()).map(({ status }) => status)).toEqual(Array(20).fill(202));
	});

	it('is settled by "restored" after a restore: nothing goes out again, and no session goes on', async () => {
		const database = await newDatabase();
		const before = await service({ database });
		const { call, username, password } = await before.connect();
		const queue = async (name: string): Promise<string> => {
			const body = {
				request_xml: `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>`,
			};
			return (await call('POST', '/queued_requests', { body })).body.data.id;
		};
		const requests = [await queue('sent'), await queue('waiting')];
		const [ticket] = await before.connector.authenticate(username, password);
		expect(await before.connector.sendRequestXML(ticket)).toContain('sent');
		await before.stop();
		const store = await open(database);
		const sessions = () => store.selectFrom('connector_sessions').select('ticket').execute();
		expect(await sessions()).toHaveLength(1);

		const settled = await run(['restored', '--database', database]).ended;
		expect([settled.code, settled.output]).toEqual([0, expect.stringMatching(/^2 unfinished/)]);
		expect(await sessions()).toEqual([]);
		const after = await service({ database });
		for (const id of requests)
			expect(await recordOf(after, id)).toMatchObject({
				state: 'error',
				error: { code: 'connection_error' },
			});
		expect(await after.connector.receiveResponseXML(ticket, answer('CustomerAdd'))).toBeLessThan(0);
		const [, code] = await after.connector.authenticate(username, password);
		expect(code).toBe('none');
	});

	it('compares every text byte by byte, as SQLite does', async () => {
		const client = new pg.Client({ connectionString: await newDatabase() });
		await client.connect();
		const { rows } = await client.query(
			`select table_name, column_name from information_schema.columns
				where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
		);
		await client.end();
		expect(rows).toEqual([]);
	});

	it('queues a request once, whichever of several services it comes to at the same time', async () => {
		const database = await newDatabase();
		const opened = await Promise.all([1, 2, 3].map(() => open(database)));
		const app_id = await applicationOf(opened[0], 'key');
		const moments = { inserted_at: 'now', updated_at: 'now' };
		const { id: connectionId } = await insertConnection(opened[0], {
			...{ id: 'c', app_id, username: 'c', name: '', type: 'standard', onboarding_token: 'c' },
			...moments,
		});
		const request = { version: '16.0', request: { name: 'InvoiceAddRq' } };
		for (let round = 0; round < 20; round += 1) {
			const idempotencyKey = `key ${round}`;
			const records = await Promise.all(
				[...opened, ...opened].map((store) =>
					enqueue(store, { connectionId, request, idempotencyKey, isPrivateCaller: true }),
				),
			);
			expect(new Set(records.map(({ id }) => id)).size).toBe(1);
		}
		const { count } = await opened[0]
			.selectFrom('queued_requests')
			.select(({ fn }) => fn.countAll<number>().as('count'))
			.executeTakeFirstOrThrow();
		expect(count).toBe(20);
	});

	it('answers 503 while PostgreSQL is away, loses nothing, and goes on when it is back', async () => {
		const line = await between(await newDatabase());
		const running = await service({ database: line.address });
		const { call } = await running.connect();
		const body = { request_json: { version: '16.0', request: { name: 'VendorQueryRq' } } };
		const queued = await call('POST', '/queued_requests', { body });
		expect(queued.status).toBe(201);
		line.goAway();
		// Checked against no description, because that has no failures of the service.
		const send = () =>
			fetch(`${running.baseUrl}/connections`, { headers: { authorization: basic(API_KEY) } });
		const away = await send();
		expect(away.status).toBe(503);
		expect(await away.json()).toEqual({
			error: { code: 'internal_error', message: expect.stringContaining('can’t reach') },
		});
		line.comeBack();
		expect((await send()).status).toBe(200);
		const { body: list } = await call('GET', '/queued_requests');
		expect(list.data.map(({ id }) => id)).toEqual([queued.body.data.id]);
		await running.stop();
		await line.end();
	});

	it('takes a receiver’s answer with characters that PostgreSQL does not, and refuses such a phrase', async () => {
		const hook = await receiver((response) => response.writeHead(500).end('a\u0000b'));
		const running = await service({ webhookTries: [0] });
		const { call, username, password } = await running.connect();
		const queued = await call('GET', '/customers', { query: { webhook_url: hook.url } });
		const [ticket] = await running.connector.authenticate(username, password);
		await running.connector.sendRequestXML(ticket);
		await running.connector.closeConnection(ticket);
		const { webhook_attempts } = await until(
			() => recordOf(running, queued.body.data.id),
			({ webhook_state }) => webhook_state === 'failed',
		);
		expect(webhook_attempts.map(({ response }) => response)).toEqual([
			'500 Internal Server Error\na\ufffdb',
		]);
		const refused = await call('GET', '/queued_requests', { query: { search_phrase: 'a\u0000' } });
		expect(refused.status).toBe(422);
		stopReceivers();
	});

	it('searches without its index where the extension can’t be created, and says so', async () => {
		const { address, drop } = await emptyDatabase();
		await administrate(server(), `create role plain_${process.pid} login`);
		const user = `plain_${process.pid}`;
		const name = new URL(address).pathname.slice(1);
		const owner = new pg.Client({ connectionString: address });
		await owner.connect();
		await owner.query(`create schema own authorization ${user}`);
		await owner.query(`alter role ${user} in database ${name} set search_path = own`);
		await owner.end();
		const url = new URL(address);
		url.username = user;
		const warnings: string[] = [];
		const store = await open(url.href, (message) => warnings.push(message));
		expect(warnings).toEqual([expect.stringContaining('create extension pg_trgm')]);
		expect(await store.selectFrom('queued_requests').selectAll().execute()).toEqual([]);
		await drop();
		await administrate(server(), `drop role ${user}`);
	});

	it.each([
		['an address that is none', 'postgres://user:pass word@[/x', 'must look like'],
		['a server that is not there', 'postgres://user:secret@127.0.0.1:1/name', 'ECONNREFUSED'],
	])('refuses %s, without showing a password', async (_what, address, sentence) => {
		const { code, log, output } = await run(['--port', '0', '--database', address]).ended;
		expect(code).toBe(1);
		expect(log).toContain(sentence);
		expect(log + output).not.toMatch(/secret|pass word/);
	});
});
