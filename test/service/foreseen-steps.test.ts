import { sql } from 'kysely';

import { onPostgres } from '../support/databases';
import { desk } from './support/desk';
import { answer, request } from './support/qbxml';

/** Has an update of one row fail, as if the process had been killed there. */
const failing = (table: string, condition: string): string[] =>
	onPostgres()
		? [
				`create function fail() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
				`create trigger failing before update on ${table} for each row when (${condition}) execute function fail()`,
			]
		: [
				`create trigger failing before update on ${table} when ${condition} begin select raise(abort, 'killed'); end`,
			];

const working = (table: string): string =>
	onPostgres() ? `drop trigger failing on ${table}` : 'drop trigger failing';

describe('a step that was foreseen', () => {
	let at: Awaited<ReturnType<typeof desk>>;
	beforeEach(async () => {
		at = await desk();
	});
	afterEach(() => at.end());

	const run = async (...statements: string[]) => {
		for (const statement of statements) await sql.raw(statement).execute(at.store);
	};
	const session = () => at.store.selectFrom('connector_sessions').selectAll().executeTakeFirst();

	it('opens no session if its request could not be fetched', async () => {
		const { queue, signIn } = await at.connect();
		const id = await queue(request('CustomerAdd'));
		await run(...failing('queued_requests', "new.state = 'ticketed'"));
		await expect(signIn()).rejects.toThrow('killed');
		expect(await session()).toBeUndefined();
		expect(await at.stateOf(id)).toEqual(['waiting', null]);
		await run(working('queued_requests'));
		const [ticket] = await signIn();
		expect(await at.send(ticket)).toContain('CustomerAddRq');
	});

	it('hands out nothing if that could not be noted, and all of it once it can', async () => {
		const { queue, signIn } = await at.connect();
		const id = await queue(request('CustomerAdd'));
		const [ticket] = await signIn();
		await run(...failing('queued_requests', "new.state = 'sent'"));
		await expect(at.send(ticket)).rejects.toThrow('killed');
		expect(await session()).toMatchObject({ page_request_id: id, handed_out_at: null });
		expect(await at.stateOf(id)).toEqual(['ticketed', null]);
		await run(working('queued_requests'));
		expect(await at.send(ticket)).toContain('CustomerAddRq');
		expect(await at.send(ticket)).toBe('');
	});

	it('takes no answer by half', async () => {
		const { queue, signIn } = await at.connect();
		const [first, second] = [
			await queue(request('CustomerAdd')),
			await queue(request('CustomerAdd')),
		];
		const [ticket] = await signIn();
		await at.send(ticket);
		await run(...failing('queued_requests', "new.state = 'ticketed'"));
		await expect(at.receive(ticket, answer('CustomerAdd'))).rejects.toThrow('killed');
		expect(await at.stateOf(first)).toEqual(['sent', null]);
		expect(await session()).toMatchObject({ page_request_id: first, finished: 0 });
		await run(working('queued_requests'));
		expect(await at.receive(ticket, answer('CustomerAdd'))).toBe(50);
		expect(await at.stateOf(first)).toEqual(['response_received', null]);
		expect(await at.stateOf(second)).toEqual(['ticketed', null]);
		expect(await at.receive(ticket, answer('CustomerAdd'))).toBe(-1);
	});

	it('is not taken by a session that stands elsewhere by now', async () => {
		const { queue, signIn } = await at.connect();
		const id = await queue(request('CustomerAdd'));
		const [ticket] = await signIn();
		const call = await at.sessions.takeCall(ticket);
		if (!call) throw new Error('There is no session.');
		const nothing = async () => 'done';
		for (const [changed, back] of [
			[{ handed_out_at: '2026-01-01T00:00:00.000Z' }, { handed_out_at: null }],
			[{ page_request_id: 'another' }, { page_request_id: id }],
			[{ recovers: 1 }, { recovers: 0 }],
			[{ is_finished: 1 }, { is_finished: 0 }],
			[{ finished: 1 }, { finished: 0 }],
			[{ ticket: 'another' }, { ticket }],
			[{ expires_at: '2000-01-01T00:00:00.000Z' }, { expires_at: call.session.expires_at }],
		] as const) {
			const set = (changes: object) =>
				at.store.updateTable('connector_sessions').set(changes).execute();
			await set(changed);
			expect(await at.sessions.foreseenStep(call.session, {}, nothing)).toBeUndefined();
			await set(back);
		}
		expect(await at.sessions.foreseenStep(call.session, {}, nothing)).toBe('done');
	});

	it('leaves a request for the next session that came while an answer was read', async () => {
		const { queue, signIn } = await at.connect();
		await queue(request('CustomerAdd'));
		const [ticket] = await signIn();
		await at.send(ticket);
		const receiving = at.receive(ticket, answer('CustomerAdd'));
		const late = await queue(request('CustomerAdd'));
		await receiving;
		await at.close(ticket);
		const [next] = await signIn();
		expect(await at.send(next)).toContain('CustomerAddRq');
		expect(await at.stateOf(late)).toEqual(['sent', null]);
	});

	it('closes a session that has a request in hand only together with that', async () => {
		const { queue, signIn } = await at.connect();
		const id = await queue(request('CustomerAdd'));
		const [ticket] = await signIn();
		await at.close(ticket);
		expect(await at.stateOf(id)).toEqual(['waiting', null]);
	});
});
