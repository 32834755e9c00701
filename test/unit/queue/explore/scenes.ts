import { QueueError, ServiceError } from '../../../../queue/calls/errors';
import type { Service } from '../../../../queue/calls/ports';
import { Claims } from '../../../../queue/once/claims';
import { type Journal, knownFrom, newJournal } from '../../../../queue/once/journal';
import {
	beginTurn,
	enqueue,
	inTurnOfRun,
	lookForRun,
	type QueueRun,
	requireHistory,
} from '../../../../queue/once/perform';
import { isAsMade } from '../../../../queue/requests/identifiers';
import type { Write } from '../../../../queue/requests/write';
import { stillClock } from '../support/still-clock';
import { Crash, type RealService, realService, type Search } from './real-service';
import type { Request } from './service';
import type { Reading } from './service';
import { begun, type Execution, type State } from './state';
import { type Choose, tellAll } from './stories';
import type { Plan, World } from './world';
import {
	areShared,
	CONNECTION,
	limitsOf,
	planOf,
	prefixOf,
	purposeOf,
	requestOf,
	writeOf,
} from './writes';

/** Where a story is told. */
interface Place {
	world: World;
	service: RealService;
	/** What the calls on their way queue, by their bodies. */
	sent: Map<unknown, (id: string) => Request>;
}

/** How a try of an execution ended. */
interface Ended {
	own: Execution;
	ids: string[];
	error?: unknown;
}

const stateOf = ({ service }: Place, id: string): State =>
	({ queue: service.queue, nextId: Number(id.slice(1)) }) as State;

/** A service as one process calls it: nothing comes of a call after that died. */
function untilItDies(service: RealService): Service {
	let crash: Crash | undefined;
	return {
		async send(call) {
			if (crash) throw crash;
			try {
				return await service.send(call);
			} catch (error) {
				if (error instanceof Crash) crash = error;
				throw error;
			}
		},
	};
}

/** A try, as the node does it: it queues the requests of all items. */
async function tryOnce(place: Place, own: Execution): Promise<Ended> {
	const { world, service, sent } = place;
	const { items } = planOf(world, own);
	const writes = items.map((_, index) => writeOf(world, service, own, index));
	for (const [index, { request }] of writes.entries()) {
		sent.set(request.body, (id) => requestOf(world, stateOf(place, id), { ...own, at: index }, ''));
	}
	const run: QueueRun = {
		execution: own.id,
		isRetry: own.isRetry,
		ifAlreadyQueued: planOf(world, own).ifAlreadyQueued,
		journal: own.journal,
		service: untilItDies(service),
		clock: stillClock(),
		prefix: prefixOf(own),
		writes,
		isOurs: isAsMade,
		addressed: async (call) => call,
		claims: new Claims(undefined, stillClock()),
		shared: new Map(),
	};
	const ids: string[] = [];
	try {
		await inTurnOfRun(run, async () => {
			const isContinued = own.journal.events.length > 0;
			beginTurn(run, knownFrom(own.journal).round);
			await requireHistory(run, writes);
			if (own.isRetry || !isContinued) await lookForRun(run, CONNECTION);
			const queue = async (write: Write, index: number) => {
				ids[index] = (await enqueue(run, write)).id;
			};
			if (planOf(world, own).areAtOnce) {
				const all = await Promise.allSettled(writes.map(queue));
				const failed = all.find(({ status }) => status === 'rejected');
				if (failed?.status === 'rejected') throw failed.reason;
			} else for (const [index, write] of writes.entries()) await queue(write, index);
		});
		return { own, ids };
	} catch (error) {
		return { own, ids, error };
	}
}

function executionOf({ world }: Place, plan: number, id: string, journal?: Journal): Execution {
	const { items } = world.plans[plan];
	return begun(
		{
			id,
			plan,
			isRetry: journal !== undefined,
			form: 0,
			journal: journal ?? newJournal(`run${plan}`),
		},
		items.map(({ settles }) => ({ replaces: settles })),
	);
}

/** What n8n hands down to a Retry. */
const handedDown = ({ own: { journal }, error }: Ended): Journal =>
	error instanceof Crash ? newJournal(journal.runKey) : { ...journal, events: [...journal.events] };

/** All plans run at once; on each that fails, somebody presses Retry twice. */
async function runAll(place: Place): Promise<Ended[]> {
	const { plans } = place.world;
	const first = await Promise.all(
		plans.map(async (_, plan) => await tryOnce(place, executionOf(place, plan, `${plan + 1}`))),
	);
	const retries = first.flatMap((ended, plan) =>
		ended.error === undefined
			? []
			: ['3', '4'].map((id) => executionOf(place, plan, `${id}${plan}`, handedDown(ended))),
	);
	return [...first, ...(await Promise.all(retries.map(async (own) => await tryOnce(place, own))))];
}

const clear: Reading = {
	identifiers: 'as sent',
	foundBy: 'search',
	times: 'distinct',
	keys: 'ignored',
};
const readings: Record<string, Reading> = {
	'identifiers are shown': clear,
	'no times are shown': { ...clear, times: 'none' },
	'all have the same time, and come in another order at each call': {
		...clear,
		times: 'equal, in another order at each call',
	},
	'no identifiers are shown': { ...clear, identifiers: 'nothing' },
	'identifiers are shown once a request has ended': { ...clear, identifiers: 'once it has ended' },
	'identifiers are shown until a request has ended': {
		...clear,
		identifiers: 'until it has ended',
	},
	'identifiers are shown in lower case': { ...clear, identifiers: 'in lower case' },
	'identifiers are cut off': { ...clear, identifiers: 'cut off' },
	'the service shows texts of its own': { ...clear, identifiers: "the service's text" },
	'the service honours keys': { ...clear, keys: 'refuses another request' },
};
const searches: Search[] = ['everything', 'nothing', 'the newest 20', 'everything, at first'];

function carryOut(service: RealService): void {
	service.queue = service.queue.map((one) =>
		one.state === 'waiting' ? { ...one, state: 'carried out' } : one,
	);
}
const other = (number: number, sentAs: string): Request => ({
	id: `r${number}`,
	sentAs,
	words: `other ${number}`,
	state: 'carried out',
	writes: `other ${number}`,
	by: 'another',
});
/** Somebody else's request moves all others down the list. */
function comeInBetween(service: RealService): void {
	const number = 900_000 + service.queue.length;
	service.queue.push({
		...other(number, `n8n-Run-of-the-plan9-0-${number}-00000009`),
		state: 'waiting',
	});
}

const order = (words: string): Plan => ({
	identity: 'order',
	ifUnknown: 'fail',
	items: [{ words, identifier: 'A-1' }],
});
const made: Plan = { identity: 'made', ifUnknown: 'fail', items: [{ words: 'a' }, { words: 'b' }] };
const users: Plan = {
	identity: 'users',
	ifUnknown: 'fail',
	items: [
		{ words: 'a', identifier: 'A' },
		{ words: 'b', identifier: 'B' },
	],
};
const alike = [
	{ words: 'a', identifier: 'A' },
	{ words: 'a', identifier: 'A' },
];
const settling: Plan = { ...made, items: [{ words: 'a', settles: 'r1' }] };

const long = (first: Request, names: (number: number) => string): Request[] => [
	first,
	...Array.from({ length: 320 }, (_, index) => other(index + 2, names(index))),
];
const orderBefore: Request = { ...other(1, 'A-1'), words: 'a', writes: 'A-1' };
const unknownBefore: Request = {
	...other(1, 'n8n-Run-of-the-plan9-0-abc-00000009'),
	words: 'a',
	state: 'unknown',
	writes: 'an earlier one',
};
const asRuns = (index: number): string => `n8n-Run-of-the-plan8-0-${index}-00000008`;
const asOrders = (index: number): string => `A-1${index}`;

/** What is told, of which services. */
interface Scene {
	plans: Plan[];
	before: Request[];
	readings: Record<string, Reading>;
	searches: Search[];
	/** How much goes wrong in a story. */
	faults: number;
}

const scenes: Record<string, Scene> = {
	'A run and its Retries': {
		plans: [made],
		before: [],
		readings,
		searches: ['everything', 'nothing'],
		faults: 2,
	},
	'A run whose writes go out at once, and its Retries': {
		plans: [{ ...made, areAtOnce: true }],
		before: [],
		readings,
		searches: ['everything', 'nothing'],
		faults: 1,
	},
	'A run whose writes go out at once with one Custom Request ID, and its Retries': {
		plans: [{ ...users, items: alike, areAtOnce: true }],
		before: [other(1, 'n8n-Run-of-the-plan9-0-x-00000009')],
		readings: { 'identifiers are shown': clear },
		searches: ['everything', 'nothing'],
		faults: 2,
	},
	'A run with Custom Request IDs, and its Retries': {
		plans: [users],
		before: [other(1, 'n8n-Run-of-the-plan9-0-x-00000009')],
		readings,
		searches: ['everything', 'nothing'],
		faults: 1,
	},
	'Two runs with the same order number': {
		plans: [order('a'), order('a')],
		before: [other(1, 'n8n-Run-of-the-plan9-0-x-00000009')],
		readings,
		searches,
		faults: 1,
	},
	'An order that was written long ago': {
		plans: [order('a')],
		before: long(orderBefore, asRuns),
		readings,
		searches,
		// Each call reads hundreds of records.
		faults: 0,
	},
	'An order whose number is in many others': {
		plans: [order('a')],
		before: long(orderBefore, asOrders),
		readings,
		searches,
		// Each call reads hundreds of records.
		faults: 0,
	},
	'Two runs that settle the same request': {
		plans: [settling, settling],
		before: [unknownBefore],
		readings,
		searches: ['nothing', 'everything'],
		faults: 1,
	},
};

/** What went wrong in a place where everything has come to its end. */
function wrongIn({ world, service }: Place, all: readonly Ended[]): string | undefined {
	carryOut(service);
	const limits = limitsOf(world);
	const books = service.queue.filter(({ state }) => state === 'carried out');
	for (const [purpose, limit] of limits) {
		const own = books.filter(({ writes }) => writes === purpose);
		if (own.length > limit) return `"${purpose}" is in the books ${own.length} times`;
	}
	for (const { own, ids, error } of all) {
		const purposes = planOf(world, own).items.map((item) => purposeOf(world, own.plan, item));
		const written = ids.map((id) => service.queue.find((one) => one.id === id)?.writes);
		if (written.some((one, index) => one !== purposes[index])) {
			return `execution ${own.id} takes what writes ${written.join()} for ${purposes.join()}`;
		}
		const given = Object.values(ids);
		if (!areShared(planOf(world, own)) && new Set(given).size < given.length) {
			return `execution ${own.id} takes one request for several items`;
		}
		const isLoud =
			error instanceof Crash ||
			((error instanceof QueueError || error instanceof ServiceError) && error.description !== '');
		if (error !== undefined && !isLoud) return `execution ${own.id} ends with ${String(error)}`;
		if (error === undefined && written.length < purposes.length) return 'an item has vanished';
	}
	return undefined;
}

/** Tells one story, in which the service does as is chosen. */
async function tell(
	{ plans, before }: Scene,
	reading: Reading,
	search: Search,
	choose: Choose,
): Promise<void> {
	const world: World = {
		name: '',
		reading,
		plans,
		before,
		retries: 0,
		mayHappen: [],
		faults: 0,
	};
	const told: string[] = [];
	const sent: Place['sent'] = new Map();
	const service = realService(before, {
		reading,
		search,
		requestIn: (call, id) => sent.get(call.body)?.(id) as Request,
		meanwhile: {
			'the desktop carries out what waits': carryOut,
			'another request comes in': comeInBetween,
		},
		choose,
		told,
	});
	const place = { world, service, sent };
	const wrong = wrongIn(place, await runAll(place));
	if (wrong !== undefined) throw new Error([...told, `WRONG: ${wrong}`].join('\n'));
}

/** The scenes that are played with the real code. */
export const sceneNames = Object.keys(scenes);

/**
 * Tells all stories of a scene.
 * @returns How many there are.
 * @throws Error with one that ends wrong.
 */
export async function tellScene(name: string): Promise<number> {
	const { [name]: scene } = scenes;
	let stories = 0;
	for (const [what, reading] of Object.entries(scene.readings)) {
		for (const search of scene.searches) {
			const about = `${name}: ${what}, and the search finds ${search}`;
			try {
				stories += await tellAll(
					async (choose) => await tell(scene, reading, search, choose),
					scene.faults,
				);
			} catch (error) {
				throw new Error(`${about}\n${(error as Error).message}`, { cause: error });
			}
		}
	}
	return stories;
}
