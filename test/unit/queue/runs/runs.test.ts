import { missedPages } from '../../../../queue/deliveries/missedPages';
import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import { requestIdOf, runsName, withRun } from '../../../../queue/runs/runNames';
import { lookBack, newestRun, type Place } from '../../../../queue/runs/runs';
import { CONNECTION, ownerOf } from '../support/records';
import { chance, servedQueue, shufflingTies } from '../support/served-queue';
import { stillClock } from '../support/still-clock';

const RUN = '00000000-0000-4000-8000-000000000001';
const START = new Date('2026-03-01T08:00:00.000Z');
const NOW = START.getTime() + 60 * 60_000;

const ANSWER =
	'<QBXML><QBXMLMsgsRs><VendorQueryRs statusCode="0" statusSeverity="Info" statusMessage="Status OK"><VendorRet><ListID>1-1</ListID></VendorRet></VendorQueryRs></QBXMLMsgsRs></QBXML>';

/** A run each time with a name of its own, for a process remembers which runs are complete. */
let names = 0;
const newName = () => runsName(ownerOf(`workflow ${(names += 1)}`), {});

/** The record of a run that was carried out. */
function runRecord(name: string, webhookState: string): QueuedRecord {
	const requestId = requestIdOf(name, START);
	return {
		id: RUN,
		state: 'response_received',
		webhook_state: webhookState,
		webhook_url: withRun('http://n8n.example/webhook', requestId),
		request_xml: `<QBXML><QBXMLMsgsRq><VendorQueryRq requestID="${requestId}"/></QBXMLMsgsRq></QBXML>`,
		response_xml: ANSWER,
		inserted_at: START.toISOString(),
	};
}

/** Requests of others that were queued later, which have nothing to do with the run. */
const others = (count: number, webhookState: string): QueuedRecord[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `00000000-0000-4000-9000-${String(count - index).padStart(12, '0')}`,
		state: 'response_received',
		webhook_state: webhookState,
		webhook_url: 'http://other.example/',
		request_xml: '<QBXML><QBXMLMsgsRq><CustomerQueryRq/></QBXMLMsgsRq></QBXML>',
		response_xml: ANSWER.replaceAll('Vendor', 'Customer'),
		inserted_at: new Date(START.getTime() + (count - index) * 1000).toISOString(),
	}));

function withoutWebhookState(record: QueuedRecord): QueuedRecord {
	const shown = { ...record };
	delete shown.webhook_state;
	return shown;
}

type Shows = Parameters<typeof servedQueue>[1];

/** What a service shows of `webhook_state`. It can be asked for the requests of a state in either case. */
const services: Record<'lists hide webhook_state' | 'nothing shows webhook_state', Shows> = {
	'lists hide webhook_state': { listed: withoutWebhookState },
	'nothing shows webhook_state': { listed: withoutWebhookState, read: withoutWebhookState },
};

const placeAt = (shows: Shows, webhookState: string, count: number, name = newName()): Place => ({
	service: servedQueue(
		[
			...['failed', 'pending', 'succeeded'].flatMap((state) => others(count, state)),
			runRecord(name, webhookState),
		],
		shows,
	),
	clock: stillClock(NOW),
	connectionId: CONNECTION,
	name,
	iterates: () => false,
	known: [],
});

const counts = [0, 1, 99, 100, 101, 130, 250];

describe.each(Object.entries(services))('%s', (_what, shows) => {
	describe.each(counts)('with %i newer requests in each state', (count) => {
		test.each([
			['failed', 'failed', undefined],
			['pending', 'underway', undefined],
			['succeeded', 'complete', START.toISOString()],
		])(
			'a run whose delivery is %s is %s, whatever the next run wants to know',
			async (webhookState, state, lastComplete) => {
				for (const isCompleteWanted of [true, false]) {
					const past = await lookBack(placeAt(shows, webhookState, count), isCompleteWanted);
					expect(past.latest).toMatchObject({ start: START.toISOString(), state });
					expect(past.lastComplete?.start).toBe(lastComplete);
				}
			},
		);
	});
});

/** A page that came while n8n was starting has to be taken, or doubted, but not one whose delivery has failed. */
test.each([
	['lists hide webhook_state', 'failed', 'nothing'],
	['lists hide webhook_state', 'succeeded', 'the page'],
	['nothing shows webhook_state', 'failed', 'a doubt'],
	['nothing shows webhook_state', 'succeeded', 'a doubt'],
] as const)(
	'after a start of n8n, where %s, a run whose delivery has %s gives %s',
	async (shown, webhookState, given) => {
		for (const count of counts) {
			const place = placeAt(services[shown], webhookState, count);
			const run = await newestRun(place);
			if (!run) throw new Error(`The run is not found behind ${count} others.`);
			const remembered = { node: place.name, staticData: {} };
			const { pages, doubt } = await missedPages(place, run, remembered);
			const isGiven = pages.length > 0 ? 'the page' : doubt === undefined ? 'nothing' : 'a doubt';
			expect({ count, isGiven }).toEqual({ count, isGiven: given });
		}
	},
);

test('a run counts as failed where its state is shown nowhere and the lists are too long, and says so', async () => {
	const place = placeAt(services['nothing shows webhook_state'], 'succeeded', 5_001);
	const known = [{ id: RUN, requestId: String((await newestRun(place))?.requestId) }];
	const { latest, lastComplete } = await lookBack({ ...place, known }, true);
	expect(latest).toMatchObject({ state: 'failed', reason: expect.stringContaining('too long') });
	expect(lastComplete).toBeUndefined();
});

test('the newest run is found among many requests of its time, however a service orders these at each call', async () => {
	const ms = START.getTime();
	for (let seed = 1; seed <= 10; seed++) {
		const name = newName();
		// The search shows nothing: the run is one of 130 requests of the same second.
		const records = [...others(129, 'succeeded'), runRecord(name, 'succeeded')].map((record) => ({
			...record,
			inserted_at: START.toISOString(),
			queued_ms: ms,
		}));
		const place = {
			...placeAt({}, 'succeeded', 0, name),
			service: servedQueue(records, { search: () => [], ordered: shufflingTies(chance(seed)) }),
		};
		expect(await newestRun(place)).toMatchObject({ id: RUN });
	}
});

describe('n8n at another address', () => {
	const names = () => {
		const workflow = `moved ${(number += 1)}`;
		const [here, before] = ['https://here.example', 'https://before.example'].map((address) =>
			runsName(ownerOf(workflow, address), {}),
		);
		return { here, before };
	};
	let number = 0;

	/** A run at an address, some minutes after the first one, and what became of its delivery. */
	const runAt = (name: string, minutes: number, webhookState: string): QueuedRecord => {
		const start = new Date(START.getTime() + minutes * 60_000);
		const requestId = requestIdOf(name, start);
		return {
			...runRecord(name, webhookState),
			id: RUN.replace(/1$/, String(minutes + 2)),
			webhook_url: withRun('http://n8n.example/webhook', requestId),
			request_xml: `<QBXML><QBXMLMsgsRq><VendorQueryRq requestID="${requestId}"/></QBXMLMsgsRq></QBXML>`,
			inserted_at: start.toISOString(),
		};
	};
	const minutesOf = (start = '') => (Date.parse(start) - START.getTime()) / 60_000;
	const look = async (name: string, records: QueuedRecord[], remembered = '') => {
		const requestId = requestIdOf(remembered, START);
		const known = remembered === '' ? [] : [{ id: RUN.replace(/1$/, '9'), requestId }];
		const past = await lookBack(
			{ ...placeAt({}, 'failed', 0, name), service: servedQueue([...records].reverse()), known },
			true,
		);
		const { latest, lastComplete, isFromElsewhere } = past;
		return {
			...(latest && { latest: minutesOf(latest.start) }),
			...(lastComplete && { lastComplete: minutesOf(lastComplete.start) }),
			...(isFromElsewhere && { isFromElsewhere }),
		};
	};

	test('does so until a run of its own is complete', async () => {
		const { here, before } = names();
		const runs = [runAt(before, 1, 'succeeded'), runAt(here, 2, 'failed')];
		const past = { latest: 2, lastComplete: 1, isFromElsewhere: true };
		expect(await look(here, runs, before)).toEqual(past);
		const own = [...runs, runAt(here, 3, 'succeeded')];
		expect(await look(here, own, before)).toEqual({ latest: 3, lastComplete: 3 });
	});

	test('of a copy, takes no run that came after its own first one', async () => {
		const { here, before: copy } = names();
		const runs = [
			runAt(here, 1, 'failed'),
			runAt(copy, 2, 'succeeded'),
			runAt(here, 3, 'failed'),
			runAt(copy, 4, 'succeeded'),
		];
		expect(await look(here, runs, here)).toEqual({ latest: 3 });
		expect(await look(here, runs, copy)).toEqual({ latest: 3 });
	});

	test('a run that is underway there is not waited for', async () => {
		const { here, before } = names();
		expect(await look(here, [runAt(before, 1, 'pending')], before)).toEqual({});
	});

	test('where nothing is remembered of it, begins for itself', async () => {
		const { here, before: copy } = names();
		expect(await look(here, [runAt(copy, 1, 'succeeded')])).toEqual({});
		const runs = [runAt(copy, 1, 'succeeded'), runAt(here, 2, 'failed')];
		expect(await look(here, runs, here)).toEqual({ latest: 2 });
	});
});
