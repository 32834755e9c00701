import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';

import Database from 'libsql';

import { apiClient } from './support/api-client';
import { connectorClient } from './support/connector-client';
import { cleanUp, run, startProcess, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';

const KEY = 'key';

describe('a backup', () => {
	afterEach(cleanUp);

	it('is never open to others, also not while it is being made', async () => {
		const folder = await temporaryFolder();
		const [database, backup] = ['data.sqlite', 'backup.sqlite'].map((name) =>
			path.join(folder, name),
		);
		const large = new Database(database);
		large.exec('create table backups (made_at text); create table filler (content blob)');
		large.exec('insert into filler values (randomblob(60000000))');
		large.close();
		const modes = new Set<number>();
		const look = setInterval(() => {
			if (existsSync(backup)) modes.add(statSync(backup).mode & 0o777);
		}, 1);
		const made = await run(['backup', backup, '--database', database]).ended;
		clearInterval(look);
		expect([made.code, made.log]).toEqual([0, '']);
		expect([...modes]).toEqual([0o600]);
	});

	it('is made while the service runs, and what it holds unfinished is never written again', async () => {
		const folder = await temporaryFolder();
		const [database, backup] = ['data.sqlite', 'backup.sqlite'].map((name) =>
			path.join(folder, name),
		);
		const words = ['--api-key', KEY, '--database', database];
		const first = await startProcess(words);
		const api = apiClient(first.baseUrl, KEY);
		const { id, username } = (await api('POST', '/connections')).body.data;
		const { password } = (await api('POST', `/connections/${id}/password`)).body.data;
		const queue = async (name: string): Promise<string> =>
			(
				await api('POST', `/connections/${id}/queued_requests`, {
					body: {
						request_xml: `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq requestID="${name}"><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>`,
					},
					headers: { 'idempotency-key': name },
				})
			).body.data.id;
		const sync = async (baseUrl: string, response: string): Promise<string> => {
			const connector = connectorClient(`${new URL(baseUrl).origin}/connector`);
			const [ticket, code] = await connector.authenticate(username, password);
			if (ticket === '') return code;
			const sent = await connector.sendRequestXML(ticket);
			await connector.receiveResponseXML(ticket, response);
			await connector.closeConnection(ticket);
			return sent;
		};
		const done = await queue('done');
		await sync(first.baseUrl, answer('CustomerAdd'));
		const waiting = await queue('written-after-the-backup');

		const made = await run(['backup', backup, '--database', database]).ended;
		expect([made.code, made.log]).toEqual([0, '']);
		expect((await stat(backup)).mode & 0o077).toBe(0);
		expect((await run(['backup', backup, '--database', database]).ended).log).toContain(
			'is there already',
		);
		expect(await sync(first.baseUrl, answer('CustomerAdd'))).toContain('written-after-the-backup');
		await first.end('SIGTERM');

		// A service does not work on a backup as if nothing had happened since.
		const restored = ['--api-key', KEY, '--database', backup];
		const refused = await run([...restored, '--port', '0']).ended;
		expect(refused.code).toBe(1);
		expect(refused.log).toMatch(/^This database is a backup of .* "restored"/);
		const settled = await run(['restored', '--database', backup]).ended;
		expect([settled.code, settled.output]).toEqual([0, expect.stringMatching(/^1 unfinished/)]);

		const second = await startProcess(restored);
		const later = apiClient(second.baseUrl, KEY);
		const recordOf = async (request: string) =>
			(await later('GET', `/queued_requests/${request}`)).body.data;
		expect(await recordOf(done)).toMatchObject({ state: 'response_received' });
		expect(await recordOf(waiting)).toMatchObject({
			state: 'error',
			error: {
				code: 'connection_error',
				message: expect.stringMatching(/restored from a backup of .* is unknown\.$/),
			},
		});
		expect(await sync(second.baseUrl, answer('CustomerAdd'))).toBe('none');
	});

	it('of nothing, or of a database that is no file, says what to do', async () => {
		const folder = await temporaryFolder();
		const to = path.join(folder, 'backup.sqlite');
		const nothing = await run(['backup', to, '--database', path.join(folder, 'none')]).ended;
		expect([nothing.code, nothing.log]).toEqual([
			1,
			expect.stringContaining('There is no database'),
		]);
		const server = await run(['backup', to, '--database', 'postgres://host/name']).ended;
		expect([server.code, server.log]).toEqual([1, expect.stringContaining('pg_dump')]);
	});
});
