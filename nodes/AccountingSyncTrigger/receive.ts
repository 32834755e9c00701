import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { reasonOf } from '../../queue/calls/errors';
import { candidatesFor } from '../../queue/deliveries/candidatePages';
import { type Delivery, jsonIn, type Page, pageFrom } from '../../queue/deliveries/delivery';
import {
	mayBeNew,
	type Memory,
	newRecords,
	rememberRecords,
} from '../../queue/deliveries/handedRecords';
import { matchRequestTypes, matchScheduledQuery } from '../../queue/deliveries/matchPage';
import { beginPage, knownAs, pageMark, settlePage } from '../../queue/deliveries/takenPages';
import { rememberRun } from '../../queue/runs/knownRuns';
import {
	asksTheSame,
	isInOneAnswer,
	isRun,
	runInQuery,
	searchPhraseOf,
	sinceInQuery,
	startOf,
} from '../../queue/runs/runNames';
import { asFound } from '../../quickbooks/finding/asFound';
import type { AnswerRecord } from '../../quickbooks/qbxml/answer';
import { FEATURE_IS_OFF } from '../../quickbooks/rules/statuses';
import {
	addedFields,
	comesInPages,
	isOfStock,
	matchedRecords,
	missedDeletions,
	newSince,
	type ScheduledQuery,
} from '../../quickbooks/scheduled/scheduledQuery';
import { clock } from '../shared/transport/clock';
import { serviceOf } from '../shared/transport/service';
import { authenticationProblem } from './delivery/authenticate';
import { respond } from './delivery/respond';
import { toItems } from './delivery/toItems';
import { withConnection } from './emptyConnection';
import { handedOver } from './execute';
import { isAsking, OVERLAP_MINUTES, queriesOf, readValues } from './form';
import { nameOfRuns, nodeKey } from './lifecycle';

const emitted: Record<string, (state: Delivery['state']) => boolean> = {
	both: () => true,
	completed: (state) => state === 'completed',
	failed: (state) => state !== 'completed',
};

/** The trigger's settings. */
export interface Setting {
	values: IDataObject;
	options: { emitEmptyPages?: boolean; includeResponse?: boolean; overlap?: unknown };
	/** The queries that the trigger itself queues. None if it takes what others ask. */
	scheduledQueries: ScheduledQuery[];
	/** See `nodeKey`. Pages are remembered separately for each. */
	node: string;
}

/** A page that is handed over. */
interface Taken {
	workflowData: INodeExecutionData[][];
	/** Call this once n8n has stored the execution. */
	remember: () => void;
}

/** A page that starts nothing, and the answer that the service gets. */
interface Refused {
	status: 200 | 503;
	message: string;
	detail?: string;
	/** Whether the service may know more in a moment. */
	isEarly?: boolean;
}

/** A delivery may come before the service shows the request it is about. We look again after these milliseconds. */
const waits = [300, 1000];

export const valuesIn = (context: Pick<IWebhookFunctions, 'getNodeParameter'>): IDataObject =>
	readValues({
		getNodeParameter: (name, fallback, options) =>
			context.getNodeParameter(name, fallback as object, options),
	});

/** The settings by the form's values. */
export async function settingOf(context: IWebhookFunctions, read: IDataObject): Promise<Setting> {
	const values = await withConnection(context, read);
	return {
		values,
		options: values.options as Setting['options'],
		node: nodeKey(context),
		scheduledQueries: queriesOf({ values, timezone: context.getTimezone() }),
	};
}

const withoutFields = (records: AnswerRecord[], names: readonly string[]): AnswerRecord[] =>
	names.length === 0
		? records
		: records.map(({ type, fields }) => ({
				type,
				fields: Object.fromEntries(
					Object.entries(fields).filter(([name]) => !names.includes(name)),
				),
			}));

/** Why a page of changes starts nothing: it has no records, none that is asked for, or none that is new. */
function whyNothing(given: readonly AnswerRecord[], asked: readonly AnswerRecord[]): string {
	if (given.length === 0) return 'Nothing has changed.';
	return asked.length === 0
		? 'Nothing that has changed is asked for.'
		: 'These records were handed over before.';
}

/** The part of a page that starts the workflow, or why nothing does. */
export async function judged(
	context: IWebhookFunctions,
	{ values, options, scheduledQueries, node }: Setting,
	page: Page,
): Promise<Taken | Refused> {
	const { delivery, answer } = page;
	const isWanted = emitted[String(values.emit)](delivery.state);
	const names = scheduledQueries.map((one) => nameOfRuns(context, one));
	const { isMeant, run, isOfAnotherRun } =
		names.length > 0
			? await matchScheduledQuery(serviceOf(context), names, page, context.getQueryData())
			: isWanted
				? await matchRequestTypes(serviceOf(context), values.requestTypes as string[], page)
				: { isMeant: false };
	// As long as it counts as undelivered, whoever has started the run makes up for it.
	if (isOfAnotherRun) {
		return {
			status: 503,
			message: 'This page belongs to a run that this trigger has not started.',
		};
	}
	if (!isMeant || !isWanted) {
		return { status: 200, message: 'This trigger takes no pages of this kind.' };
	}

	// Where the run is not told, the queries of one trigger differ in nothing that matters here.
	const own = Math.max(
		names.findIndex((one) => asksTheSame(one, run)),
		0,
	);
	const name = names.at(own);
	const scheduledQuery = scheduledQueries.at(own);

	const staticData = context.getWorkflowStaticData('node');
	const mark = pageMark(delivery);
	const known = await knownAs(node, staticData, mark);
	if (known === 'taken') return { status: 200, message: 'This page was taken before.' };
	if (known === 'unclear') {
		return { status: 503, message: 'This page is being taken; please try again.' };
	}

	const isStock = scheduledQuery !== undefined && isOfStock(scheduledQuery);
	if (isStock && answer?.refusal?.code === FEATURE_IS_OFF) {
		return { status: 200, message: 'This QuickBooks keeps no stock of such items.' };
	}

	const since = sinceInQuery(context.getQueryData());
	const onlyNew = values.onlyNew === true;
	const given = answer?.records ?? [];
	const matched = scheduledQuery ? matchedRecords(scheduledQuery, given) : given;
	const all = onlyNew
		? matched.filter((record) => mayBeNew(record, newSince(scheduledQuery, since)))
		: matched;
	const isOfChanges = scheduledQuery?.onlyChanges === true && delivery.state === 'completed';
	const key = nodeKey(context);
	// Several queries of one trigger share what is remembered: an item may be in two of them.
	const memory: Memory = {
		node: key,
		staticData,
		scheduledQuery: names.map(searchPhraseOf).at(0) ?? '',
		onlyNew,
	};
	const records = isOfChanges ? newRecords(memory, all) : all;
	const start = name && startOf(name, run);
	const warning =
		scheduledQuery && missedDeletions(scheduledQuery, since, Date.parse(start ?? '') || Date.now());
	// Runs that ask for changes mostly find none. Such a page starts the workflow only if the user wants it.
	const isSilent = warning === undefined && (isStock || options.emitEmptyPages !== true);
	if (isOfChanges && records.length === 0 && isSilent) {
		// Once its records are no longer remembered, they would look new.
		if (all.length > 0) settlePage(node, staticData, [mark]);
		return {
			status: 200,
			message: whyNothing(given, all),
		};
	}
	const shown = scheduledQuery
		? withoutFields(records, addedFields(scheduledQuery, onlyNew))
		: records;
	const items = toItems(delivery, answer && { ...answer, records: shown }, {
		splitIntoItems: values.splitIntoItems === true,
		includeResponse: options.includeResponse === true,
		shown: isAsking(values.triggerOn)
			? asFound({ values, timezone: context.getTimezone() })
			: ({ fields }) => fields,
		// The items of completed queries hold what the query has found, and no more.
		more:
			scheduledQuery && values.triggerOn !== 'completedQuery'
				? { changedSince: since ?? null, ...(warning !== undefined && { warning }) }
				: {},
	});
	if (items.length === 0) return { status: 200, message: 'The page has no records.' };
	// There is no await between `knownAs` and this call.
	const { taken, forgotten } = beginPage(
		node,
		staticData,
		mark,
		context.getResponseObject(),
		clock,
	);
	// n8n asks for its answer several times.
	let pages = 1;
	const remember = () => {
		taken();
		if (name === undefined || run === undefined || context.getMode() === 'manual') return;
		if (start !== undefined) {
			rememberRun(key, staticData, { id: delivery.id, requestId: run }, pages);
			pages = 0;
		}
		const overlap = Number(options.overlap ?? OVERLAP_MINUTES);
		if (isOfChanges) rememberRecords(memory, records, { start, since, overlap });
	};
	return { workflowData: handedOver(items, mark, forgotten), remember };
}

/** Whether a page may be one of several of its run. At the test URL n8n takes only one delivery, so a test asks for one. */
function asksForPages(
	context: IWebhookFunctions,
	scheduledQuery: ScheduledQuery,
	{ answer }: Page,
): boolean {
	if (context.getMode() === 'manual') return false;
	const run = [runInQuery(context.getQueryData()), answer?.requestId].find(isRun);
	return comesInPages(scheduledQuery, isInOneAnswer(run));
}

export const isTaken = (outcome: Taken | Refused): outcome is Taken => 'workflowData' in outcome;

/** The first page that a delivery may be about and that starts the workflow, or why none does. */
async function firstTaken(
	context: IWebhookFunctions,
	setting: Setting,
	page: Page,
): Promise<Taken | Refused> {
	const scheduledQuery = setting.scheduledQueries.at(0);
	const { pages, areAll, problem } = await candidatesFor(
		serviceOf(context),
		page,
		scheduledQuery
			? {
					connectionId: scheduledQuery.connectionId,
					iterates: asksForPages(context, scheduledQuery, page),
				}
			: {},
	);
	const untold: Refused = {
		status: 503,
		message: 'What this delivery is about could not be read; please try again.',
		detail: problem ?? 'other pages of the request may still be missing',
		isEarly: true,
	};
	const refused: Refused[] = [];
	for (const candidate of pages) {
		const outcome = await judged(context, setting, candidate);
		if (isTaken(outcome)) return outcome;
		refused.push(outcome);
	}
	if (!areAll) return untold;
	return refused.find(({ status }) => status === 503) ?? refused.at(-1) ?? untold;
}

/** The body as it arrived. Empty if n8n does not read its content type, which the service never uses. */
const rawBody = (context: IWebhookFunctions): Buffer =>
	context.getRequestObject().rawBody ?? Buffer.alloc(0);

/** The parsed body. If its content type says JSON, n8n has already parsed it, and a page can be megabytes. */
function contentOf(context: IWebhookFunctions, raw: Buffer): unknown {
	const { contentType, encoding, body } = context.getRequestObject();
	const isTakenApart = contentType === 'application/json' && /^utf-?8$/i.test(encoding);
	return isTakenApart ? body : jsonIn(raw);
}

/**
 * Handles one delivery (interface, section 6). Checks who sent it, reads missing details from the service, skips what
 * is filtered out or was taken before, and starts the workflow with the page's items. n8n answers once it has stored
 * the execution.
 */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const values = valuesIn(this);
	const body = rawBody(this);
	const problem = await authenticationProblem(this, body, values);
	if (problem !== undefined) return respond(this, 401, problem);
	const page = pageFrom(contentOf(this, body));
	if (page === undefined) return respond(this, 400, 'The body is not a delivery of the service.');
	let outcome: Taken | Refused;
	try {
		const setting = await settingOf(this, values);
		outcome = await firstTaken(this, setting, page);
		for (const wait of waits) {
			if (isTaken(outcome) || outcome.isEarly !== true) break;
			await sleep(wait);
			outcome = await firstTaken(this, setting, page);
		}
	} catch (error) {
		const message = 'The request of this page could not be looked up; please try again.';
		return respond(this, 503, message, reasonOf(error));
	}
	if (!isTaken(outcome)) return respond(this, outcome.status, outcome.message, outcome.detail);
	const { workflowData, remember } = outcome;
	return {
		workflowData,
		// n8n asks for this answer once it has stored the execution, and then saves the static data. If we wrote to the
		// static data earlier, n8n would not save it: it loses the flag that marks the data as changed when it starts the
		// execution.
		get webhookResponse() {
			remember();
			return { message: 'The page was taken.' };
		},
	};
}
