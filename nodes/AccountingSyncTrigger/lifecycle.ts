import type { IHookFunctions, ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';

import {
	credentialName,
	operationErrorOf,
	sendForData,
	type ServiceContext,
} from '../shared/service/client';
import { applicationMark, register, unregister } from '../shared/trigger/registration';
import { urlToken, withToken } from '../shared/trigger/urlToken';
import { readValues } from './form';
import { questionOf, runRequest, type Question } from './query/question';
import { latestRun, requestIdOf, runsName } from './query/runs';
import { isDue, scheduleOf } from './query/schedule';
import { startRun } from './query/startRun';

/** What the node keeps of its own: only what can be made again at any time. */
interface Kept {
	/** What was registered; anything else is registered anew. */
	registered?: string;
	/** The production URL, which n8n tells only while the webhook is made. */
	url?: string;
}

export interface TriggerCredential {
	baseUrl: string;
	apiKey: string;
	webhookSecret?: string;
}

type TriggerContext = IHookFunctions | ITriggerFunctions;

const credentialOf = (context: TriggerContext) =>
	context.getCredentials<TriggerCredential>(credentialName);

const workflowId = (context: Pick<TriggerContext, 'getWorkflow'>): string =>
	String(context.getWorkflow().id ?? '');

/** The address the service delivers to: with a secret of its own where deliveries are not signed. */
async function deliveryUrl(context: TriggerContext, url: string): Promise<string> {
	const { apiKey, webhookSecret } = await credentialOf(context);
	return webhookSecret
		? url
		: withToken(url, urlToken(apiKey, workflowId(context), context.getNode().id));
}

/** The question, or undefined when the node queues nothing itself. FormErrors come out as n8n's own. */
function askedQuestion(context: TriggerContext): Question | undefined {
	const values = readValues(context);
	if (values.triggerOn !== 'completedQuery') return undefined;
	try {
		return questionOf({ values, timezone: context.getTimezone() });
	} catch (error) {
		throw operationErrorOf(context, error);
	}
}

/** The name of the runs of a question; the name of a test is another one, so that tests disturb no run. */
export const nameOfRuns = (
	context: Pick<TriggerContext, 'getWorkflow' | 'getNode' | 'getMode'>,
	question: Question,
): string =>
	runsName(workflowId(context), context.getNode().id, [
		question,
		...(context.getMode() === 'manual' ? ['test'] : []),
	]);

/** One page of the question to the test URL: n8n takes only one delivery there. */
async function queueTestPage(
	context: IHookFunctions,
	question: Question,
	url: string,
): Promise<void> {
	await sendForData(
		context,
		runRequest(question, {
			requestId: requestIdOf(nameOfRuns(context, question), new Date()),
			webhookUrl: await deliveryUrl(context, url),
			iterate: false,
			changedSince: question.firstRunFrom,
		}),
	);
}

async function startRunOrSay(
	context: TriggerContext,
	question: Question,
	url: string,
): Promise<void> {
	const start = await startRun(
		context as ServiceContext,
		question,
		nameOfRuns(context, question),
		await deliveryUrl(context, url),
	);
	if (!start.started) {
		context.logger.info(
			`${context.getNode().name}: no new run, because the one of ${start.underway.start} is still underway.`,
		);
	}
}

/**
 * The run that activation starts. Saving an active workflow activates it again: that is no reason to ask out of turn,
 * unless the question is a new one.
 */
async function startFirstRun(
	context: IHookFunctions,
	question: Question,
	url: string,
): Promise<void> {
	const name = nameOfRuns(context, question);
	const isSavedAgain = context.getActivationMode() === 'update';
	if (isSavedAgain && (await latestRun(context, question.connectionId, name))) return;
	await startRunOrSay(context, question, url);
}

/** What must be registered anew when it changes. */
async function registrationMark(context: IHookFunctions, url: string): Promise<string> {
	const { apiKey, webhookSecret } = await credentialOf(context);
	return JSON.stringify([
		url,
		applicationMark(apiKey),
		Boolean(webhookSecret),
		askedQuestion(context),
	]);
}

const webhookUrlOf = (context: IHookFunctions): string =>
	context.getNodeWebhookUrl('default') ?? '';

const kept = (context: TriggerContext): Kept => context.getWorkflowStaticData('node') as Kept;

/** n8n's webhook life cycle: whether the webhook stands, making it, and taking it down. */
export const webhookMethods = {
	default: {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			if (this.getMode() === 'manual') return false;
			return kept(this).registered === (await registrationMark(this, webhookUrlOf(this)));
		},

		async create(this: IHookFunctions): Promise<boolean> {
			const url = webhookUrlOf(this);
			const question = askedQuestion(this);
			try {
				if (this.getMode() === 'manual') {
					if (question) await queueTestPage(this, question, url);
					return true;
				}
				const { apiKey, webhookSecret } = await credentialOf(this);
				if (question) {
					scheduleOf(readValues(this), this.getTimezone());
					await startFirstRun(this, question, url);
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

/** The start of the newest run in milliseconds since 1970, or undefined when there was none. */
async function startOfLatestRun(context: ITriggerFunctions, question: Question) {
	const run = await latestRun(
		context as unknown as ServiceContext,
		question.connectionId,
		nameOfRuns(context, question),
	);
	return run && Date.parse(run.start);
}

/**
 * The schedule of Completed Query, which n8n runs while the workflow is active. The pages themselves arrive at the
 * webhook; a run that can't be started is logged and tried again at the next tick.
 */
export async function startSchedule(
	this: ITriggerFunctions,
): Promise<ITriggerResponse | undefined> {
	const question = askedQuestion(this);
	if (question === undefined || this.getMode() === 'manual') return undefined;
	const schedule = scheduleOf(readValues(this), this.getTimezone());
	// When the last run started or was left out, so that a run that takes long is not asked after every minute.
	let considered: number | undefined;
	let isTicking = false;
	const tick = async () => {
		const { url } = kept(this);
		if (url === undefined || !isDue(schedule, considered, Date.now())) return;
		considered = await startOfLatestRun(this, question);
		if (!isDue(schedule, considered, Date.now())) return;
		await startRunOrSay(this, question, url);
		considered = Date.now();
	};
	this.helpers.registerCron({ expression: schedule.cron }, () => {
		if (isTicking) return;
		isTicking = true;
		tick()
			.catch((error: Error) => {
				this.logger.error(`${this.getNode().name}: the run could not be started: ${error.message}`);
			})
			.finally(() => {
				isTicking = false;
			});
	});
	return {};
}
