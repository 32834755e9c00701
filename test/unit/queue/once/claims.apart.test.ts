import type { Clock } from '../../../../queue/calls/ports';
import { Claims, type ClaimTable } from '../../../../queue/once/claims';
import { stillClock } from '../support/still-clock';

const SECOND = 1000;

/** Until everything that can go on without time has done so. */
async function quiet(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Time that passes only when somebody sleeps, and for all who sleep together. */
class Time {
	now = 1_000_000 * SECOND;

	private readonly sleepers: Array<{ until: number; wake: () => void }> = [];

	readonly clock: Clock = {
		...stillClock(),
		now: () => this.now,
		sleep: async (milliseconds: number, signal?: AbortSignal) => {
			await new Promise<void>((wake, fail) => {
				const stop = () => {
					fail(new Error('stopped'));
				};
				if (signal?.aborted) stop();
				signal?.addEventListener('abort', stop);
				const awake = () => {
					signal?.removeEventListener('abort', stop);
					wake();
				};
				this.sleepers.push({ until: this.now + milliseconds, wake: awake });
			});
		},
	};

	async pass(seconds: number): Promise<void> {
		const end = this.now + seconds * SECOND;
		for (;;) {
			await quiet();
			const next = this.sleepers.sort((one, other) => one.until - other.until).at(0);
			if (!next || next.until > end) break;
			this.sleepers.shift();
			this.now = Math.max(this.now, next.until);
			next.wake();
		}
		this.now = end;
	}
}

/** A database. Each process has an owner's name of its own. */
class Rows {
	readonly owners = new Map<string, string>();

	inProcess = (owner: string): ClaimTable => ({
		insert: async (row) => {
			await new Promise((resolve) => setImmediate(resolve));
			if (!this.owners.has(row)) this.owners.set(row, owner);
			return this.owners.get(row) === owner;
		},
		remove: async (row) => {
			this.owners.delete(row);
		},
	});
}

/** Processes with one database and one clock. */
function processes() {
	const time = new Time();
	const rows = new Rows();
	const told: string[] = [];
	const claimsOf = (owner: string) => new Claims(rows.inProcess(owner), time.clock);
	/** Works for some seconds under a name that all processes share. */
	const works = async (claims: Claims, who: string, seconds: number, checks = false) =>
		await claims
			.during(
				'order 1',
				async () => {
					told.push(`${who} begins`);
					await time.clock.sleep(seconds * SECOND);
					if (checks) await claims.check();
					told.push(`${who} ends`);
				},
				undefined,
			)
			.catch((error: Error) => {
				told.push(`${who}: ${error.message}`);
			});
	return { time, rows, told, claimsOf, works };
}

const OTHER = 'Another execution is writing the same thing right now.';

// As if each execution ran in a process of its own.
jest.mock('../../../../queue/calls/turns', () => ({
	inTurn: async (_key: string, work: () => Promise<unknown>) => await work(),
}));

test('two processes work one after the other, and nothing is left', async () => {
	const { time, rows, told, claimsOf, works } = processes();
	const both = [works(claimsOf('A'), 'A', 3), works(claimsOf('B'), 'B', 3)];
	await time.pass(20);
	await Promise.all(both);
	expect(told).toEqual(['A begins', 'A ends', 'B begins', 'B ends']);
	expect(rows.owners.size).toBe(0);
});

test.each([10, 29, 31, 59, 61, 100])(
	'who comes after %d seconds of long work waits until it ends',
	async (later) => {
		const { time, told, claimsOf, works } = processes();
		const long = works(claimsOf('A'), 'A', 140, true);
		await time.pass(later);
		const other = works(claimsOf('B'), 'B', 1);
		await time.pass(139 - later);
		expect(told).toEqual(['A begins']);
		await time.pass(5);
		await Promise.all([long, other]);
		expect(told).toEqual(['A begins', 'A ends', 'B begins', 'B ends']);
	},
);

test('who waits for minutes is told, and the one that works is not disturbed', async () => {
	const { time, told, claimsOf, works } = processes();
	const long = works(claimsOf('A'), 'A', 600, true);
	await time.pass(1);
	const other = works(claimsOf('B'), 'B', 1);
	await time.pass(700);
	await Promise.all([long, other]);
	expect(told).toEqual(['A begins', `B: ${OTHER}`, 'A ends']);
});

test.each([0, 5, 29, 31, 59])(
	'what a process had claimed that died %d seconds ago is free within a minute',
	async (ago) => {
		const { time, rows, told, claimsOf, works } = processes();
		const term = Math.floor(time.now / (30 * SECOND));
		for (const one of [term - 1, term]) rows.owners.set(`order 1 ${one}`, 'died');
		await time.pass(ago);
		const other = works(claimsOf('B'), 'B', 1);
		await time.pass(61 - ago);
		await other;
		expect(told).toEqual(['B begins', 'B ends']);
	},
);

test('a process that stood still for minutes, while another one took over, writes nothing more', async () => {
	const { time, told, claimsOf, works } = processes();
	const claims = claimsOf('A');
	const still = works(claims, 'A', 120, true);
	await time.pass(1);
	time.now += 90 * SECOND;
	const other = works(claimsOf('B'), 'B', 100);
	await quiet();
	await time.pass(200);
	await Promise.all([still, other]);
	expect(told).toContain('B begins');
	expect(told).toContain(`A: ${OTHER}`);
});

test('what fails leaves nothing behind', async () => {
	const { rows, claimsOf } = processes();
	const failing = claimsOf('A').during('order 1', async () => {
		await Promise.resolve();
		throw new Error('no');
	});
	await expect(failing).rejects.toThrow('no');
	expect(rows.owners.size).toBe(0);
});

test('work that ends while its claim is extended leaves nothing behind', async () => {
	const { time, rows, claimsOf, works } = processes();
	const done = works(claimsOf('A'), 'A', 30);
	await time.pass(29.9);
	time.now += 100;
	await time.pass(1);
	await done;
	await quiet();
	expect(rows.owners.size).toBe(0);
});

test('other names do not wait', async () => {
	const { time, told, claimsOf, works } = processes();
	const long = works(claimsOf('A'), 'A', 100);
	await claimsOf('B').during('order 2', async () => {
		await Promise.resolve();
		told.push('B');
	});
	expect(told).toEqual(['A begins', 'B']);
	await time.pass(200);
	await long;
});
