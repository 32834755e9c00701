import type {
	ITriggerFunctions,
	ITriggerResponse,
	IWebhookFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { reasonOf } from '../../queue/calls/errors';
import { type Missed, type MissedPage, missedPages } from '../../queue/deliveries/missedPages';
import { settlePage } from '../../queue/deliveries/takenPages';
import { declareLost, type FoundRun, newestRun } from '../../queue/runs/runs';
import type { ScheduledQuery } from '../../quickbooks/scheduled/scheduledQuery';
import {
	type BeforeRuns,
	nameOfRuns,
	placeOf,
	scheduledQueriesIn,
	startSchedule,
} from './lifecycle';
import { isTaken, judged, type Setting, settingOf, valuesIn } from './receive';

/** How n8n activates a workflow that was active before. */
const startsOfN8n: readonly WorkflowActivateMode[] = ['init', 'leadershipChange'];

/** How often we look, once a minute, if the service can't be asked. Then the runs go on. */
const MOST_TRIES = 10;
/** How often we look at a run with pages that are still being delivered. A service may note down a delivery late. */
const MOST_LOOKS = 3;

/**
 * The trigger with a node of its own. n8n hands its node on to each execution that the trigger starts, and these change the
 * node's ID for a moment (see `claimPage`).
 */
function withOwnNode(context: ITriggerFunctions): ITriggerFunctions {
	const node = { ...context.getNode() };
	return Object.create(context, { getNode: { value: () => node } }) as ITriggerFunctions;
}

/** A page as the webhook would have got it. */
const asDelivered = (context: ITriggerFunctions, url: string): IWebhookFunctions =>
	Object.create(context, {
		getMode: { value: () => 'webhook' },
		getQueryData: { value: () => Object.fromEntries(new URL(url).searchParams) },
		// Nobody waits for an answer.
		getResponseObject: { value: () => ({ once: () => undefined, writableEnded: false }) },
	}) as IWebhookFunctions;

const nameOfPage = ({ page: { delivery } }: MissedPage): string =>
	`${delivery.page === null ? 'a page' : `page ${delivery.page}`} of request ${delivery.id}`;

/** Starts the workflow with a page, as if it had just been delivered. */
async function take(
	context: ITriggerFunctions,
	setting: Setting,
	missed: MissedPage,
): Promise<void> {
	const { logger } = context;
	const { name } = context.getNode();
	const outcome = await judged(asDelivered(context, missed.url), setting, missed.page);
	if (!isTaken(outcome)) return;
	logger.warn(
		`${name}: ${nameOfPage(missed)} was delivered while n8n was starting, and is taken now.`,
	);
	const ended = context.helpers.createDeferredPromise<never>();
	ended.promise.catch((error: Error) => {
		logger.error(
			`${name}: whether an execution has got ${nameOfPage(missed)} is unknown: ${reasonOf(error)}. If none has, get that request with the node Accounting Sync.`,
		);
	});
	context.emit(outcome.workflowData, undefined, ended as never);
	outcome.remember();
	settlePage(setting.node, context.getWorkflowStaticData('node'), missed.marks);
}

/** What a look at the newest run has shown goes to the log, the workflow and the next run. */
async function handle(
	context: ITriggerFunctions,
	setting: Setting,
	run: FoundRun,
	{ pages, lost, doubt }: Missed,
): Promise<void> {
	const { name } = context.getNode();
	for (const page of pages) await take(context, setting, page);
	if (lost !== undefined) {
		declareLost(run, lost);
		context.logger.warn(
			`${name}: the run of ${run.start} is not complete: ${lost}. The next run makes up for it.`,
		);
	}
	if (doubt !== undefined) {
		context.logger.warn(
			`${name}: pages of the run of ${run.start} may have been delivered while n8n was starting, and lost. It is not clear, because ${doubt}. If an execution is missing, get request ${run.id} with the node Accounting Sync.`,
		);
	}
}

/** Looks for the missed pages of one scheduled query. */
function lookerFor(context: ITriggerFunctions, scheduledQuery: ScheduledQuery) {
	const staticData = context.getWorkflowStaticData('node');
	const own = nameOfRuns(context, scheduledQuery);
	let run: FoundRun | undefined;
	let only: Set<string> | undefined;
	let looks = 0;
	let isDone = false;
	/** Looks once, unless nothing is open any more. Whether that was the last look. */
	return async (setting: Setting): Promise<boolean> => {
		if (isDone) return true;
		const place = placeOf(context, scheduledQuery);
		run ??= await newestRun(place);
		// Other systems with the same workflow have runs of their own.
		if (!run?.requestId.startsWith(`${own}-`)) {
			isDone = true;
			return true;
		}
		const missed = await missedPages(place, run, { node: setting.node, staticData }, only);
		await handle(context, setting, run, missed);
		only = new Set(missed.open);
		looks += 1;
		isDone = only.size === 0 || looks >= MOST_LOOKS;
		return isDone;
	};
}

/** Looks for pages that were delivered while n8n was starting. */
function catchUp(context: ITriggerFunctions, scheduledQueries: ScheduledQuery[]): BeforeRuns {
	const { logger } = context;
	const { name } = context.getNode();
	const lookers = scheduledQueries.map((one) => lookerFor(context, one));
	let tries = 0;
	let isOver = false;
	let hasLooked = false;
	let underway: Promise<void> | undefined;
	const look = async () => {
		tries += 1;
		const setting = await settingOf(asDelivered(context, 'http://n8n.invalid'), valuesIn(context));
		const areDone: boolean[] = [];
		for (const lookAgain of lookers) {
			if (isOver) return;
			areDone.push(await lookAgain(setting));
		}
		// From here on, runs may start.
		hasLooked = true;
		isOver = areDone.every(Boolean);
		const more = isOver ? '' : ', and will look again';
		logger.debug(`${name}: looked for pages that were delivered while n8n was starting${more}.`);
	};
	const isDone = async () => {
		if (isOver) return true;
		underway ??= look()
			.catch((error: Error) => {
				const isLast = tries >= MOST_TRIES;
				isOver ||= isLast;
				logger[isLast ? 'error' : 'warn'](
					`${name}: whether pages were lost while n8n was starting could not be looked up${isLast ? ', and is not looked up any more' : ''}: ${reasonOf(error)}`,
				);
			})
			.finally(() => {
				underway = undefined;
				isOver ||= tries >= MOST_TRIES;
			});
		await underway;
		return hasLooked || isOver;
	};
	const stop = async () => {
		isOver = true;
	};
	return { isDone, stop };
}

/**
 * Starts what the trigger does by itself. When n8n starts, the trigger first takes the pages that were delivered in vain: n8n
 * answers with 200 then, and passes nothing on.
 */
export async function startTrigger(this: ITriggerFunctions): Promise<ITriggerResponse | undefined> {
	if (!startsOfN8n.includes(this.getActivationMode())) return await startSchedule(this);
	const context = withOwnNode(this);
	const scheduledQueries = await scheduledQueriesIn(context);
	if (scheduledQueries.length === 0) return undefined;
	const before = catchUp(context, scheduledQueries);
	const response = await startSchedule(context, before);
	// The activation of the workflow does not wait for the service.
	void before.isDone();
	return response;
}
