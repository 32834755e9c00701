import type { IDataObject } from 'n8n-workflow';

import { UNKNOWN_OUTCOME } from '../../../../queue/calls/errors';
import type { Verdict } from '../../../../quickbooks/books/judgeAddition';
import { judgeChange, judgeRemoval } from '../../../../quickbooks/books/judgeChange';
import { type Outcome, outcomeItem } from '../../../../quickbooks/books/outcomeItem';
import type { Wanted } from '../../../../quickbooks/books/wanted';
import { type Form, isOn } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import type { AnswerRecord } from '../../../../quickbooks/qbxml/answer';
import { connection } from '../../../shared/fields/connection';
import { writeIfAbsent } from '../../operations/fields/settling';
import { type Asking, postTo, type RequestContent } from '../../operations/requestContent';
import { steppedOperation } from '../../operations/steppedOperation';
import { type Next, type Progress, recordsOf, refusedIn } from '../../operations/steps';
import { judgeLook, lookForAdded, readRecord, wantedBy } from '../records/settling/look';
import { readRequestToSettle, requestToSettle, type UnknownRequest } from './requestToSettle';

const unknownIn = ({ known }: Form): UnknownRequest =>
	(known as { unknown: UnknownRequest }).unknown;

const wantedIn = (asking: Asking): Wanted => wantedBy(asking, unknownIn(asking.form).xml);

const recordIn = (progress: Progress): AnswerRecord | undefined => recordsOf(progress)[0];

function done(
	form: Form,
	outcome: Outcome,
	{ because, record }: { because?: string; record?: AnswerRecord } = {},
): { items: IDataObject[] } {
	const { requestId } = unknownIn(form);
	return { items: [outcomeItem(form, { outcome, because, requestId, record })] };
}

/** The same request once more. A GUID that it has proves it from then on, too. */
const onceMore = (form: Form): RequestContent => ({
	...postTo(form, 'queued_requests', { request_xml: unknownIn(form).xml }),
	replaces: unknownIn(form).newestId,
});

/** What follows from what the books say. */
function after(verdict: Verdict, progress: Progress, record?: AnswerRecord): Next {
	const { form } = progress;
	if (verdict.is === 'unclear') return done(form, 'unclear', { because: verdict.because, record });
	if (verdict.is === 'absent') {
		if (!isOn(form, writeIfAbsent)) return done(form, 'absent', { record });
		return { requests: [onceMore(form)], then: 'writtenAgain' };
	}
	const wanted = wantedIn(progress);
	if (wanted.action !== 'add') return done(form, 'found', { record });
	return { requests: [readRecord(progress, wanted, verdict.id)], then: 'read' };
}

function judged(progress: Progress): Next | undefined {
	const [looked] = progress.outcomes;
	if (!('answers' in looked)) return undefined;
	const wanted = wantedIn(progress);
	if (wanted.action === 'add') {
		return after(judgeLook(progress, wanted, unknownIn(progress.form)), progress);
	}
	const record = recordIn(progress);
	const judge = wanted.action === 'change' ? judgeChange : judgeRemoval;
	return after(judge(wanted, record), progress, record);
}

/** Says what became of a request in the queue, and asks the books if nobody knows. */
export const settleRequest = steppedOperation({
	value: 'settle',
	name: 'Find Out What Happened',
	action: 'Find out what happened to a request',
	description:
		"Find out whether a request with an unknown outcome was carried out, and write it if it wasn't",
	properties: [connection, requestToSettle, writeIfAbsent],
	readFirst: readRequestToSettle,
	doneFirst: ({ known }) => {
		const { done: item } = (known ?? {}) as { done?: IDataObject };
		return item && [item];
	},
	request: (form, qbxml) => {
		const asking = { form, qbxml };
		const wanted = wantedIn(asking);
		return wanted.action === 'add'
			? lookForAdded(asking, wanted, unknownIn(form).queuedAt)
			: [readRecord(asking, wanted, wanted.id ?? '')];
	},
	then: 'looked',
	steps: {
		looked: {
			answered: (progress) => {
				const next = judged(progress);
				if (!next) throw new Error('All requests were answered.');
				return next;
			},
			refused: judged,
		},
		read: {
			answered: (progress) => done(progress.form, 'found', { record: recordIn(progress) }),
		},
		writtenAgain: {
			answered: (progress) => {
				const [outcome] = progress.outcomes;
				return done(progress.form, 'written', {
					because: outcome.requestId,
					record: recordIn(progress),
				});
			},
			refused: (progress) => {
				if (refusedIn(progress)?.isUnknown !== true) return undefined;
				throw new FormError(
					'The request was certainly not carried out. It was queued again, and it is unknown whether that one was carried out.',
					'Find out again in a new execution: nothing is written twice.',
					UNKNOWN_OUTCOME,
				);
			},
		},
	},
});
