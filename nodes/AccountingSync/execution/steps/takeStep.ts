import type { IDataObject } from 'n8n-workflow';

import { QueueError, UNKNOWN_OUTCOME } from '../../../../queue/calls/errors';
import { recordsChanged } from '../../../../queue/once/items';
import type { Known, LostCall, Standing } from '../../../../queue/once/journal';
import { mayHaveWritten } from '../../../../queue/once/writesByItem';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { errorOfOutcome, type Outcome, refusalOfOutcome } from '../../../../queue/reader/outcomes';
import { type QueuedRecord, wroteNothing } from '../../../../queue/requests/queuedRecord';
import type { Form } from '../../../../quickbooks/form/form';
import { elementsIn } from '../../../../quickbooks/qbxml/answer';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import { type Next, type Progress, refusedIn, type RequestOutcome } from '../../operations/steps';
import { wordsOfStep } from '../queueing/job';
import type { Awaited } from '../run/sleep';

/** What an item's step is taken with. */
export interface Standpoint {
	operation: QueueingOperation;
	known: Known;
	outcomes: Outcomes;
	forms: ReadonlyMap<number, Form>;
	failed: Progress['failed'];
}

const xmlIn = ({ response_xml: xml }: QueuedRecord): string => (typeof xml === 'string' ? xml : '');

/** How a request ended, as a step sees it. What its answer does not tell, nobody knows. */
function outcomeFor(id: string, outcome: Outcome): RequestOutcome {
	if ('pages' in outcome) {
		const answers = outcome.pages.map((page) => elementsIn(page));
		return answers.every(({ length }) => length > 0)
			? { answers: answers.flat(), xml: outcome.pages.map(xmlIn).join(''), requestId: id }
			: outcomeFor(id, { unreadable: '', record: outcome.pages[0] });
	}
	return {
		refusal: refusalOfOutcome(outcome),
		isUnknown: !('failed' in outcome && wroteNothing(outcome.failed)),
		...(!('lost' in outcome) && { requestId: id }),
	};
}

/** One shared read may have answered thousands of items. They all get the same object. */
const readOutcomes = new WeakMap<Outcome, RequestOutcome>();

function knownOutcome(id: string, outcome: Outcome): RequestOutcome {
	const known = readOutcomes.get(outcome) ?? outcomeFor(id, outcome);
	readOutcomes.set(outcome, known);
	return known;
}

const lostError = ({ message, description }: LostCall): QueueError =>
	new QueueError(message, description, UNKNOWN_OUTCOME);

/** A request of an item, and how it ended. */
interface EndedRequest {
	outcome: RequestOutcome;
	error: () => Error;
}

function endedRequests(
	standpoint: Standpoint,
	{ slots }: Standing,
	awaited: readonly Awaited[],
): EndedRequest[] {
	const { known, outcomes } = standpoint;
	return slots.map((slot) => {
		const lost = known.lost.get(slot);
		const own = awaited.find((one) => one.slot === slot);
		const ended = own && outcomes.get(own.id);
		if (!own || !ended) throw new Error(`The request ${slot} has not ended.`);
		const error = () => (lost ? lostError(lost) : errorOfOutcome(own, ended));
		return { outcome: knownOutcome(own.id, ended), error };
	});
}

/**
 * What follows for an item whose requests have all ended.
 * @param awaited Its requests.
 * @throws FormError or QueueError if it has failed.
 */
export function takeStep(
	standpoint: Standpoint,
	item: Standing,
	awaited: readonly Awaited[],
	{ form, qbxml, itemIndex }: { form: Form; qbxml: QbxmlKnowledge | undefined; itemIndex: number },
): Next {
	const { operation, known, forms, failed } = standpoint;
	const { steps = {} } = operation;
	const { [item.step]: step } = steps;
	if (!step) throw new Error(`${operation.name} has no step ${item.step}.`);
	const ended = endedRequests(standpoint, item, awaited);
	const first = known.queued.get(item.slots[0]);
	const progress: Progress = {
		form,
		qbxml,
		itemIndex,
		forms,
		failed,
		kept: item.kept as IDataObject,
		outcomes: ended.map(({ outcome }) => outcome),
		mayHaveWritten: (name) =>
			mayHaveWritten(known, { item: item.item, step: Object.keys(steps).indexOf(name) }, () =>
				wordsOfStep(operation, steps[name], { form, qbxml }),
			),
		queuedAt: item.slots.map((slot) =>
			String(known.queued.get(slot)?.record.inserted_at ?? known.lost.get(slot)?.at ?? ''),
		),
		earlier: first?.earlier,
		changed: first && recordsChanged(first)?.[0],
		externalGuids: item.slots.map(
			(slot) => known.queued.get(slot)?.externalGuid ?? known.lost.get(slot)?.externalGuid ?? '',
		),
	};
	const refused = refusedIn(progress);
	if (!refused) return step.answered(progress);
	const next = step.refused?.(progress);
	if (next) return next;
	throw ended[progress.outcomes.indexOf(refused)].error();
}
