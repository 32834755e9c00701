import type { IDataObject } from 'n8n-workflow';

import type { RequestError } from '../../../queue/calls/errors';
import type { Earlier } from '../../../queue/once/journal';
import type { NamedRecord } from '../../../queue/requests/shownRequest';
import type { Form } from '../../../quickbooks/form/form';
import { type AnswerRecord, recordsIn } from '../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../quickbooks/qbxml/answerFromXml';
import { isPassingLock, LOCK_DELAYS_MS } from '../../../quickbooks/rules/statuses';
import type { Asking, RequestContent } from './requestContent';

/** A request that was not carried out, or of which nobody knows whether it was. */
export interface Refused {
	refusal: RequestError;
	/** Whether the accounting application may have carried it out all the same. */
	isUnknown: boolean;
	/** The queued request. Undefined if nobody knows whether it was queued. */
	requestId?: string;
}

/** How one of a step's requests ended. */
export type RequestOutcome =
	| {
			answers: readonly AnswerElement[];
			/** The answers as they were written, if the service shows them in XML. They tell the order of lines. */
			xml: string;
			requestId: string;
	  }
	| Refused;

/** Where an item stands when its requests have ended. */
export interface Progress extends Asking {
	itemIndex: number;
	/** The forms of all items of the run that have begun, by item: the same object for all items. */
	forms: ReadonlyMap<number, Form>;
	/** The items of the run that failed before anything was sent, with their forms if those could be read and are still known. */
	failed: ReadonlyMap<number, Form | undefined>;
	/** What the steps before have kept for this one, as plain JSON: an execution may sleep in between. */
	kept: IDataObject;
	/** How the requests ended, in their order. */
	outcomes: readonly RequestOutcome[];
	/** Whether the run has a write of this item in the queue that leads to a step, and that was not certainly refused. */
	mayHaveWritten: (step: string) => boolean;
	/** When each request was queued, as ISO 8601. Empty if nobody knows. */
	queuedAt: readonly string[];
	/** For what is written for an order. */
	earlier?: Earlier;
	/** The `ExternalGUID` of each request that adds a record, in the order of the requests. */
	externalGuids: readonly string[];
	/** The record that the first request changes, if anybody can tell. */
	changed?: NamedRecord;
}

/** What an item asks for next. */
export interface NextRequests {
	requests: readonly RequestContent[];
	/** The step that takes what comes of them. */
	then: string;
	/** What is called `remembered` in it stays if the item begins anew. `before` is what one that was done had kept. */
	kept?: IDataObject;
	/**
	 * What the requests are going to change, such as the ID of a record, or several things. Items of a run that change the
	 * same take turns: the later one starts anew when the earlier one is done.
	 */
	changes?: string | readonly string[];
	/** How long to wait before they go out, in milliseconds. */
	pauseMs?: number;
}

/** An item's output. `changes` is what it has changed, or left as it is. It begins anew if an earlier item changes that later. */
type Done = { items: IDataObject[] } & Pick<NextRequests, 'changes'>;

/** What follows from a step. */
export type Next = Done | NextRequests;

/**
 * One step of an operation, as pure functions of what came back. They may be called again with the same, and throw a
 * FormError if the item can't go on.
 */
export interface Step {
	/** What follows when all requests were carried out. */
	answered: (progress: Progress) => Next;
	/** What follows if one of them was not. Without it, or if it gives undefined, the item fails with the first refusal. */
	refused?: (progress: Progress) => Next | undefined;
	/**
	 * The writes that may lead here, if the form alone tells their words. After a crash, what stands in the queue is compared with them:
	 * the form may be another one since, or the items in another order.
	 */
	requests?: (asking: Asking) => readonly RequestContent[];
	/**
	 * Whether what led here would be carried out twice if the item began anew, which it does then only if it was certainly not
	 * carried out. Without it, an item that failed begins anew on Retry.
	 * @param kept What the steps before have kept. Undefined if that does not count.
	 */
	isOnceOnly?: (form: Form, kept?: IDataObject) => boolean;
	/** Whether a step before has certainly written what would be written twice if the item began anew: it never does then. */
	hasWritten?: (form: Form, kept?: IDataObject) => boolean;
}

/** An operation's steps, by name. The number of a step stands in the identifiers of its requests: a new one comes last. */
export type Steps = Readonly<Record<string, Step>>;

/** All answers of a step whose requests were carried out. */
export const answersOf = ({ outcomes }: Progress): AnswerElement[] =>
	outcomes.flatMap((outcome) => ('answers' in outcome ? outcome.answers : []));

/** All records in the answers of a step. */
export const recordsOf = (progress: Progress): AnswerRecord[] =>
	answersOf(progress).flatMap(recordsIn);

/** The answers of a step as they were written. Empty if the service does not show them in XML. */
export const xmlOf = ({ outcomes }: Progress): string =>
	outcomes.map((outcome) => ('answers' in outcome ? outcome.xml : '')).join('');

/** The first request of a step that was not carried out. */
export const refusedIn = ({ outcomes }: Progress): Refused | undefined =>
	outcomes.find((outcome) => 'refusal' in outcome);

/** Whether a request was certainly not carried out, because somebody had open what it is about. */
export const isKeptOut = (outcome: RequestOutcome): boolean =>
	'refusal' in outcome && !outcome.isUnknown && isPassingLock(outcome.refusal);

/**
 * What is asked for once more, each time after a longer pause, because somebody had open what a request is about. Undefined if nobody
 * had, or too often already.
 */
export function whileLocked(
	{ kept, outcomes }: Progress,
	again: () => NextRequests,
): NextRequests | undefined {
	const lockTries = Number(kept.lockTries ?? 0);
	if (!outcomes.some(isKeptOut) || lockTries >= LOCK_DELAYS_MS.length) return undefined;
	const next = again();
	return {
		...next,
		kept: { ...next.kept, lockTries: lockTries + 1 },
		pauseMs: LOCK_DELAYS_MS[lockTries],
	};
}

export const isFurther = (next: Next): next is NextRequests => 'requests' in next;
