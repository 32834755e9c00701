import type { IHookFunctions, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import { wholeNumber } from '../shared/form/convert';
import { FormError } from '../shared/form/formError';
import { operationErrorOf, type ServiceContext } from '../shared/transport/client';
import { readCredential } from '../shared/transport/credential';
import { applicationMark, register, unregister } from '../shared/triggerUrl/registration';
import { urlToken, withToken } from '../shared/triggerUrl/urlToken';
import { withConnection } from './emptyConnection';
import { isAsking, OVERLAP_MINUTES, readValues } from './form';
import { knownRuns, rememberRun } from './scheduledQuery/knownRuns';
import { type RunsName, runsName } from './scheduledQuery/runNames';
import { lookBack, type Past, type Place } from './scheduledQuery/runs';
import { isDue, type Schedule, scheduleOf } from './scheduledQuery/schedule';
import {
	comesInPages,
	missedDeletions,
	scheduledQueriesOf,
	type ScheduledQuery,
} from './scheduledQuery/scheduledQuery';
import { changesSince, checkLaterRuns, startRun } from './scheduledQuery/startRun';

/** What the node stores for itself: only what it can recreate at any time. */
interface Kept {
	/** What was registered. If something changes, the node registers again. */
	registered?: string;
	/** The production URL. n8n only provides it while the webhook is created. */
	url?: string;
}

type TriggerContext = IHookFunctions | ITriggerFunctions;

const workflowId = (context: Pick<TriggerContext, 'getWorkflow'>): string =>
	String(context.getWorkflow().id ?? '');

/** The address that the service delivers to. It contains a secret if deliveries are not signed. */
async function deliveryUrl(context: TriggerContext, url: string): Promise<string> {
	const { apiKey, webhookSecret } = await readCredential(context);
	return webhookSecret
		? url
		: withToken(url, urlToken(apiKey, workflowId(context), context.getNode().id));
}

/** The scheduled queries. None if the node queues nothing itself. Turns FormErrors into n8n's own errors. */
export async function scheduledQueriesIn(
	context: TriggerContext,
	isActivated = false,
): Promise<ScheduledQuery[]> {
	const read = readValues(context);
	if (!isAsking(read.triggerOn)) return [];
	try {
		const values = await withConnection(context, read, isActivated);
		return scheduledQueriesOf({ values, timezone: context.getTimezone() });
	} catch (error) {
		throw error instanceof FormError ? operationErrorOf(context, error) : error;
	}
}

type NamingContext = Pick<
	TriggerContext,
	'getWorkflow' | 'getNode' | 'getMode' | 'getInstanceId' | 'getInstanceBaseUrl'
>;

/**
 * The name of the runs of a scheduled query. A test gets a different name, so that it doesn't disturb the real runs.
 */
export const nameOfRuns = (context: NamingContext, scheduledQuery: ScheduledQuery): RunsName =>
	runsName(
		workflowId(context),
		context.getNode().id,
		[scheduledQuery, ...(context.getMode() === 'manual' ? ['test'] : [])],
		[context.getInstanceId(), context.getInstanceBaseUrl()],
	);

/** The key under which a node's runs and records are remembered. */
export const nodeKey = (context: NamingContext): string =>
	`${workflowId(context)} ${context.getNode().id} ${context.getMode() === 'manual' ? 'test' : ''}`;

/** The overlap between the time windows of two runs from the form, in minutes. */
function overlapIn(context: TriggerContext): number {
	const { overlap } = readValues(context).options as { overlap?: unknown };
	const label = 'Overlap (Minutes)';
	return Number(
		wholeNumber(0)(overlap, { label, timezone: context.getTimezone() }) ?? OVERLAP_MINUTES,
	);
}

/** Queues a run and remembers it as a hint for later looks. */
async function queueRun(
	context: TriggerContext,
	scheduledQuery: ScheduledQuery,
	url: string,
	past: Pick<Past, 'lastComplete'>,
): Promise<void> {
	const isTest = context.getMode() === 'manual';
	const { triggerOn, onlyNew } = readValues(context);
	const run = await startRun(
		context as ServiceContext,
		scheduledQuery,
		{
			name: nameOfRuns(context, scheduledQuery),
			url: await deliveryUrl(context, url),
			overlapMinutes: overlapIn(context),
			// n8n takes only one delivery at the test URL.
			iterate: !isTest,
			onlyNew: onlyNew === true,
			tellsSince: triggerOn !== 'completedQuery',
		},
		past,
	);
	if (!isTest) rememberRun(nodeKey(context), context.getWorkflowStaticData('node'), run);
}

/** Where the runs of a scheduled query are found. */
export const placeOf = (context: TriggerContext, scheduledQuery: ScheduledQuery): Place => ({
	context: context as ServiceContext,
	connectionId: scheduledQuery.connectionId,
	name: nameOfRuns(context, scheduledQuery),
	iterates: (requestId) => comesInPages(scheduledQuery, requestId),
	known: knownRuns(nodeKey(context), context.getWorkflowStaticData('node')),
});

/** What the service's queue shows about the earlier runs of a scheduled query. */
const pastOf = async (context: TriggerContext, scheduledQuery: ScheduledQuery): Promise<Past> =>
	await lookBack(placeOf(context, scheduledQuery), scheduledQuery.onlyChanges);

async function startRunOrSay(
	context: TriggerContext,
	scheduledQuery: ScheduledQuery,
	url: string,
	past: Past,
): Promise<void> {
	const { name } = context.getNode();
	const { latest, lastComplete, isUncertain } = past;
	if (latest?.state === 'underway') {
		context.logger.info(
			`${name}: no new run, because the one of ${latest.start} is still underway.`,
		);
		return;
	}
	if (latest?.reason !== undefined) {
		context.logger.warn(`${name}: the run of ${latest.start} was not complete: ${latest.reason}.`);
	}
	if (scheduledQuery.onlyChanges && !lastComplete && isUncertain) {
		context.logger.warn(`${name}: no complete earlier run was found, so this one starts over.`);
	}
	const missed = missedDeletions(
		scheduledQuery,
		changesSince(scheduledQuery, past, overlapIn(context)),
		Date.now(),
	);
	if (missed !== undefined) context.logger.error(`${name}: ${missed}`);
	await queueRun(context, scheduledQuery, url, past);
}

/**
 * The run that activation starts. Saving an active workflow activates it again. That alone does not start an extra run,
 * unless the scheduled query is new.
 */
async function startFirstRun(
	context: IHookFunctions,
	scheduledQuery: ScheduledQuery,
	url: string,
): Promise<void> {
	const past = await pastOf(context, scheduledQuery);
	if (context.getActivationMode() === 'update' && past.latest) return;
	await startRunOrSay(context, scheduledQuery, url, past);
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
					for (const one of scheduledQueries) await queueRun(this, one, url, {});
					return true;
				}
				const { apiKey, webhookSecret } = await readCredential(this);
				if (scheduledQueries.length > 0) {
					scheduleOf(readValues(this), this.getTimezone());
					overlapIn(this);
					for (const one of scheduledQueries) await checkLaterRuns(this as ServiceContext, one);
					for (const one of scheduledQueries) await startFirstRun(this, one, url);
				} else {
					register(this.getWorkflowStaticData('global'), this.getNode().name, {
						nodeId: this.getNode().id,
						url,
						needsToken: !webhookSecret,
						application: applicationMark(apiKey),
					});
				}
			} catch (error) {
				throw operationErrorOf(this, error);
			}
			Object.assign(kept(this), { registered: await registrationMark(this, url), url });
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
	const tick = async () => {
		const { url } = kept(context);
		if (!(await isReady())) return;
		if (url === undefined || !isDue(schedule, considered, Date.now())) return;
		const past = await pastOf(context, scheduledQuery);
		considered = past.latest && Date.parse(past.latest.start);
		if (!isDue(schedule, considered, Date.now())) return;
		await startRunOrSay(context, scheduledQuery, url, past);
		considered = Date.now();
	};
	return () => {
		if (isTicking) return;
		isTicking = true;
		tick()
			.catch((error: Error) => {
				context.logger.error(
					`${context.getNode().name}: the run could not be started: ${error.message}`,
				);
			})
			.finally(() => {
				isTicking = false;
			});
	};
}
