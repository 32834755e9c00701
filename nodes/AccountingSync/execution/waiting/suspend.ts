import type {
	IDataObject,
	IExecuteFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { sleep as pauseFor } from 'n8n-workflow';

import type { Service } from '../../../../queue/calls/ports';
import { settled } from '../../../../queue/calls/settled';
import { knownFrom } from '../../../../queue/once/journal';
import { checkCompletion, type Outcomes } from '../../../../queue/reader/checkCompletion';
import { isUnderway, type Nudge, nudgeIn, queueNudge } from '../../../../queue/reader/nudge';
import {
	keptByNode,
	readCredentialsInSandbox,
	runAgainNow,
	runAgainWhenTimeIsUp,
} from '../../../shared/n8nInternals/execution';
import { serviceOf } from '../../../shared/transport/service';
import { isReadable, RUN_CONTEXT_KEY, type RunJournal } from '../run/runJournal';
import type { Sleep } from '../run/sleep';

const MINUTE = 60_000;

/**
 * After how many minutes a sleeping execution looks by itself: the first time, the second time and so on. Nothing
 * guarantees that a nudge arrives, or that it arrives after the requests ahead of it.
 */
const lookAfterMinutes = [1, 2, 5, 10, 15];
const LONGEST_SLEEP = 30;

function nextLook({ times, deadline, lingers }: Sleep): Date {
	const minutes = lingers ? 1 : (lookAfterMinutes[times] ?? LONGEST_SLEEP);
	return new Date(Math.min(deadline, Date.now() + minutes * MINUTE));
}

/** Queues a nudge on every connection where we wait for something and no nudge is on its way. */
async function nudgesFor(
	service: Service,
	{ awaited, nudges, prefix, resumeUrl, times }: Sleep,
	outcomes: Outcomes,
): Promise<Nudge[]> {
	const waiting = awaited.filter(({ id }) => !outcomes.has(id));
	const connections = new Set(waiting.map(({ connectionId }) => connectionId));
	const all: Nudge[] = [];
	const known = [...nudges, ...(knownNudges.get(prefix)?.renewed ?? [])];
	knownNudges.delete(prefix);
	for (const [index, connectionId] of [...connections].entries()) {
		const before = known.filter((nudge) => nudge.connectionId === connectionId).pop();
		const isOnItsWay = await settled(before && isUnderway(service, before));
		const kept = isOnItsWay.status === 'rejected' || isOnItsWay.value === true ? before : undefined;
		const identifier = `${prefix}wake-${times}-${index}`;
		const nudge = kept ?? (await queueNudge(service, connectionId, identifier, resumeUrl));
		if (nudge) all.push(nudge);
	}
	return all;
}

/**
 * Puts the execution to sleep until a nudge wakes it or the next look is due. n8n then runs the node again.
 * @param outcomes What has ended already.
 */
export async function putToSleep(
	context: IExecuteFunctions,
	journal: RunJournal,
	sleep: Sleep,
	outcomes: Outcomes,
): Promise<void> {
	const nudges = await nudgesFor(serviceOf(context), sleep, outcomes);
	journal.sleep = { ...sleep, nudges, times: sleep.times + 1 };
	runAgainWhenTimeIsUp(context);
	await context.putExecutionToWait(nextLook(sleep));
}

type Asleep = RunJournal & { sleep: Sleep };

const isAsleep = (journal: RunJournal | undefined): journal is Asleep =>
	journal?.sleep !== undefined;

/** In milliseconds: the longest we keep a nudge waiting for its answer. Services give up after some seconds. */
const PATIENCE = 3_000;
const PAUSE = 500;

/** What one process knows about the nudges of a sleeping execution, beyond what is stored with it. */
interface KnownNudges {
	arrived: Set<string>;
	renewed: Nudge[];
}

const knownNudges = new Map<string, KnownNudges>();
const MOST_KNOWN = 1_000;

/** What we know of a run, by the start of its identifiers. The one that was unused the longest is forgotten first. */
function knownOf(prefix: string): KnownNudges {
	const known = knownNudges.get(prefix) ?? { arrived: new Set<string>(), renewed: [] };
	knownNudges.delete(prefix);
	knownNudges.set(prefix, known);
	for (const oldest of knownNudges.keys()) {
		if (knownNudges.size <= MOST_KNOWN) break;
		knownNudges.delete(oldest);
	}
	return known;
}

/** How often we nudge an execution again in one sleep because the nudge overtook the requests it waits for. */
const MOST_RENEWALS = 20;

/** Looks again and again until something is so, or the time is up. */
async function isSoWithin(limit: number, look: () => Promise<boolean>): Promise<boolean> {
	const deadline = Date.now() + limit;
	for (;;) {
		if (await look()) return true;
		if (Date.now() >= deadline) return false;
		await pauseFor(PAUSE);
	}
}

async function isComplete(
	service: Service,
	journal: Asleep,
	outcomes: Outcomes,
	limit: number,
): Promise<boolean> {
	const { awaited, requestsAtOnce } = journal.sleep;
	const asking = { cursors: knownFrom(journal).cursors, requestsAtOnce, incomplete: {} };
	return await isSoWithin(
		limit,
		async () => await checkCompletion(service, awaited, outcomes, asking),
	);
}

/** Whether one of several nudges is still on its way. */
const areUnderway = async (service: Service, nudges: readonly Nudge[]): Promise<boolean> =>
	(await Promise.all(nudges.map(async (nudge) => await isUnderway(service, nudge)))).includes(true);

/**
 * Whether another nudge is still on its way. The last one wakes the execution, so that no nudge finds nobody asleep.
 */
async function othersAreUnderway(
	service: Service,
	{ nudges }: Sleep,
	{ arrived, renewed }: KnownNudges,
): Promise<boolean> {
	const haveArrived = await isSoWithin(PATIENCE, async () => {
		const others = [...nudges, ...renewed].filter(({ id }) => !arrived.has(id));
		return !(await areUnderway(service, others));
	});
	return !haveArrived;
}

/**
 * How many characters of results are handed on to the execution. n8n may store them on the way, and what it stores for one
 * execution should stay small: the execution fetches the others again.
 */
const MOST_HANDED_ON = 500_000;

/** What has been found out with the key, as far as it can't change any more and is small, by ID. */
function smallOnes(outcomes: Outcomes): IDataObject {
	const handedOn: IDataObject = {};
	let length = 0;
	for (const [id, outcome] of outcomes) {
		if (!('pages' in outcome) && !('failed' in outcome)) continue;
		length += JSON.stringify(outcome).length;
		if (length > MOST_HANDED_ON) break;
		handedOn[id] = outcome;
	}
	return handedOn;
}

/** Whether everything on a connection has ended. */
const hasEnded = ({ awaited }: Sleep, connectionId: string, outcomes: Outcomes): boolean =>
	awaited.every((one) => one.connectionId !== connectionId || outcomes.has(one.id));

/**
 * Handles a nudge from the service: checks, with the key, whether everything that this execution waits for has ended,
 * and only then wakes it. We ignore what the nudge itself says, so nobody can forge a result. We accept every nudge, so
 * no delivery counts as failed. If one comes early, we queue another.
 */
export async function wake(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const accepted = (message: string): IWebhookResponseData => ({ webhookResponse: { message } });
	const journal = keptByNode(context, RUN_CONTEXT_KEY) as RunJournal | undefined;
	if (!isAsleep(journal)) return accepted('Nothing is waited for.');
	if (!isReadable(journal)) {
		return accepted(
			'Another version of this package has put this execution to sleep. It ends in an error when it looks by itself.',
		);
	}
	const { sleep } = journal;
	readCredentialsInSandbox(context);
	const service = serviceOf(context);
	const known = knownOf(sleep.prefix);
	const nudge = nudgeIn(context.getBodyData(), [...sleep.nudges, ...known.renewed]);
	if (nudge) known.arrived.add(nudge.id);
	const outcomes: Outcomes = new Map();
	const isAllComplete = await isComplete(service, journal, outcomes, nudge ? PATIENCE : 0);
	// What has ended on one connection need not wait for another desktop, which may be off for a night.
	const hasMoreToAsk =
		sleep.hasSteps && nudge !== undefined && hasEnded(sleep, nudge.connectionId, outcomes);
	if (isAllComplete || hasMoreToAsk) {
		if (nudge && !hasMoreToAsk && (await othersAreUnderway(service, sleep, known))) {
			return accepted('Another connection is still to report.');
		}
		knownNudges.delete(sleep.prefix);
		return { workflowData: runAgainNow(context, { found: smallOnes(outcomes) }) };
	}
	const isEarly = sleep.awaited.some(
		({ connectionId, id }) => connectionId === nudge?.connectionId && !outcomes.has(id),
	);
	if (nudge && isEarly && known.renewed.length < MOST_RENEWALS) {
		const identifier = `${sleep.prefix}wake-${sleep.times}-again-${known.renewed.length}`;
		const renewed = await queueNudge(service, nudge.connectionId, identifier, sleep.resumeUrl);
		if (renewed) known.renewed.push(renewed);
	}
	return accepted('Not everything is complete yet.');
}

/** Whether a nudge may still arrive that would find nobody asleep. */
export async function hasNudgeUnderway(
	service: Service,
	{ nudges, prefix }: Sleep,
): Promise<boolean> {
	const all = [...nudges, ...(knownNudges.get(prefix)?.renewed ?? [])];
	return await areUnderway(service, all).catch(() => false);
}

/** Takes the sleep that is over out of the run's journal. */
export function takeSleep(journal: RunJournal): Sleep {
	const { sleep } = journal;
	delete journal.sleep;
	return sleep as Sleep;
}
