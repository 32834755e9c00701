import path from 'node:path';

import { Kysely, Migrator, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';

import { hashOfKey } from '../../service/store/applications';
import { openStore } from '../../service/store/database';
import { migrations } from '../../service/store/migrations';
import { cleanUp, temporaryFolder } from './support/process';
import { API_KEY, recordOf, service, stopServices } from './support/service';

const names = Object.keys(migrations);
const APPLICATION = '11111111-1111-4111-8111-111111111111';
const CONNECTION = '22222222-2222-4222-8222-222222222222';
const THEN = '2025-01-02T03:04:05.678Z';
const REQUEST_XML =
	'<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq requestID="old-mark"/></QBXMLMsgsRq></QBXML>';
const RESPONSE_XML =
	'<?xml version="1.0"?><QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="1" statusSeverity="Info" statusMessage="None"/></QBXMLMsgsRs></QBXML>';
const responseJson = [{ QBXMLMsgsRs: { CustomerQueryRs: { '@statusCode': 1 } } }];
const requestJson = { version: '16.0', request: { name: 'CustomerQueryRq' } };
const idOf = (number: number) => `33333333-3333-4333-8333-00000000000${number}`;
const [DONE, WAITING, FAILED] = [1, 2, 3].map(idOf);

/** A database as the version that ended with this migration has left it. */
async function databaseOf(last: string, file: string): Promise<void> {
	const database = new Database(file);
	database.exec('PRAGMA foreign_keys = OFF');
	const store = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
	const had = (name: string): boolean => names.indexOf(name) <= names.indexOf(last);
	const migrator = new Migrator({
		db: store,
		provider: { getMigrations: () => Promise.resolve(migrations) },
	});
	const { error } = await migrator.migrateTo(last);
	if (error) throw error;
	if (had('0009_api_keys')) {
		await sql`insert into applications (id, inserted_at) values (${APPLICATION}, ${THEN})`.execute(
			store,
		);
		await sql`insert into api_keys (key_hash, application_id, origin, inserted_at)
			values (${hashOfKey(API_KEY)}, ${APPLICATION}, 'command_line', ${THEN})`.execute(store);
	} else
		await sql`insert into applications (id, api_key_hash, inserted_at)
			values (${APPLICATION}, ${hashOfKey(API_KEY)}, ${THEN})`.execute(store);
	await sql`insert into connections (id, app_id, username, name, type, onboarding_token, inserted_at, updated_at)
		values (${CONNECTION}, ${APPLICATION}, ${CONNECTION}, 'Old company', 'standard', 'token', ${THEN}, ${THEN})`.execute(
		store,
	);
	for (const [id, state, response, error_, hook] of [
		[DONE, 'response_received', RESPONSE_XML, null, 'pending'],
		[WAITING, 'waiting', null, null, 'not_applicable'],
		[FAILED, 'error', null, JSON.stringify({ code: '3140', message: 'No.' }), 'failed'],
	])
		await sql`insert into queued_requests (page_request_id, id, connection_id, page, iterates, state, webhook_state,
			request_json, request_xml, response_xml, response_json, error, webhook_url, inserted_at, updated_at)
			values (${id}, ${id}, ${CONNECTION}, 1, 0, ${state}, ${hook}, ${JSON.stringify(requestJson)}, ${REQUEST_XML},
			${response}, ${response === null ? null : JSON.stringify(responseJson)}, ${error_},
			${hook === 'not_applicable' ? null : 'http://127.0.0.1:9/hook'}, ${THEN}, ${THEN})`.execute(store);
	await sql`insert into webhook_attempts (page_request_id, attempted_at, response)
		values (${DONE}, ${THEN}, '500 no')`.execute(store);
	if (had('0002_deliveries'))
		await sql`insert into deliveries (page_request_id, webhook_url, host, payload, tries, due_at)
			values (${DONE}, 'http://127.0.0.1:9/hook', '127.0.0.1:9', '{}', 1, '2999-01-01T00:00:00.000Z')`.execute(
			store,
		);
	if (had('0006_idempotency_keys'))
		await sql`update queued_requests set idempotency_key = 'old-key' where id = ${DONE}`.execute(
			store,
		);
	await store.destroy();
}

describe('an older database', () => {
	afterEach(async () => {
		await stopServices();
		await cleanUp();
	});

	it.each(names)('of %s is all there after the upgrade', async (last) => {
		const database = path.join(await temporaryFolder(), 'old.sqlite');
		await databaseOf(last, database);
		const running = await service({ database });
		const { body } = await running.api('GET', '/connections');
		expect(body.data).toMatchObject([{ id: CONNECTION, app_id: APPLICATION, name: 'Old company' }]);
		expect(await recordOf(running, DONE)).toMatchObject({
			state: 'response_received',
			webhook_state: 'pending',
			request_xml: REQUEST_XML,
			request_json: requestJson,
			response_xml: RESPONSE_XML,
			response_json: responseJson,
			webhook_attempts: [{ attempted_at: THEN, response: '500 no' }],
			inserted_at: THEN,
			updated_at: THEN,
		});
		expect(await recordOf(running, WAITING)).toMatchObject({ state: 'waiting' });
		expect(await recordOf(running, FAILED)).toMatchObject({ error: { code: '3140' } });
		const found = await running.api('GET', `/connections/${CONNECTION}/queued_requests`, {
			query: { search_phrase: 'OLD-mark' },
		});
		expect(found.body.data).toHaveLength(3);
		if (names.indexOf(last) >= names.indexOf('0006_idempotency_keys')) {
			const again = await running.api('POST', `/connections/${CONNECTION}/queued_requests`, {
				body: { request_xml: REQUEST_XML },
				headers: { 'idempotency-key': 'old-key' },
			});
			expect(again.body.data.id).toBe(DONE);
		}
		await running.stop();
		const store = await openStore(database);
		const due = await store
			.selectFrom('deliveries')
			.select(['page_request_id', 'application_id'])
			.execute();
		await store.destroy();
		expect(due).toEqual(
			last === '0001_first_tables'
				? []
				: [
						{
							page_request_id: DONE,
							application_id:
								names.indexOf(last) < names.indexOf('0010_webhook_secrets') ? APPLICATION : null,
						},
					],
		);
	});

	it('is refused in clear words if a newer version has changed it, and left as it is', async () => {
		const database = path.join(await temporaryFolder(), 'newer.sqlite');
		const store = await openStore(database);
		await sql`insert into kysely_migration (name, timestamp) values ('9999_future', ${THEN})`.execute(
			store,
		);
		await store.destroy();
		await expect(service({ database })).rejects.toThrow(
			'The database belongs to a newer version of the service (it has 9999_future). Start that version, or restore a backup',
		);
	});
});
