import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'kysely';

import { runBackupCommand, runRestoredCommand } from '../../service/command-line/backup';
import { realPathOf } from '../../service/command-line/database';
import { openStore } from '../../service/store/database';
import { memoryFileOf, startRestoreGuard } from '../../service/store/restore-guard';
import { newDatabase, onPostgres } from '../support/databases';
import { cleanUp, temporaryFolder } from './support/process';
import { answer } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

const RESTORED = 'Run the command "restored"';

const write = {
	request_xml:
		'<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq requestID="1"><CustomerAdd><Name>a</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>',
};

describe('a database that was restored', () => {
	let folder: string;
	let database: string;
	let copy: string;

	beforeEach(async () => {
		folder = await temporaryFolder();
		database = onPostgres() ? await newDatabase() : path.join(folder, 'service.sqlite');
		copy = path.join(folder, 'copy');
	});

	afterEach(async () => {
		await stopServices();
		await cleanUp();
	});

	/** As it is done without the service's own command: with PostgreSQL's, or by copying the file while nothing works on it. */
	function takeCopy(): void {
		if (onPostgres()) execFileSync('pg_dump', ['-Fc', '-f', copy, database]);
		else copyFileSync(database, copy);
	}
	function putBack(...options: string[]): void {
		if (onPostgres())
			execFileSync('pg_restore', [
				'-d',
				database,
				...(options.length ? options : ['--clean']),
				copy,
			]);
		else copyFileSync(copy, database);
	}

	async function inDatabase(statement: string): Promise<void> {
		const store = await openStore(database, () => undefined);
		await sql.raw(statement).execute(store);
		await store.destroy();
	}

	const restored = (...words: string[]) =>
		runRestoredCommand({ name: 'service' }, [
			'node',
			'x',
			'restored',
			'--database',
			database,
			...words,
		]);

	async function sync({ connector }: TestService, { username, password }: TestConnection) {
		const [ticket, code] = await connector.authenticate(username, password);
		if (ticket === '') return code;
		const sent = await connector.sendRequestXML(ticket);
		if (sent !== '') await connector.receiveResponseXML(ticket, answer('CustomerAdd'));
		await connector.closeConnection(ticket);
		return sent;
	}

	/** A write that waits in the copy, and was carried out after it. */
	async function carriedOutSince() {
		const first = await service({ database });
		const connection = await first.connect();
		const { id } = (await connection.call('POST', '/queued_requests', { body: write })).body.data;
		await first.stop();
		takeCopy();
		const second = await service({ database });
		expect(await sync(second, connection)).toContain('CustomerAddRq');
		return { second, connection, id };
	}

	it('stays held although what first noticed it is rolled back, and is told of once', async () => {
		const store = await openStore(database, () => undefined);
		const onHeld = jest.fn();
		const guard = await startRestoreGuard({ store, onHeld });
		await guard.beat();
		await sql`update service_beats set beats = 0`.execute(store);
		const handingOut = store.transaction().execute(async (transaction) => {
			expect(await guard.isHeld(transaction)).toBe(true);
			throw new Error('The connection is lost.');
		});
		await expect(handingOut).rejects.toThrow('The connection is lost.');
		expect(await guard.isHeld(store)).toBe(true);
		expect(await guard.isHeld(store)).toBe(true);
		expect(onHeld).toHaveBeenCalledTimes(1);
		await store.destroy();
	});

	it('is not what a database is whose last signs of life could not be stored', async () => {
		const store = await openStore(database, () => undefined);
		const onHeld = jest.fn();
		const guard = await startRestoreGuard({ store, onHeld });
		// As if it had been committed together with a sign of life, and the disk had been full.
		const handingOut = store.transaction().execute(async (transaction) => {
			await sql`update service_beats set beats = beats + 1`.execute(transaction);
			expect(await guard.isHeld(transaction)).toBe(false);
			throw new Error('The disk is full.');
		});
		await expect(handingOut).rejects.toThrow('The disk is full.');
		expect(await guard.isHeld(store)).toBe(false);
		await guard.beat();
		expect(onHeld).not.toHaveBeenCalled();
		await store.destroy();
	});

	it('is not started on, and what waits in it ends with an error once somebody says so', async () => {
		const { second, connection, id } = await carriedOutSince();
		await second.stop();
		putBack();
		await expect(service({ database })).rejects.toThrow(RESTORED);
		// Nor by the next process.
		await expect(service({ database })).rejects.toThrow(RESTORED);
		await restored();
		const third = await service({ database });
		expect(await sync(third, connection)).toBe('none');
		expect(await recordOf(third, id)).toMatchObject({
			state: 'error',
			error: { code: 'connection_error', message: expect.stringContaining('restored') },
		});
		// It is the current one now.
		await third.stop();
		const fourth = await service({ database });
		expect(await sync(fourth, connection)).toBe('none');
	});

	it('keeps its requests waiting if somebody says that nothing has happened since', async () => {
		const first = await service({ database });
		const connection = await first.connect();
		await connection.call('POST', '/queued_requests', { body: write });
		await first.stop();
		takeCopy();
		if (!onPostgres()) rmSync(memoryFileOf(database));
		putBack();
		await expect(service({ database })).rejects.toThrow(RESTORED);
		await restored('--still-current');
		expect(await sync(await service({ database }), connection)).toContain('CustomerAddRq');
	});

	it.each([
		['time goes back', 'update service_beats set beats = 0'],
		['it is another one', "update service_beats set epoch = 'another'"],
		['somebody else has noticed it', "update service_beats set held_since = 'now'"],
		['nobody knows which it is', 'delete from database_identity'],
	])('hands out nothing to sessions that are open or about to be when %s', async (_, change) => {
		const running = await service({ database });
		const [first, second] = [await running.connect(), await running.connect()];
		const queued = [];
		for (const { call } of [first, second])
			queued.push((await call('POST', '/queued_requests', { body: write })).body.data.id);
		const [ticket] = await running.connector.authenticate(first.username, first.password);
		await inDatabase(change);
		expect(await running.connector.sendRequestXML(ticket)).toBe('');
		expect(await running.connector.getLastError(ticket)).toContain('restored');
		expect(await sync(running, second)).toBe('busy');
		const states = [];
		for (const id of queued) states.push((await recordOf(running, id)).state);
		expect(states).toEqual(['ticketed', 'waiting']);
	});

	it('starts again and again where nothing was restored, also after a crash', async () => {
		for (let start = 1; start <= 3; start += 1) {
			const running = await service({ database });
			await running.connect();
			await (start === 2 ? running.stop() : running.stopGently());
		}
		if (onPostgres()) execFileSync('vacuumdb', ['--full', '--freeze', '-d', database]);
		await (await service({ database })).connect();
	});

	if (onPostgres()) {
		it.each([
			['with its tables made anew', ['--clean']],
			['with its data alone', ['--data-only', '--disable-triggers']],
		])('hands out nothing while processes work on it (%s)', async (_, options) => {
			const { second, connection, id } = await carriedOutSince();
			if (options[0] === '--data-only')
				await inDatabase(
					'do $$ declare t text; begin for t in select tablename from pg_tables where schemaname = current_schema() loop execute format($f$truncate table %I cascade$f$, t); end loop; end $$',
				);
			putBack(...options);
			expect(await sync(second, connection)).toBe('busy');
			await expect(service({ database })).rejects.toThrow(RESTORED);
			await restored();
			expect(await sync(second, connection)).toBe('none');
			expect(await recordOf(second, id)).toMatchObject({ state: 'error' });
		});

		it('is worked on by a process that has not noticed what was done and said before its next look', async () => {
			const { second, connection, id } = await carriedOutSince();
			putBack();
			await restored();
			expect(await sync(second, connection)).toBe('none');
			expect(await recordOf(second, id)).toMatchObject({ state: 'error' });
			await second.api('POST', `/connections/${connection.id}/queued_requests`, { body: write });
			expect(await sync(second, connection)).toContain('CustomerAddRq');
			// Nor do later starts.
			await (await service({ database })).connect();
		});

		it('is held by a process that has worked with it since, if somebody says that none has', async () => {
			const { second, connection } = await carriedOutSince();
			putBack();
			// Refused if the process has said again by now that it lives, and then it has noticed it too.
			await restored('--still-current').catch(() => undefined);
			expect(await sync(second, connection)).toBe('busy');
		});

		it('is noticed also after one that was accepted', async () => {
			const { second, connection } = await carriedOutSince();
			putBack();
			await restored();
			expect(await sync(second, connection)).toBe('none');
			await second.stop();
			const third = await service({ database });
			await third.api('POST', `/connections/${connection.id}/queued_requests`, { body: write });
			await inDatabase('update service_beats set beats = -1');
			expect(await sync(third, connection)).toBe('busy');
		});

		it('hands out nothing when time has gone back under a process, as with a replica that lags behind', async () => {
			const running = await service({ database });
			const connection = await running.connect();
			await connection.call('POST', '/queued_requests', { body: write });
			await inDatabase('update service_beats set beats = beats - 1');
			expect(await sync(running, connection)).toBe('busy');
		});

		it('is not started on after a recovery or a promotion that no process has seen', async () => {
			const running = await service({ database });
			await running.connect();
			await running.stop();
			await inDatabase("update service_beats set place = '000000FF'");
			await expect(service({ database })).rejects.toThrow(RESTORED);
		});

		it('is none while a service works with it, and its requests are left alone', async () => {
			const running = await service({ database });
			const connection = await running.connect();
			await connection.call('POST', '/queued_requests', { body: write });
			for (const words of [[], ['--still-current']])
				await expect(restored(...words)).rejects.toThrow('A service is working with this database');
			expect(await sync(running, connection)).toContain('CustomerAddRq');
			// Whoever works with it has done so since the copy was made.
			await inDatabase("update service_beats set held_since = 'now'");
			await expect(restored('--still-current')).rejects.toThrow('A service is working with this');
		});
	} else {
		it.each(['its own name', 'a link'])(
			'is none while a service works with it, by %s, and its requests are left alone',
			async (name) => {
				const running = await service({ database });
				const connection = await running.connect();
				await connection.call('POST', '/queued_requests', { body: write });
				if (name === 'a link') {
					const link = path.join(folder, 'link.sqlite');
					symlinkSync(database, link);
					database = link;
				}
				for (const words of [[], ['--still-current']])
					await expect(restored(...words)).rejects.toThrow('Another service is working on');
				expect(await sync(running, connection)).toContain('CustomerAddRq');
			},
		);

		it('is found by its one name, also by a link to a file that is not there yet', () => {
			const [link, round] = ['link', 'round'].map((name) => path.join(folder, name));
			symlinkSync('service.sqlite', link);
			symlinkSync('round', round);
			expect(realPathOf(link)).toBe(database);
			writeFileSync(database, '');
			expect(realPathOf(link)).toBe(database);
			expect(realPathOf(round)).toBe(round);
		});

		it('keeps its requests waiting if it is a backup, and somebody says that nothing has happened since', async () => {
			const first = await service({ database });
			const connection = await first.connect();
			await connection.call('POST', '/queued_requests', { body: write });
			const backup = path.join(folder, 'backup');
			const command = ['node', 'x', 'backup', backup, '--database', database];
			await runBackupCommand({ name: 'service' }, command);
			await first.stop();
			database = backup;
			await expect(service({ database })).rejects.toThrow('is a backup of');
			await restored('--still-current');
			expect(await sync(await service({ database }), connection)).toContain('CustomerAddRq');
		});

		it('is refused beside the changes of the one whose place it took', async () => {
			const running = await service({ database });
			const connection = await running.connect();
			await connection.call('POST', '/queued_requests', { body: write });
			const backup = path.join(folder, 'backup');
			const command = ['node', 'x', 'backup', backup, '--database', database];
			await runBackupCommand({ name: 'service' }, command);
			expect(await sync(running, connection)).toContain('CustomerAddRq');
			copyFileSync(`${database}-wal`, path.join(folder, 'changes'));
			await running.stop();
			// Everything is in the file itself once the service has stopped.
			expect(statSync(`${database}-wal`).size).toBe(0);
			// In a place of its own, because this process may still have the old files open.
			database = path.join(folder, 'place.sqlite');
			copyFileSync(backup, database);
			copyFileSync(path.join(folder, 'changes'), `${database}-wal`);
			await expect(service({ database })).rejects.toThrow('would change it');
			await expect(restored()).rejects.toThrow('would change it');
			rmSync(`${database}-wal`);
			await expect(service({ database })).rejects.toThrow('is a backup of');
			await restored();
			expect(await sync(await service({ database }), connection)).toBe('none');
		});

		it.each(['', 'null', '7', '{"epoch":"x"}', '{"epoch":"another","beats":0}'])(
			'is noticed if what is remembered beside it can’t be read or is another one’s (%j)',
			async (remembered) => {
				const running = await service({ database });
				await running.connect();
				await running.stop();
				writeFileSync(memoryFileOf(database), remembered);
				await expect(service({ database })).rejects.toThrow(RESTORED);
			},
		);
	}
});
