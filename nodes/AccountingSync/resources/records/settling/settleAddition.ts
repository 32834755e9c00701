import type { IDataObject } from 'n8n-workflow';

import { UNKNOWN_OUTCOME } from '../../../../../queue/calls/errors';
import type { Earlier } from '../../../../../queue/once/journal';
import type { Verdict } from '../../../../../quickbooks/books/judgeAddition';
import type { Wanted } from '../../../../../quickbooks/books/wanted';
import { type Form, isOptionOn } from '../../../../../quickbooks/form/form';
import { FormError } from '../../../../../quickbooks/form/formError';
import type { AnswerElement } from '../../../../../quickbooks/qbxml/answerFromXml';
import { aboutOrder } from '../../../operations/fields/orderNumber';
import { looksInBooks, writeIfAbsent } from '../../../operations/fields/settling';
import {
	type Asking,
	type RequestContent,
	withGuid,
	xmlIn,
} from '../../../operations/requestContent';
import {
	answersOf,
	type Next,
	type Progress,
	type Refused,
	refusedIn,
	type Step,
	type Steps,
} from '../../../operations/steps';
import { judgeLook, lookForAdded, readRecord, wantedBy } from './look';

/** What the steps of a write that adds are made with. */
export interface AdditionSpec {
	noun: string;
	/** The request that adds the record, from the form and what was read before. */
	addition: (asking: Asking, read?: readonly AnswerElement[]) => RequestContent;
	/** What is read before the record is added. Without it, or if it gives nothing, the form says all. */
	reads?: (asking: Asking) => RequestContent[];
	/** What the item gives, from the record. */
	output: (answers: readonly AnswerElement[], form: Form) => IDataObject[];
}

/** What the steps keep while they look. */
interface Kept extends IDataObject {
	guid: string;
	queuedAt: string;
	/** The request whose outcome is unknown. Undefined if nobody knows whether it was queued. */
	requestId?: string;
	earlier?: Earlier;
	/** Whether it has gone out once more already. */
	isAgain?: boolean;
}

const ABSENT = 'certainly_absent';

function absentError(noun: string, { isAgain, guid }: Kept): FormError {
	const times = isAgain ? ' twice' : '';
	const todo = isAgain
		? 'To write it, run this item in a new execution.'
		: 'To write it, switch on Options > Write If Absent and press Retry.';
	return new FormError(
		`The ${noun} is certainly not in the books; nothing was written.`,
		`The connection to the desktop broke off${times} while QuickBooks had the request, and no ${noun} there has its ExternalGUID ${guid}. ${todo}`,
		ABSENT,
	);
}

const lostError = (noun: string): FormError =>
	new FormError(
		`The ${noun} is not in the books now, but its request may still be waiting in the queue.`,
		'The call that queued it gave no usable answer, and nothing says in which order requests are carried out. It was not sent again, so that nothing is written twice. Look for it with Queued Request > Get Many. If it is not there either, run this item in a new execution.',
		UNKNOWN_OUTCOME,
	);

const unclearError = (noun: string, because: string): FormError =>
	new FormError(
		`It is not certain whether the ${noun} is in the books; it was not written again.`,
		`The connection to the desktop broke off while QuickBooks had the request. Nothing proves what became of it, since ${because}. Look for the ${noun} in QuickBooks. Run this item in a new execution only if it is not there.`,
		UNKNOWN_OUTCOME,
	);

const unreadError = (noun: string, { refusal: { code, message } }: Refused): FormError =>
	new FormError(
		`It is unknown whether the ${noun} was written, and the books could not be read.`,
		`${message ?? 'The request was not carried out.'} (Error code: ${code ?? 'none'}) Press Retry to look again: nothing is written twice.`,
		UNKNOWN_OUTCOME,
	);

/**
 * The steps of a write that adds a record: if nobody knows what became of it, the books are asked.
 * @returns The steps, of which the first takes what comes of the addition itself.
 */
export function settlingSteps({
	noun,
	addition,
	output,
	reads = () => [],
}: AdditionSpec): Steps & { written: Step } {
	const wantedIn = (asking: Asking): Wanted => wantedBy(asking, xmlIn(addition(asking)));
	const lookAfter = (progress: Progress, isAgain: boolean): Next | undefined => {
		const refused = refusedIn(progress);
		if (!refused?.isUnknown || !looksInBooks(progress.form)) return undefined;
		const { queuedAt, externalGuids, earlier } = progress;
		const kept: Kept = {
			guid: externalGuids[0],
			queuedAt: queuedAt[0],
			...(refused.requestId !== undefined && { requestId: refused.requestId }),
			...(earlier !== undefined && { earlier }),
			...(isAgain && { isAgain }),
		};
		const requests = lookForAdded(progress, wantedIn(progress), kept.queuedAt);
		return { requests, then: 'looked', kept };
	};
	const after = (verdict: Verdict, progress: Progress): Next => {
		const kept = progress.kept as Kept;
		if (verdict.is === 'found') {
			const requests = [readRecord(progress, wantedIn(progress), verdict.id)];
			return { requests, then: 'read', kept };
		}
		if (verdict.is === 'unclear') throw unclearError(noun, verdict.because);
		if (kept.requestId === undefined) throw lostError(noun);
		if (kept.isAgain || !isOptionOn(progress.form, writeIfAbsent)) throw absentError(noun, kept);
		const needed = reads(progress);
		return needed.length > 0
			? { requests: needed, then: 'readAgain', kept }
			: writeAgain(progress, addition(progress));
	};
	/** The same addition once more. It keeps its GUID, so that the books go on proving what became of it. */
	const writeAgain = (progress: Progress, content: RequestContent): Next => {
		const kept = progress.kept as Kept;
		const again = { ...withGuid(content, kept.guid), replaces: kept.requestId };
		return { requests: [again], then: 'writtenAgain', kept };
	};
	const unread = (progress: Progress): undefined => {
		const refused = refusedIn(progress);
		if (refused) throw unreadError(noun, refused);
	};
	const judged = (progress: Progress): Next => {
		const [added] = progress.outcomes;
		if ('refusal' in added) throw unreadError(noun, added);
		return after(judgeLook(progress, wantedIn(progress), progress.kept as Kept), progress);
	};
	const outputOf = (progress: Progress): IDataObject[] =>
		output(answersOf(progress), progress.form);
	return {
		written: {
			answered: (progress) => ({ items: outputOf(progress) }),
			refused: (progress) => lookAfter(progress, false),
		},
		looked: { answered: judged, refused: judged },
		read: {
			answered: (progress) => {
				const { earlier } = progress.kept as Kept;
				return {
					items: outputOf(progress).map((item) => ({
						...aboutOrder(earlier),
						...item,
						settled: 'found',
					})),
				};
			},
			refused: unread,
		},
		readAgain: {
			answered: (progress) => writeAgain(progress, addition(progress, answersOf(progress))),
			refused: unread,
		},
		writtenAgain: {
			answered: (progress) => ({
				items: outputOf(progress).map((item) => ({ ...item, settled: 'written' })),
			}),
			refused: (progress) => lookAfter(progress, true),
		},
	};
}
