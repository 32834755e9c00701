import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Messages } from '../../../../qbxml/facts';
import { connection } from '../../../shared/fields/connection';
import { required, trimmed, trueOrFalse } from '../../../shared/form/convert';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { type AnswerRecord, recordsIn } from '../../../shared/qbxml/answer';
import { wordsAt } from '../../../shared/qbxml/queryFacts';
import { canBeChanged, elementAt } from '../../../shared/qbxml/recordFacts';
import { inWords } from '../../../shared/qbxml/words';
import { changedSince } from '../../../shared/records/changes/changedSince';
import { formsOf } from '../../../shared/records/record';
import { records } from '../../../shared/records/registry';
import type { ServiceContext } from '../../../shared/transport/client';
import { requestsOfExecution } from '../../execution/queueing/requestsOfExecution';
import { executionMark } from '../../execution/run/runKey';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge, RequestContent } from '../../operations/requestContent';
import { documentRequest, encloseWherever } from '../../operations/requestDocument';
import { steppedOperation } from '../../operations/steppedOperation';
import { answersOf, type Next, type Progress } from '../../operations/steps';
import { differencesBetween } from './undo/differences';
import { judge, type Removal, type Verdict } from './undo/judge';
import { type Trace, tracesOf } from './undo/traces';

const notice: INodeProperties = {
	displayName:
		"Voids what an execution added, newest first, unless someone has changed it since or something else is linked to it. Changes that an execution made can't be undone. Each record is read just before it is voided; a change in the moments between isn't noticed.",
	name: 'undoNotice',
	type: 'notice',
	default: '',
};

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

const isOn = ({ values, timezone }: Form, { name, displayName }: INodeProperties): boolean =>
	trueOrFalse(values[name], { label: displayName, timezone }) === true;

/** Unless it was switched off, so that nothing is changed by mistake. */
const isDry = ({ values, timezone }: Form): boolean =>
	trueOrFalse(values[dryRun.name], { label: dryRun.displayName, timezone }) !== false;

const executionIn = ({ values, timezone }: Form): string =>
	String(required(trimmed)(values[executionId.name], { label: executionId.displayName, timezone }));

const tracesIn = ({ known }: Form): Trace[] => (known?.traces ?? []) as unknown as Trace[];

/** How many records are asked for at once, with all their lines. */
const READ_AT_ONCE = 100;

/** What takes records out of the books, the best first. */
const removals: readonly Removal[] = ['TxnVoid', 'TxnDel', 'ListDel'];

function removalOf(facts: Messages, type: string): Removal | undefined {
	return removals.find((removal) =>
		wordsAt(facts.get(`${removal}Rq`)?.content ?? [], `${removal}Type`).includes(type),
	);
}

/** The query that shows records of a type. Undefined if there is none. */
function queryFor(facts: Messages, type: string): string | undefined {
	// Somebody may have made another type of it.
	const isItem = type.startsWith('Item') && removalOf(facts, type) === 'ListDel';
	const query = isItem ? 'ItemQueryRq' : `${type}QueryRq`;
	return facts.has(query) ? query : undefined;
}

const nameOf = (type: string): string =>
	records.find((kind) => formsOf(kind).length === 1 && formsOf(kind)[0].qbxml === type)?.name ??
	inWords(type);

const document = (
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
	name: string,
	values: IDataObject,
): RequestContent =>
	documentRequest(form, qbxml, [{ name, values }], { label: 'Books', labels: new Map() });

function inParts<Part>(list: readonly Part[]): Part[][] {
	return Array.from({ length: Math.ceil(list.length / READ_AT_ONCE) }, (_, index) =>
		list.slice(index * READ_AT_ONCE, (index + 1) * READ_AT_ONCE),
	);
}

/** Reads everything that the execution has added, as it is now. */
function readsOf(form: Form, qbxml: QbxmlKnowledge | undefined): RequestContent[] {
	if (!qbxml) throw new Error('Undo needs the facts of qbXML.');
	const { facts } = qbxml;
	const ids = new Map<string, string[]>();
	for (const { fate, type, id } of tracesIn(form)) {
		const query = fate === 'added' ? queryFor(facts, type) : undefined;
		if (query !== undefined) ids.set(query, [...(ids.get(query) ?? []), id]);
	}
	// An item that asks for nothing would never come to its end.
	if (ids.size === 0) return [{ ...document(form, qbxml, 'HostQueryRq', {}), isRead: true }];
	return [...ids].flatMap(([query, all]) => {
		const { content = [] } = facts.get(query) ?? {};
		const id = elementAt(content, 'TxnID') ? 'TxnID' : 'ListID';
		const whole = ['IncludeLineItems', 'IncludeLinkedTxns'].filter((one) =>
			elementAt(content, one),
		);
		return inParts(all).map((part) => ({
			...document(form, qbxml, query, {
				[id]: part,
				...Object.fromEntries(whole.map((name) => [name, true])),
			}),
			isRead: true as const,
		}));
	});
}

/** What would be done, and what was done, by the request that does it. */
const actions: Readonly<Record<Removal, { planned: string; done: string }>> = {
	TxnVoid: { planned: 'wouldVoid', done: 'voided' },
	TxnDel: { planned: 'wouldDelete', done: 'deleted' },
	ListDel: { planned: 'wouldDelete', done: 'deleted' },
};

/** What the item says about one thing that the execution has done. */
function reported({ trace, removal, action, why }: Verdict): IDataObject {
	const { type, request, number, name, date, total, id, isListRecord, requestId } = trace;
	return {
		action: removal ? actions[removal].planned : action,
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

function removalRequest(
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
	{ type, id }: Trace,
	removal: Removal,
): RequestContent {
	return document(form, qbxml, `${removal}Rq`, {
		[`${removal}Type`]: type,
		[removal === 'ListDel' ? 'ListID' : 'TxnID']: id,
	});
}

function verdictsOf({ form, qbxml, ...progress }: Progress): Verdict[] {
	if (!qbxml) throw new Error('Undo needs the facts of qbXML.');
	const { facts } = qbxml;
	const found = answersOf({ form, qbxml, ...progress }).flatMap(recordsIn);
	const now = new Map(
		found.map((record): [string, AnswerRecord] => [
			String(record.fields.TxnID ?? record.fields.ListID),
			record,
		]),
	);
	return judge(tracesIn(form), {
		now,
		removalOf: (type) => removalOf(facts, type),
		isReadable: (type) => queryFor(facts, type) !== undefined,
		differencesOf: (asWritten, now) => {
			const own = records.flatMap(formsOf).find(({ qbxml }) => qbxml === asWritten.type);
			return own && asWritten.type === now.type && canBeChanged(own.qbxml)
				? changedSince({ facts, form: own, timezone: form.timezone }, asWritten, now)
				: differencesBetween(asWritten, now);
		},
		nameOf,
		deletes: isOn(form, deleteOthers),
	});
}

function afterReading(progress: Progress): Next {
	const { form, qbxml } = progress;
	const verdicts = verdictsOf(progress);
	const report = verdicts.map(reported);
	const removed = verdicts.flatMap(({ trace, removal }, place) =>
		removal ? [{ place, removal, request: removalRequest(form, qbxml, trace, removal) }] : [],
	);
	if (isDry(form) || removed.length === 0) return { items: report };
	return {
		requests: removed.map(({ request }) => request),
		then: 'removed',
		kept: { report, removed: removed.map(({ place, removal }) => ({ place, removal })) },
		changes: `undo ${executionIn(form)}`,
	};
}

/** The code of a record that is not there. */
const NOT_FOUND = '3120';

function afterRemoving({ form, qbxml, kept, outcomes }: Progress): Next {
	const { report, removed } = kept as {
		report?: IDataObject[];
		removed?: Array<{ place: number; removal: Removal }>;
	};
	// After a crash nobody knows what was planned, but the books say what was done.
	if (!report || !removed) return { requests: readsOf(form, qbxml), then: 'read' };
	const items = report.map((item) => ({ ...item }));
	for (const [index, { place, removal }] of removed.entries()) {
		const { [index]: outcome } = outcomes;
		const { [place]: item } = items;
		if ('answers' in outcome) {
			item.action = actions[removal].done;
			continue;
		}
		const { refusal, isUnknown, requestId } = outcome;
		const because = refusal.message ?? 'The request was not carried out.';
		if (isUnknown) {
			item.action = 'unknown';
			item.why = `Nobody knows whether it was ${actions[removal].done}${requestId === undefined ? '' : ` (request ${requestId})`}. Undo the execution again: it looks first. ${because}`;
		} else if (refusal.code === NOT_FOUND) {
			item.action = 'alreadyUndone';
			item.why = 'It is no longer in the books.';
		} else {
			item.action = 'notUndone';
			item.why = `QuickBooks has refused it: ${because}`;
		}
	}
	return { items };
}

async function readTraces(
	context: ServiceContext,
	form: Form,
	itemIndex: number,
): Promise<IDataObject> {
	const execution = executionIn(form);
	const mark = executionMark(context.getInstanceId(), execution);
	const connectionId = requiredId(form, connection);
	const found = await requestsOfExecution(context, connectionId, mark, itemIndex);
	const traces = tracesOf(found);
	if (traces.length === 0) {
		throw new FormError(
			`Execution ${execution} has written nothing on this connection, as far as its queue shows.`,
			'Check the number and the connection. What a Retry wrote belongs to the execution that it repeats or, after a crash of n8n, to the Retry itself. Not found: what another n8n or an older version of this package wrote, what was sent with a Custom Request ID unless it was created in qbXML, and what was deleted from the queue.',
		);
	}
	return { traces: traces as unknown as IDataObject[] };
}

const operation = steppedOperation({
	value: 'undo',
	name: 'Undo Execution',
	action: 'Undo an execution',
	description: 'Void what an execution added, unless someone has changed it since',
	properties: [connection, notice, executionId, dryRun, deleteOthers],
	needsQbxml: () => true,
	enclose: encloseWherever,
	readFirst: readTraces,
	request: readsOf,
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
