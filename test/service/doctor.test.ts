import { sql } from 'kysely';
import { request } from 'undici';

import { until } from '../../n8n/until';
import { checks } from '../../service/doctor/findings';
import { isWell, reportJson, reportText } from '../../service/doctor/report';
import { DOCTOR_HEADER, introductionAsked } from '../../service/http/introduction';
import { addKey, createApplication } from '../../service/store/applications';
import { openStore, type Store } from '../../service/store/database';
import { secretOf } from '../../service/store/restore-guard';
import { addWebhookSecret, encryptionWith } from '../../service/store/webhook-secrets';
import { newDatabase, onPostgres } from '../support/databases';
import { ENCRYPTION_KEY, examined, settled } from './support/examined';
import { cleanUp, temporaryFolder } from './support/process';
import { receiver, stopReceivers } from './support/receiver';
import { API_KEY, recordOf, service, stopServices, type TestService } from './support/service';

describe('the doctor', () => {
	let database: string;
	let running: TestService;

	beforeEach(async () => {
		database = onPostgres() ? await newDatabase() : `${await temporaryFolder()}/service.sqlite`;
		running = await service({ database, webhookTries: [0], encryptionKey: ENCRYPTION_KEY });
		await settled(running);
	});
	afterEach(async () => {
		await stopServices();
		stopReceivers();
		await cleanUp();
	});

	async function inStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
		const store = await openStore(database);
		try {
			return await work(store);
		} finally {
			await store.destroy();
		}
	}

	const looksAt = (changes = {}) => examined(database, { local: running.origin, ...changes });

	it('finds nothing wrong with a service that has all it needs, and says what it has not looked at', async () => {
		const { username, password } = await running.connect({ name: 'Harbor' });
		await running.connector.authenticate(username, password);
		const { report, of } = await looksAt();
		expect(report.map(({ check }) => check)).toEqual(checks);
		expect(isWell(report)).toBe(true);
		expect(of('service')).toEqual([`well: It answers at ${running.origin}.`]);
		expect(of('connectors')).toEqual(['well: 1 connector has synced within the last day.']);
		for (const check of ['address', 'certificate', 'proxy'] as const)
			expect(of(check)).toEqual([expect.stringMatching(/^not_checked: /)]);
		expect(of('disk')[0]).toMatch(onPostgres() ? /^not_checked: .*PostgreSQL/ : /^well: /);
		expect(of('clock')[0]).toMatch(onPostgres() ? /^well: .*database/ : /^not_checked: /);
		expect(of('clock').at(-1)).toMatch(/^well: The clock of the service/);
	});

	it('never takes a service at work for a restored one', async () => {
		for (let time = 0; time < 20; time += 1) {
			const [{ of }] = await Promise.all([
				looksAt(),
				inStore((store) => sql`update service_beats set beats = beats`.execute(store)),
			]);
			expect(of('database')).toEqual([expect.stringMatching(/^well: /)]);
		}
	});

	it('looks at a service that was stopped', async () => {
		await running.stop();
		const { report, of } = await examined(database, { local: running.origin });
		expect(of('service')).toEqual(['wrong: No service is running on this database.']);
		expect(of('database')).toEqual([expect.stringMatching(/^well: /)]);
		expect(isWell(report)).toBe(false);
	});

	it('knows that a service runs which listens elsewhere', async () => {
		const { of } = await examined(database, { local: 'http://127.0.0.1:9' });
		expect(of('service')[0]).toMatch(/^well: 1 process is alive .* another --host or --port/);
	});

	it('notices that an address leads to the service of another database', async () => {
		const other = await service();
		await settled(other);
		const { report, of } = await looksAt({ publicOrigin: other.origin });
		expect(of('address')).toEqual([
			expect.stringMatching(/^wrong: .* does not lead to the service of this database.*\(404\)/),
		]);
		expect(isWell(report)).toBe(false);
	});

	it('learns the public address from the service', async () => {
		await running.stop();
		const published = await service({ database, publicUrl: 'http://localhost:9' });
		await settled(published);
		const { of } = await examined(database, { local: published.origin });
		expect(of('address')).toEqual([
			expect.stringMatching(/^wrong: http:\/\/localhost:9 can’t be reached from here/),
		]);
	});

	it.each([
		['without the encryption key', () => undefined, /^wrong: There is no key in ACCOUNTING_SYNC_/],
		['with another one', () => 'another key that is long enough too', /does not fit .* of Office/],
		[
			'with one that is too short',
			() => {
				throw new Error('The key is too short.');
			},
			/^wrong: The key is too short/,
		],
	])('says what is wrong %s', async (_how, encryptionKey, message) => {
		await inStore(async (store) => {
			const office = await createApplication(store, 'Office');
			await addKey(store, office, 'a key of the office');
			await addWebhookSecret(store, office, 'a secret', encryptionWith(ENCRYPTION_KEY));
		});
		expect((await looksAt()).of('keys')).toEqual([expect.stringMatching(/^well: /)]);
		expect((await looksAt({ encryptionKey })).of('keys')).toEqual([expect.stringMatching(message)]);
	});

	it('claims nothing of an encryption key where no secret needs one', async () => {
		const { of } = await looksAt({ encryptionKey: () => undefined });
		expect(of('keys')).toEqual([
			'well: All webhook secrets can be read, and no application in use lacks a key or a secret.',
		]);
	});

	it('does not count simulated desktops among those that have to come', async () => {
		await running.connect();
		await inStore((store) => store.updateTable('connections').set({ type: 'simulated' }).execute());
		expect((await looksAt()).of('connectors')).toEqual([
			'not_checked: There is no real desktop, only 1 simulated one.',
		]);
	});

	it('says whose webhooks are not signed, and who has no key', async () => {
		await inStore(async (store) => {
			const office = await createApplication(store, 'Office');
			await addKey(store, office, 'a key of the office');
		});
		const { of } = await looksAt({ hasOwnSecret: false });
		expect(of('keys')).toEqual([
			expect.stringMatching(/^wrong: Webhooks of .*Office are not signed/),
		]);
		await inStore((store) =>
			store
				.updateTable('api_keys')
				.set({ expires_at: new Date().toISOString() })
				.where('origin', '=', 'issued')
				.execute(),
		);
		expect((await looksAt({ hasOwnKey: false })).of('keys')).toEqual([
			'wrong: No API key is valid, so nobody can call the service.',
		]);
	});

	it('sees a wrong password until the right one comes', async () => {
		const { username, password } = await running.connect({ name: 'Harbor' });
		await running.connector.authenticate(username, 'wrong');
		const { of } = await looksAt();
		expect(of('connectors')).toEqual([
			expect.stringMatching(/^wrong: Harbor .*the last sign-in was with a wrong password/),
		]);
		const [ticket] = await running.connector.authenticate(username, password);
		expect(ticket).toBe('');
		expect((await looksAt()).of('connectors')).toEqual([expect.stringMatching(/^well: /)]);
		await running.connector.authenticate(username, 'wrong');
		await inStore((store) =>
			sql`update connections set password_refused_at = '2999-01-01T00:00:00.000Z'`.execute(store),
		);
		expect((await looksAt()).of('connectors')).toEqual([expect.stringMatching(/^wrong: /)]);
	});

	it('counts deliveries that were given up, until they are put aside', async () => {
		const hook = await receiver((response) => response.writeHead(500).end());
		const connection = await running.connect();
		const { data } = (
			await connection.call('GET', '/customers', { query: { webhook_url: hook.url } })
		).body;
		await connection.answerWith();
		await until(
			() => recordOf(running, data.id),
			({ webhook_state }) => webhook_state === 'failed',
		);
		expect((await looksAt()).of('deliveries')).toEqual([
			expect.stringMatching(/^wrong: 1 delivery was given up in the last 7 days/),
		]);
		await inStore((store) =>
			sql`update queued_requests set put_aside_at = updated_at`.execute(store),
		);
		expect((await looksAt()).of('deliveries')).toEqual([
			expect.stringMatching(/^well: .*, and nothing that was given up .* needs anybody\.$/),
		]);
	});

	it('says which host does not take deliveries, and which are overdue', async () => {
		const connection = await running.connect();
		const { data } = (
			await connection.call('GET', '/customers', { query: { webhook_url: 'http://127.0.0.1:9/' } })
		).body;
		await running.stop();
		await inStore((store) =>
			store
				.insertInto('deliveries')
				.values({
					page_request_id: data.id,
					application_id: 'x',
					webhook_url: 'http://n8n.example/',
					caller_is_private: 0,
					host: 'n8n.example',
					lane: 'x',
					tries: 4,
					due_at: '2026-01-01T00:00:00.000Z',
					payload: '{}',
				})
				.execute(),
		);
		expect((await looksAt()).of('deliveries')).toEqual([
			expect.stringMatching(/^wrong: A delivery has been due since 2026-01-01 00:00 UTC/),
			expect.stringMatching(/^wrong: 1 delivery has failed four times .* to n8n\.example\./),
		]);
	});

	it('says that it does not know where it can’t look, and is not content', async () => {
		await inStore((store) => sql`drop table webhook_secrets`.execute(store));
		const { report, of } = await looksAt();
		expect(of('keys')).toEqual([
			expect.stringMatching(/^not_checked: This could not be checked: /),
		]);
		expect(of('connectors')).toHaveLength(1);
		expect(isWell(report)).toBe(false);
		expect(reportText(report)).toMatch(/not checked; the reasons are above\.$/);
	});

	if (onPostgres())
		it('does not wait for those who change a table', async () => {
			const { of } = await inStore((store) =>
				store.transaction().execute(async (transaction) => {
					await sql`lock table webhook_secrets in access exclusive mode`.execute(transaction);
					return await looksAt();
				}),
			);
			expect(of('keys')).toEqual([expect.stringMatching(/^not_checked: .*statement timeout/)]);
		});

	it('refuses a database of a newer version', async () => {
		await inStore((store) =>
			sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2999')`.execute(
				store,
			),
		);
		const { report, of } = await looksAt();
		expect(of('database')).toEqual([expect.stringMatching(/^wrong: .*newer version.*9999_later/)]);
		for (const check of ['keys', 'deliveries', 'connectors', 'service'] as const)
			expect(of(check)).toEqual([expect.stringMatching(/^not_checked: /)]);
		expect(isWell(report)).toBe(false);
	});

	it('knows a database that hands out nothing, and one that nobody has said is restored', async () => {
		await running.stop();
		await inStore((store) =>
			sql`update service_beats set held_since = '2026-01-01T00:00:00.000Z'`.execute(store),
		);
		expect((await looksAt()).of('database')).toEqual([
			expect.stringMatching(/^wrong: This database is older than/),
		]);
		await inStore((store) => sql`insert into backups values ('2026-01-01')`.execute(store));
		expect((await looksAt()).of('database')).toEqual([
			expect.stringMatching(/^wrong: This is a backup of 2026-01-01/),
		]);
	});

	it('can change nothing', async () => {
		const contents = () =>
			inStore(async (store) => ({
				connections: await store.selectFrom('connections').selectAll().execute(),
				beats: await store.selectFrom('service_beats').selectAll().execute(),
				processes: await store.selectFrom('service_processes').selectAll().execute(),
			}));
		await running.connect();
		await running.stop();
		const before = await contents();
		await looksAt();
		expect(await contents()).toEqual(before);
	});

	it('prints no secret, in words or as JSON', async () => {
		const secret = 'a webhook secret of the office';
		await inStore(async (store) => {
			const office = await createApplication(store, 'Office');
			await addWebhookSecret(store, office, secret, encryptionWith(ENCRYPTION_KEY));
		});
		const { connection, password, username } = await running.connect({ name: 'Harbor' });
		await running.connector.authenticate(username, 'wrong');
		const [epoch, hash] = await inStore(async (store) => [
			await secretOf(store),
			(await store.selectFrom('api_keys').select('key_hash').executeTakeFirst())?.key_hash,
		]);
		const { report } = await looksAt({ encryptionKey: () => 'another key that is long enough' });
		const text = `${reportText(report)}${reportJson(report)}`;
		const token = connection.links.onboarding.split('/').at(-1);
		const secrets = [secret, ENCRYPTION_KEY, API_KEY, password, epoch, hash, token];
		expect(secrets.filter((each) => each === undefined || text.includes(each))).toEqual([]);
		expect(text).toContain('Harbor');
	});

	describe('asks a service', () => {
		const NONCE = 'abcdefghijklmnop';

		async function answerTo(header: string | undefined) {
			const { statusCode, body } = await request(`${running.origin}/doctor`, {
				headers: header === undefined ? {} : { [DOCTOR_HEADER]: header },
			});
			return { status: statusCode, body: (await body.json()) as Record<string, unknown> };
		}

		it('which answers only those who know its database', async () => {
			const { body: nothing } = await request(`${running.origin}/nothing`);
			const expected = { status: 404, text: (await nothing.text()).replace('/nothing', '/doctor') };
			const secret = (await inStore(secretOf)) ?? '';
			const now = Date.now();
			for (const header of [
				undefined,
				'',
				'x'.repeat(5000),
				introductionAsked('another secret', NONCE, now),
				introductionAsked('', NONCE, now),
				introductionAsked(secret, NONCE, now - 600_001),
				introductionAsked(secret, NONCE, now + 700_000),
				introductionAsked(secret, NONCE, now).replace(NONCE, NONCE.toUpperCase()),
				introductionAsked(secret, NONCE, now).replace(String(now), String(now + 1)),
			]) {
				const { status, body } = await answerTo(header);
				expect({ status, text: JSON.stringify(body) }).toEqual(expected);
			}
			expect((await answerTo(introductionAsked(secret, NONCE, now))).status).toBe(200);
		});

		it('which says nothing secret', async () => {
			const secret = (await inStore(secretOf)) ?? '';
			const { body } = await answerTo(introductionAsked(secret, NONCE, Date.now()));
			expect(Object.keys(body).sort()).toEqual([
				...['address', 'forwardedFor', 'isTrusted', 'proof', 'protocol', 'publicOrigin'],
				...['sender', 'time'],
			]);
			expect(JSON.stringify(body)).not.toContain(secret);
		});
	});
});
