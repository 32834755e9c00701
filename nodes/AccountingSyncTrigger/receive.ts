import type {
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
	JsonObject,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { Answer } from '../shared/answer/records';
import { path, sendForData, type ServiceContext } from '../shared/service/client';
import { requestIdIn } from '../shared/service/queue';
import { refuse } from './delivery/answer';
import { jsonIn, pageFrom, type Delivery } from './delivery/delivery';
import { itemsOf } from './delivery/event';
import { begin, knownAs, pageMark } from './delivery/seen';
import { senderProblem } from './delivery/sender';
import { handedOver } from './execute';
import { readValues } from './form';
import { nameOfRuns } from './lifecycle';
import { questionOf, type Question } from './query/question';
import { startOf } from './query/runs';

/** The request's own record, for what a delivery without an answer does not say; null when it was deleted. */
async function recordOf(context: IWebhookFunctions, { id }: Delivery): Promise<IDataObject | null> {
	try {
		return await sendForData<IDataObject>(context as unknown as ServiceContext, {
			method: 'GET',
			path: path('queued_requests', id),
		});
	} catch (error) {
		if ((error as { httpCode?: string }).httpCode === '404') return null;
		throw new NodeApiError(context.getNode(), error as JsonObject);
	}
}

const requestTypeIn = (record: IDataObject): string | undefined =>
	(record.request_json as { request?: { name?: string } } | undefined)?.request?.name?.replace(
		/Rq$/,
		'',
	);

/**
 * Whether the workflow is meant for this page: of the question's own runs, or of the chosen request types. What can't
 * be told, because the request was deleted meanwhile, is taken rather than lost.
 */
async function isMeant(
	context: IWebhookFunctions,
	values: IDataObject,
	question: Question | undefined,
	delivery: Delivery,
	answer: Answer | null,
): Promise<boolean> {
	const types = question ? [] : (values.requestTypes as string[]);
	if (!question && types.length === 0) return true;
	const record = answer ? null : await recordOf(context, delivery);
	if (!answer && !record) return true;
	if (question) {
		const requestId = answer ? answer.requestId : record && requestIdIn(record);
		return startOf(nameOfRuns(context, question), requestId) !== undefined;
	}
	const type = answer?.requestType ?? (record && requestTypeIn(record)) ?? '';
	return types.some((wanted) => wanted.trim().replace(/R[qs]$/, '') === type);
}

const emitted: Record<string, (state: Delivery['state']) => boolean> = {
	both: () => true,
	completed: (state) => state === 'completed',
	failed: (state) => state !== 'completed',
};

/** Runs that ask for changes mostly find none: such a page starts the workflow only where the user wants it. */
const isPassedOver = (
	values: IDataObject,
	question: Question | undefined,
	{ state }: Delivery,
	answer: Answer | null,
): boolean =>
	question?.onlyChanges === true &&
	(values.options as { emitEmptyPages?: boolean }).emitEmptyPages !== true &&
	state === 'completed' &&
	(answer?.records ?? []).length === 0;

/** The body as it arrived; empty when its content type is none that n8n reads, and so none of the service's. */
const rawBody = (context: IWebhookFunctions): Buffer =>
	Buffer.from(context.getRequestObject().rawBody ?? '');

/** What the body says: n8n has taken a page of megabytes apart already, if its content type says that it is JSON. */
function contentOf(context: IWebhookFunctions, raw: Buffer): unknown {
	const { contentType, encoding, body } = context.getRequestObject();
	const isTakenApart = contentType === 'application/json' && /^utf-?8$/i.test(encoding);
	return isTakenApart ? body : jsonIn(raw);
}

/**
 * Takes one delivery (interface, section 6): checks who sent it and that it is one, passes over what is filtered out
 * or was taken before, and starts the workflow with its items. n8n answers once it has stored the execution.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const values = readValues({
		getNodeParameter: (name, fallback, options) =>
			this.getNodeParameter(name, fallback as object, options),
	});
	const body = rawBody(this);
	const problem = await senderProblem(this, body, values);
	if (problem !== undefined) return refuse(this, 401, problem);
	const page = pageFrom(contentOf(this, body));
	if (page === undefined) return refuse(this, 400, 'The body is not a delivery of the service.');
	const { delivery, answer } = page;
	const question =
		values.triggerOn === 'completedQuery'
			? questionOf({ values, timezone: this.getTimezone() })
			: undefined;
	try {
		const isWanted =
			emitted[String(values.emit)](delivery.state) &&
			(await isMeant(this, values, question, delivery, answer));
		if (!isWanted) return refuse(this, 200, 'This trigger takes no pages of this kind.');
	} catch (error) {
		this.logger.warn(`${this.getNode().name}: ${(error as Error).message}`);
		return refuse(this, 503, 'The request of this page could not be looked up; please try again.');
	}

	const node = `${this.getWorkflow().id} ${this.getNode().id} ${this.getMode()}`;
	const staticData = this.getWorkflowStaticData('node');
	const mark = pageMark(delivery);
	const known = await knownAs(node, staticData, mark);
	if (known === 'taken') return refuse(this, 200, 'This page was taken before.');
	if (known === 'unclear') return refuse(this, 503, 'This page is being taken; please try again.');
	if (isPassedOver(values, question, delivery, answer)) {
		return refuse(this, 200, 'Nothing has changed.');
	}
	const { includeResponse = false } = values.options as { includeResponse?: boolean };
	const items = itemsOf(delivery, answer, {
		splitIntoItems: values.splitIntoItems === true,
		includeResponse,
	});
	if (items.length === 0) return refuse(this, 200, 'The page has no records.');
	const { taken, forgotten } = begin(node, staticData, mark, this.getResponseObject());
	return {
		workflowData: handedOver(items, forgotten),
		// n8n asks for the answer to the service once it has stored the execution, and then saves the static data. What
		// is written there before, it would not save: the flag that says so gets lost when it starts the execution.
		get webhookResponse() {
			taken();
			return { message: 'The page was taken.' };
		},
	};
}
