import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Form } from '../../../shared/form/form';
import { elementsIn } from '../../../shared/qbxml/answer';
import { type QueuedRecord, wroteNothing } from '../../../shared/transport/queuedRecord';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { QbxmlKnowledge } from '../../operations/requestContent';
import { type Next, refusedIn, type RequestOutcome } from '../../operations/steps';
import type { Outcome, Outcomes } from '../outcomes/checkCompletion';
import { errorOfOutcome, refusalOfOutcome } from '../outcomes/results';
import type { ItemState, LostRequest, RunState } from '../run/runState';
import type { Awaited } from '../run/sleep';

/** What an item's step is taken with. */
export interface Standpoint {
	context: IExecuteFunctions;
	operation: QueueingOperation;
	state: RunState;
	outcomes: Outcomes;
	forms: ReadonlyMap<number, Form>;
}

const xmlIn = ({ response_xml: xml }: QueuedRecord): string => (typeof xml === 'string' ? xml : '');

/** How a request ended, as a step sees it. Undefined if its answer can't be read. */
function outcomeFor(id: string, outcome: Outcome): RequestOutcome | undefined {
	if ('pages' in outcome) {
		const answers = outcome.pages.map((page) => elementsIn(page));
		return answers.every(({ length }) => length > 0)
			? { answers: answers.flat(), xml: outcome.pages.map(xmlIn).join(''), requestId: id }
			: undefined;
	}
	return {
		refusal: refusalOfOutcome(outcome),
		isUnknown: !('failed' in outcome && wroteNothing(outcome.failed)),
		...(!('lost' in outcome) && { requestId: id }),
	};
}

/** One shared read may have answered thousands of items. They all get the same object. */
const known = new WeakMap<Outcome, RequestOutcome | undefined>();

function knownOutcome(id: string, outcome: Outcome): RequestOutcome | undefined {
	if (!known.has(outcome)) known.set(outcome, outcomeFor(id, outcome));
	return known.get(outcome);
}

function lostError({ context }: Standpoint, lost: LostRequest, itemIndex: number) {
	const { message, description } = lost;
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	error.context.code = 'unknown_outcome';
	return error;
}

/** A request of an item, and how it ended. */
interface EndedRequest {
	outcome: RequestOutcome;
	error: () => Error;
}

function endedRequests(
	standpoint: Standpoint,
	{ slots }: ItemState,
	itemIndex: number,
	awaited: readonly Awaited[],
): EndedRequest[] {
	const { context, state, outcomes } = standpoint;
	return slots.map((slot) => {
		const { [slot]: lost } = state.lost;
		const own = awaited.find((one) => one.slot === slot);
		const ended = own && outcomes.get(own.id);
		if (!own || !ended) throw new Error(`The request ${slot} has not ended.`);
		const error = () =>
			lost
				? lostError(standpoint, lost, itemIndex)
				: errorOfOutcome(context.getNode(), { ...own, itemIndex }, ended);
		const outcome = knownOutcome(own.id, ended);
		if (!outcome) throw error();
		return { outcome, error };
	});
}

/**
 * What follows for an item whose requests have all ended.
 * @param awaited Its requests.
 * @throws FormError or NodeOperationError if it has failed.
 */
export function takeStep(
	standpoint: Standpoint,
	item: ItemState,
	awaited: readonly Awaited[],
	{ form, qbxml, itemIndex }: { form: Form; qbxml: QbxmlKnowledge | undefined; itemIndex: number },
): Next {
	const { operation, state, forms } = standpoint;
	const step = operation.steps?.[item.step];
	if (!step) throw new Error(`${operation.name} has no step ${item.step}.`);
	const ended = endedRequests(standpoint, item, itemIndex, awaited);
	const progress = {
		form,
		qbxml,
		itemIndex,
		forms,
		kept: item.kept as IDataObject,
		outcomes: ended.map(({ outcome }) => outcome),
		queuedAt: item.slots.map((slot) => {
			const { taken, lost } = state;
			return String(taken[slot]?.record.inserted_at ?? lost[slot]?.at ?? '');
		}),
		alreadyExisted: state.taken[item.slots[0]]?.alreadyExisted,
		externalGuids: item.slots.map(
			(slot) => state.taken[slot]?.externalGuid ?? state.lost[slot]?.externalGuid ?? '',
		),
	};
	const refused = refusedIn(progress);
	if (!refused) return step.answered(progress);
	const next = step.refused?.(progress);
	if (next) return next;
	throw ended[progress.outcomes.indexOf(refused)].error();
}
