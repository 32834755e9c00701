import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { requestsOfExecution } from '../../../../queue/reader/requestsOfExecution';
import {
	judge,
	meanings,
	type Removal,
	type Settled,
	type Verdict,
} from '../../../../quickbooks/books/undo/judge';
import { knownOfTypes, queryFor } from '../../../../quickbooks/books/undo/recordTypes';
import type { Trace } from '../../../../quickbooks/books/undo/traces';
import { required, trimmed, trueOrFalse } from '../../../../quickbooks/form/convert';
import { type Form, isOn, requiredId, valueOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { groupBy } from '../../../../quickbooks/json/groupBy';
import { type AnswerRecord } from '../../../../quickbooks/qbxml/answer';
import { isUnclear } from '../../../../quickbooks/qbxml/certainty';
import { elementAt } from '../../../../quickbooks/qbxml/recordFacts';
import { LOCK_DELAYS_MS, RECORD_NOT_FOUND } from '../../../../quickbooks/rules/statuses';
import { connection } from '../../../shared/fields/connection';
import { noticeField } from '../../../shared/fields/noticeField';
import { serviceOf } from '../../../shared/transport/service';
import { executionMark } from '../../execution/run/runKey';
import type { QueueingOperation } from '../../operations/queueingOperation';
import { type Asking, knowledgeOf, type RequestContent } from '../../operations/requestContent';
import { documentRequest, readRequest } from '../../operations/requestDocument';
import { steppedOperation } from '../../operations/steppedOperation';
import {
	isKeptOut,
	type Next,
	type Progress,
	recordsOf,
	type RequestOutcome,
} from '../../operations/steps';
import { tracesOf } from './tracesOfRequests';

const notice = noticeField(
	'undoNotice',
	"Voids what an execution added, newest first, unless someone has changed it since or something else is linked to it. An invoice is voided only when its payment is certainly gone. Changes that an execution made can't be undone. Each record is read just before it is voided; a change in the moments between isn't noticed. Stop an execution that is still running before you undo it.",
);

const executionId: INodeProperties = {
	displayName: 'Execution ID',
	name: 'executionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 1042',
	description:
		"The number of the execution, as shown in n8n's list of executions. What a Retry wrote belongs to the execution that it repeats. What was sent with a Custom Request ID is found only if it was created in qbXML.",
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description:
		'Whether to only list what would be voided or deleted, and what would stay and why, without changing anything',
};

const deleteOthers: INodeProperties = {
	displayName: "Delete What Can't Be Voided",
	name: 'deleteWhatCannotBeVoided',
	type: 'boolean',
	default: false,
	description:
		"Whether to delete what can't be voided: customers, items and other list records, customer payments, estimates, orders and time entries. What is deleted can't be brought back. If off, these stay and are listed.",
};

/** Unless it was switched off, so that nothing is changed by mistake. */
const isDry = (form: Form): boolean => valueOf(form, dryRun, trueOrFalse) !== false;

const executionIn = (form: Form): string =>
	// n8n shows it as #33 in places.
	String(valueOf(form, executionId, required(trimmed))).replace(/^#\s*/, '');

const tracesIn = ({ known }: Form): Trace[] => (known?.traces ?? []) as Trace[];

/** How many records are asked for at once, with all their lines. */
const READ_AT_ONCE = 100;

const LABEL = 'Books';

function inParts<Part>(list: readonly Part[]): Part[][] {
	return Array.from({ length: Math.ceil(list.length / READ_AT_ONCE) }, (_, index) =>
		list.slice(index * READ_AT_ONCE, (index + 1) * READ_AT_ONCE),
	);
}

/** What the steps keep: what has become of records, by their IDs, and what was asked for last. */
interface Kept extends IDataObject {
	settled?: Record<string, Settled>;
	removing?: Array<{ id: string; removal: Removal }>;
	/** How often something could not be removed because of somebody's lock. */
	lockTries?: number;
}

const keptOf = ({ kept }: Progress): Kept => kept;

/** What the execution has added, but for what has been settled. */
const openIn = (form: Form, settled: Readonly<Record<string, Settled>>): Trace[] =>
	tracesIn(form).filter(({ fate, id }) => fate === 'added' && !settled[id]);

/** Reads records that the execution has added, as they are now. */
function readsOf(asking: Asking, open: readonly Trace[]): RequestContent[] {
	const { facts } = knowledgeOf(asking);
	const byQuery = groupBy(open, ({ type }) => queryFor(facts, type));
	byQuery.delete(undefined);
	// An item that asks for nothing would never come to its end.
	if (byQuery.size === 0) return [readRequest(asking, { name: 'HostQueryRq', values: {} }, LABEL)];
	return [...byQuery].flatMap(([query = '', traces]) => {
		const { content = [] } = facts.get(query) ?? {};
		const id = elementAt(content, 'TxnID') ? 'TxnID' : 'ListID';
		const whole = ['IncludeLineItems', 'IncludeLinkedTxns'].filter((one) =>
			elementAt(content, one),
		);
		return inParts(traces.map((trace) => trace.id)).map((part) => {
			const values = { [id]: part, ...Object.fromEntries(whole.map((name) => [name, true])) };
			return readRequest(asking, { name: query, values }, LABEL);
		});
	});
}

/** What would be done, and what was done, by the request that does it. */
const actions: Readonly<Record<Removal, { planned: string; done: 'deleted' | 'voided' }>> = {
	TxnVoid: { planned: 'wouldVoid', done: 'voided' },
	TxnDel: { planned: 'wouldDelete', done: 'deleted' },
	ListDel: { planned: 'wouldDelete', done: 'deleted' },
};

/** What the item says about one thing that the execution has done. */
function reported({ trace, removal, action, why }: Verdict): IDataObject {
	const { type, request, number, name, date, total, id, isListRecord, requestId } = trace;
	return {
		action: removal ? actions[removal].planned : action,
		meaning: meanings[(removal ? actions[removal].planned : action) ?? 'unknown'],
		why: why ?? null,
		type,
		request,
		number,
		name,
		date,
		total,
		TxnID: isListRecord || id === '' ? null : id,
		ListID: isListRecord && id !== '' ? id : null,
		request_id: requestId,
	};
}

/** The records of the execution that were read, by their IDs. */
const recordsNow = (progress: Progress): ReadonlyMap<string, AnswerRecord> =>
	new Map(
		recordsOf(progress).map((record) => [
			String(record.fields.TxnID ?? record.fields.ListID),
			record,
		]),
	);

function removalRequest(
	asking: Asking,
	{ type, id }: Trace,
	removal: Removal,
	now: AnswerRecord | undefined,
): RequestContent {
	const by = removal === 'ListDel' ? 'ListID' : 'TxnID';
	const values = { [`${removal}Type`]: type, [by]: id };
	const request = { name: `${removal}Rq`, values };
	const dates = [now?.fields.TxnDate ?? []].flat().map(String);
	return { ...documentRequest(asking, request, { label: LABEL }), dates };
}

function verdictsOf(progress: Progress, settled: Readonly<Record<string, Settled>>): Verdict[] {
	const { form } = progress;
	return judge(tracesIn(form), {
		...knownOfTypes(knowledgeOf(progress).facts, form.timezone),
		settled,
		now: recordsNow(progress),
		deletes: isOn(form, deleteOthers),
	});
}

/** Removes what nothing hangs on any more. What is left is looked at again when that has certainly been carried out. */
function afterReading(progress: Progress): Next {
	const { form } = progress;
	const { settled = {}, lockTries = 0 } = keptOf(progress);
	const verdicts = verdictsOf(progress, settled);
	const removed = verdicts.flatMap(({ trace, removal, isLater }) =>
		removal && !isLater ? [{ trace, removal }] : [],
	);
	if (isDry(form) || removed.length === 0) return { items: verdicts.map(reported) };
	const stays = verdicts.flatMap(
		({ trace, removal, action, why = null }): Array<[string, Settled]> =>
			trace.fate === 'added' && !removal
				? [[trace.id, { action: action as Settled['action'], why }]]
				: [],
	);
	const now = recordsNow(progress);
	return {
		requests: removed.map(({ trace, removal }) =>
			removalRequest(progress, trace, removal, now.get(trace.id)),
		),
		then: 'removed',
		kept: {
			settled: { ...settled, ...Object.fromEntries(stays) },
			removing: removed.map(({ trace: { id }, removal }) => ({ id, removal })),
			lockTries,
		} satisfies Kept,
		changes: `undo ${executionIn(form)}`,
	};
}

/** What has become of a record, from the outcome of the request that was to remove it. */
function settledBy(removal: Removal, outcome: RequestOutcome): Settled {
	const { done } = actions[removal];
	if ('answers' in outcome) return { action: done, why: null };
	const { refusal, isUnknown, requestId } = outcome;
	const because = refusal.message ?? 'The request was not carried out.';
	if (isUnknown) {
		return {
			action: 'unknown',
			why: `Nobody knows whether it was ${done}${requestId === undefined ? '' : ` (request ${requestId})`}. Undo the execution again: it looks first. ${because}`,
		};
	}
	return refusal.code === RECORD_NOT_FOUND
		? { action: 'alreadyUndone', why: 'It is no longer in the books.' }
		: { action: 'notUndone', why: `QuickBooks has refused it: ${because}` };
}

function afterRemoving(progress: Progress): Next {
	const { form, outcomes } = progress;
	// After a crash nobody knows what was planned, but the books say what was done.
	const { settled: before = {}, removing = [], lockTries = 0 } = keptOf(progress);
	// What somebody has open stays to be done, and is read again.
	const mayWait = lockTries < LOCK_DELAYS_MS.length;
	const isLeft = (index: number) => mayWait && isKeptOut(outcomes[index]);
	const isWaiting = removing.some((_one, index) => isLeft(index));
	const settled = {
		...before,
		...Object.fromEntries(
			removing.flatMap(({ id, removal }, index) =>
				isLeft(index) ? [] : [[id, settledBy(removal, outcomes[index])]],
			),
		),
	};
	const open = openIn(form, settled);
	if (open.length === 0) return { items: verdictsOf(progress, settled).map(reported) };
	return {
		requests: readsOf(progress, open),
		then: 'read',
		kept: { settled, lockTries: lockTries + (isWaiting ? 1 : 0) } satisfies Kept,
		...(isWaiting && { pauseMs: LOCK_DELAYS_MS[lockTries] }),
		changes: `undo ${executionIn(form)}`,
	};
}

/**
 * What the execution has done on the connection, as its queue shows it now.
 * @param todo What to do if that can't be told.
 */
async function tracesNow(context: IExecuteFunctions, form: Form, todo: string): Promise<Trace[]> {
	const mark = executionMark(context.getInstanceId(), executionIn(form));
	const connectionId = requiredId(form, connection);
	const queued = await requestsOfExecution(serviceOf(context), connectionId, mark);
	if (isUnclear(queued)) {
		throw new FormError(
			`This service can't tell which requests an execution has queued, since ${queued.because}.`,
			todo,
		);
	}
	return tracesOf(queued);
}

async function readTraces(context: IExecuteFunctions, form: Form): Promise<IDataObject> {
	const traces = await tracesNow(
		context,
		form,
		'Nothing was voided or deleted. Try again when nothing waits in the queue, or undo the execution in QuickBooks.',
	);
	if (traces.length === 0) {
		throw new FormError(
			`Execution ${executionIn(form)} has written nothing on this connection, as far as its queue shows.`,
			'Check the number and the connection. What a Retry wrote belongs to the execution that it repeats or, after a crash of n8n, to the Retry itself. Not found: what another n8n or an older version of this package wrote, what was sent with a Custom Request ID unless it was created in qbXML, and what was deleted from the queue.',
		);
	}
	return { traces };
}

/** What the execution has queued while it was undone. */
async function queuedMeanwhile(context: IExecuteFunctions, form: Form): Promise<IDataObject[]> {
	if (isDry(form)) return [];
	const known = new Set(tracesIn(form).map(({ requestId }) => requestId));
	const traces = await tracesNow(context, form, 'Undo it again: it looks first.');
	return traces
		.filter(({ requestId, fate }) => !known.has(requestId) && fate !== 'refused')
		.map((trace) =>
			reported({
				trace,
				action: trace.fate === 'waiting' ? 'waiting' : 'notUndone',
				why: 'The execution queued this while it was being undone, so it may still be running. Stop it, or wait until it has ended, and undo it again.',
			}),
		);
}

const operation = steppedOperation({
	value: 'undo',
	name: 'Undo Execution',
	action: 'Undo an execution',
	description: 'Void what an execution added, unless someone has changed it since',
	properties: [connection, notice, executionId, dryRun, deleteOthers],
	readFirst: readTraces,
	goesOnFromFirst: true,
	looksFirst: true,
	readLast: queuedMeanwhile,
	request: (form, qbxml) => readsOf({ form, qbxml }, openIn(form, {})),
	then: 'read',
	steps: {
		read: { answered: afterReading },
		removed: { answered: afterRemoving, refused: afterRemoving },
	},
});

/** Takes back what an execution has added. Its items are a report, which has no answer to be simplified. */
export const undoExecution: QueueingOperation = {
	...operation,
	properties: operation.properties.filter(({ name }) => name !== 'simplify'),
};
