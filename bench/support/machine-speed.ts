import { existsSync, readFileSync } from 'node:fs';

const TRIES = 5;
const ROUNDS = 200;

const records = Array.from({ length: 100 }, (_, index) => ({
	TxnID: `${index.toString(16).toUpperCase()}-1700000000`,
	CustomerRef: { ListID: `80000001-${index}`, FullName: `Customer ${index}` },
	Subtotal: index * 1.1,
	Memo: 'the same on every machine',
}));

function oneTry(): number {
	const start = performance.now();
	for (let round = 0; round < ROUNDS; round++) JSON.parse(JSON.stringify(records));
	return (ROUNDS / (performance.now() - start)) * 1000;
}

/**
 * How fast the machine is right now: how often a second it writes and reads the same hundred records as JSON, the best of
 * several tries. Machines that are rented are slower on some days than on others, though they call themselves the same.
 */
export const machineSpeed = (): number => Math.max(...Array.from({ length: TRIES }, oneTry));

/** Processor time of all cores since the machine was started, in ticks. */
interface Ticks {
	all: number;
	/** What the host gave to other machines, although this one had work to do. */
	stolen: number;
}

const STATISTICS = '/proc/stat';

/** Ticks until now; zeros where the system doesn't count them. */
export function ticks(): Ticks {
	if (!existsSync(STATISTICS)) return { all: 0, stolen: 0 };
	const [line] = readFileSync(STATISTICS, 'utf8').split('\n');
	// user, nice, system, idle, waiting, two kinds of interrupts, stolen
	const counts = line.trim().split(/\s+/).slice(1, 9).map(Number);
	return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[7] };
}

/** The share of the processor time since then that the host gave to other machines, from 0 to 1. */
export function stolenSince(then: Ticks): number {
	const now = ticks();
	return now.all === then.all ? 0 : (now.stolen - then.stolen) / (now.all - then.all);
}
