import type { IHookFunctions, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { reasonOf } from '../../queue/calls/errors';
import { storeRecords } from '../../queue/deliveries/handedRecords';
import { storePages } from '../../queue/deliveries/takenPages';
import { knownRuns, rememberRun } from '../../queue/runs/knownRuns';
import { isInOneAnswer, type RunsName, runsName, searchPhraseOf } from '../../queue/runs/runNames';
import { lookBack, type Past, type Place } from '../../queue/runs/runs';
import { changesSince, checkLaterRuns, startRun } from '../../queue/runs/startRun';
import { wholeNumber } from '../../quickbooks/form/convert';
import {
	comesInPages,
	isOfStock,
	missedDeletions,
	type ScheduledQuery,
} from '../../quickbooks/scheduled/scheduledQuery';
import { clock } from '../shared/transport/clock';
import { readCredential } from '../shared/transport/credential';
import { applicationMark, register, unregister } from '../shared/transport/registration';
import { serviceOf } from '../shared/transport/service';
import { shownError, thrownError } from '../shared/transport/shownError';
import { urlToken, withToken } from '../shared/transport/urlToken';
import { type TriggerContext, withConnection } from './emptyConnection';
import {
	isAsking,
	OVERLAP_MINUTES,
	queriesOf,
	readValues,
	refuseEmptyFields,
	SAMPLE,
} from './form';
import { isDue, type Schedule, scheduleOf, tickAt } from './scheduledQuery/schedule';

/** What the node stores for itself: only what it can recreate at any time. */
interface Kept {
	/** What was registered. If something changes, the node registers again. */
	registered?: string;
	/** The production URL. n8n only provides it while the webhook is created. */
	url?: string;
	/** When the workflow was published first with each scheduled query that begins then, by the name of its runs at any address. */
	begun?: Record<string, string>;
	/** The ID that the node's runs are named by: the one that it had first. It gets another one when it is pasted or imported again. */
	nodeId?: string;
}

/** Where the trigger queues something itself. */
type QueueingContext = IHookFunctions | ITriggerFunctions;

const workflowId = (context: TriggerContext): string => String(context.getWorkflow().id ?? '');

/** The ID that the node had first. */
export function firstNodeId(context: TriggerContext): string {
	const { nodeId } = context.getMode() === 'manual' ? {} : kept(context);
	return nodeId ?? context.getNode().id;
}

/** The address that the service delivers to. It contains a secret if deliveries are not signed. */
async function deliveryUrl(context: QueueingContext, url: string): Promise<string> {
	const { apiKey, webhookSecret } = await readCredential(context);
	return webhookSecret
		? url
		: withToken(url, urlToken(apiKey, workflowId(context), firstNodeId(context)));
}

/** The scheduled queries. None if the node queues nothing itself. Turns FormErrors into n8n's own errors. */
export async function scheduledQueriesIn(
	context: QueueingContext,
	isActivated = false,
): Promise<ScheduledQuery[]> {
	const read = readValues(context);
	try {
		refuseEmptyFields(context, read);
		if (!isAsking(read.triggerOn)) return [];
		const values = await withConnection(context, read, isActivated);
		return queriesOf({ values, timezone: context.getTimezone() });
	} catch (error) {
		throw thrownError(context, error);
	}
}

/**
 * The name of the runs of a scheduled query. A test gets a different name, so that it doesn't disturb the real runs. The time zone is no
 * part of it: somebody may change it, and n8n's processes may disagree on it.
 */
export function nameOfRuns(context: TriggerContext, scheduledQuery: ScheduledQuery): RunsName {
	const asked: Partial<ScheduledQuery> = { ...scheduledQuery };
	delete asked.timezone;
	const owner = {
		instanceId: context.getInstanceId(),
		address: context.getInstanceBaseUrl(),
		workflowId: workflowId(context),
		nodeId: firstNodeId(context),
	};
	return runsName(owner, [asked, ...(context.getMode() === 'manual' ? ['test'] : [])]);
}

/** The key under which a node's runs and records are remembered. */
export const nodeKey = (context: TriggerContext): string =>
	`${workflowId(context)} ${context.getNode().id} ${context.getMode() === 'manual' ? 'test' : ''}`;

/** The overlap between the time windows of two runs from the form, in minutes. */
function overlapIn(context: QueueingContext): number {
	const { overlap } = readValues(context).options as { overlap?: unknown };
	const label = 'Overlap (Minutes)';
	return Number(
		wholeNumber(0)(overlap, { label, timezone: context.getTimezone() }) ?? OVERLAP_MINUTES,
	);
}

/** Queues a run and remembers it as a hint for later looks. */
async function queueRun(
	context: QueueingContext,
	scheduledQuery: ScheduledQuery,
	url: string,
	past: Pick<Past, 'lastComplete'> & { begun?: string },
	tick?: number,
): Promise<void> {
	const isTest = context.getMode() === 'manual';
	const { triggerOn, onlyNew } = readValues(context);
	const run = await startRun(
		serviceOf(context),
		scheduledQuery,
		{
			name: nameOfRuns(context, scheduledQuery),
			url: await deliveryUrl(context, url),
			overlapMinutes: overlapIn(context),
			// n8n takes only one delivery at the test URL, and a sample shows what the items look like.
			...(isTest && { sample: SAMPLE }),
			onlyNew: onlyNew === true,
			now: clock.now(),
			tick,
			tellsSince: triggerOn !== 'completedQuery',
		},
		past,
	);
	if (!isTest) rememberRun(nodeKey(context), context.getWorkflowStaticData('node'), run);
}

/** Where the runs of a scheduled query are found. */
export const placeOf = (context: QueueingContext, scheduledQuery: ScheduledQuery): Place => ({
	service: serviceOf(context),
	clock,
	connectionId: scheduledQuery.connectionId,
	name: nameOfRuns(context, scheduledQuery),
	iterates: (requestId) => comesInPages(scheduledQuery, isInOneAnswer(requestId)),
	known: knownRuns(nodeKey(context), context.getWorkflowStaticData('node')),
});

/** What is known of the runs of a scheduled query, and when the workflow was published with it. */
type PastRuns = Past & { begun: string };

/** What the service's queue shows about the earlier runs of a scheduled query. */
async function pastOf(context: QueueingContext, scheduledQuery: ScheduledQuery): Promise<PastRuns> {
	const past = await lookBack(placeOf(context, scheduledQuery), scheduledQuery.onlyChanges);
	// Without what n8n has kept, it began with the first run, if there was one. It never begins with everything.
	const began = past.lastComplete?.start ?? past.oldest ?? new Date().toISOString();
	const name = searchPhraseOf(nameOfRuns(context, scheduledQuery));
	return { ...past, begun: kept(context).begun?.[name] ?? began };
}

async function startRunOrSay(
	context: QueueingContext,
	scheduledQuery: ScheduledQuery,
	url: string,
	past: PastRuns,
	tick?: number,
): Promise<void> {
	const { name } = context.getNode();
	const { latest, lastComplete, doubt } = past;
	if (latest?.state === 'underway') {
		context.logger.info(
			`${name}: no new run, because the one of ${latest.start} is still underway.`,
		);
		return;
	}
	if (latest?.reason !== undefined) {
		context.logger.warn(`${name}: the run of ${latest.start} was not complete: ${latest.reason}.`);
	}
	if (past.isFromElsewhere && lastComplete) {
		context.logger.warn(
			`${name}: this n8n has another address than before, or is a copy. It goes on after the run of ${lastComplete.start}.`,
		);
	}
	const since = changesSince(scheduledQuery, past, overlapIn(context));
	if (scheduledQuery.onlyChanges && !lastComplete && doubt) {
		const how = since === undefined ? 'starts over' : `asks for what has changed since ${since}`;
		context.logger.warn(
			`${name}: which run was the last complete one can't be told, since ${doubt.because}. This one ${how}.`,
		);
	}
	const missed = missedDeletions(scheduledQuery, since, Date.now());
	if (missed !== undefined) context.logger.error(`${name}: ${missed}`);
	await queueRun(context, scheduledQuery, url, past, tick);
}

/** If any of this changes, the node must register again. */
async function registrationMark(context: IHookFunctions, url: string): Promise<string> {
	const { apiKey, webhookSecret } = await readCredential(context);
	const [first, ...others] = await scheduledQueriesIn(context);
	return JSON.stringify([url, applicationMark(apiKey), Boolean(webhookSecret), first, ...others]);
}

const webhookUrlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

const kept = (context: TriggerContext): Kept => context.getWorkflowStaticData('node') as Kept;

/** n8n's webhook life cycle: checks whether the webhook exists, creates it, and removes it. */
export const webhookMethods = {
	default: {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			if (this.getMode() === 'manual') return false;
			return kept(this).registered === (await registrationMark(this, webhookUrlOf(this)));
		},

		async create(this: IHookFunctions): Promise<boolean> {
			const url = webhookUrlOf(this);
			const scheduledQueries = await scheduledQueriesIn(this, true);
			try {
				if (this.getMode() === 'manual') {
					// A test takes what is there, and its query shows that.
					for (const one of scheduledQueries)
						if (!isOfStock(one)) await queueRun(this, one, url, {});
					return true;
				}
				const { apiKey, webhookSecret } = await readCredential(this);
				if (scheduledQueries.length > 0) {
					kept(this).nodeId ??= this.getNode().id;
					scheduleOf(readValues(this), this.getTimezone());
					overlapIn(this);
					for (const one of scheduledQueries) await checkLaterRuns(serviceOf(this), one);
					const pasts: Array<[ScheduledQuery, PastRuns]> = [];
					for (const one of scheduledQueries) pasts.push([one, await pastOf(this, one)]);
					// A run of "from now on" takes changes since then until one is complete, so that none is lost with a first run that fails.
					kept(this).begun = Object.fromEntries(
						pasts.flatMap(([one, { begun }]) =>
							one.beginsNow ? [[searchPhraseOf(nameOfRuns(this, one)), begun]] : [],
						),
					);
					// Saving an active workflow activates it again. That alone starts no extra run, unless the scheduled query is new.
					const isSaved = this.getActivationMode() === 'update';
					for (const [one, past] of pasts)
						if (!isSaved || !past.latest) await startRunOrSay(this, one, url, past);
				} else {
					register(this.getWorkflowStaticData('global'), this.getNode().name, {
						nodeId: firstNodeId(this),
						url,
						needsToken: !webhookSecret,
						application: applicationMark(apiKey),
					});
				}
			} catch (error) {
				throw shownError(this, error);
			}
			Object.assign(kept(this), { registered: await registrationMark(this, url), url });
			// Pages may have come meanwhile, and n8n now stores the static data as it was before them.
			const staticData = this.getWorkflowStaticData('node');
			storePages(nodeKey(this), staticData, clock);
			storeRecords(nodeKey(this), staticData);
			return true;
		},

		async delete(this: IHookFunctions): Promise<boolean> {
			const data = kept(this);
			delete data.registered;
			delete data.url;
			unregister(this.getWorkflowStaticData('global'), this.getNode().name);
			return true;
		},
	},
};

/** What comes before the runs of a trigger that n8n has just started with. */
export interface BeforeRuns {
	/** Is called each minute. Whether the next run may start. */
	isDone: () => Promise<boolean>;
	/** Is called when the workflow is deactivated. */
	stop: () => Promise<void>;
}

const EACH_MINUTE = '0 * * * * *';

/**
 * The schedule of what the trigger asks for, which n8n runs while the workflow is active. The pages themselves arrive at the
 * webhook. If a run can't be started, the error is logged, and the next tick tries again.
 */
export async function startSchedule(
	context: ITriggerFunctions,
	before?: BeforeRuns,
): Promise<ITriggerResponse | undefined> {
	const scheduledQueries = await scheduledQueriesIn(context);
	if (scheduledQueries.length === 0 || context.getMode() === 'manual') return undefined;
	const schedule = scheduleOf(readValues(context), context.getTimezone());
	const ticks = scheduledQueries.map((one) => tickOf(context, one, schedule, before?.isDone));
	// A schedule may come once a week, and what comes before must not wait for it.
	if (before && schedule.cron !== EACH_MINUTE) {
		context.helpers.registerCron({ expression: EACH_MINUTE }, () => void before.isDone());
	}
	context.helpers.registerCron({ expression: schedule.cron }, () => {
		for (const tick of ticks) tick();
	});
	return { ...(before && { closeFunction: before.stop }) };
}

/** What a scheduled query does at each tick: starts its next run if that is due. */
function tickOf(
	context: ITriggerFunctions,
	scheduledQuery: ScheduledQuery,
	schedule: Schedule,
	isReady: BeforeRuns['isDone'] = async () => true,
): () => void {
	// When the last run started or was skipped. This way we don't ask about a long run every minute.
	let considered: number | undefined;
	let isTicking = false;
	const tick = async (moment: number) => {
		const { url } = kept(context);
		// What changes before the run has begun is in it, and in no later one.
		const early = moment - Date.now();
		if (early > 0) await sleep(early);
		if (!(await isReady())) return;
		if (url === undefined || !isDue(schedule, considered, moment)) return;
		const past = await pastOf(context, scheduledQuery);
		considered = past.latest && Date.parse(past.latest.start);
		if (!isDue(schedule, considered, moment)) return;
		await startRunOrSay(context, scheduledQuery, url, past, moment);
		considered = moment;
	};
	return () => {
		if (isTicking) return;
		isTicking = true;
		tick(tickAt(schedule, Date.now()))
			.catch((error: Error) => {
				context.logger.error(
					`${context.getNode().name}: the run could not be started: ${reasonOf(error)}`,
				);
			})
			.finally(() => {
				isTicking = false;
			});
	};
}
