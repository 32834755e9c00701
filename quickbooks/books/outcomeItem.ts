import type { Form } from '../form/form';
import type { JsonObject } from '../json/object';
import type { AnswerRecord } from '../qbxml/answer';
import { recordOfType } from '../records/registry';
import { shownRecord } from '../records/simplify';

/** What became of a request, in the words that workflows store. */
export type Outcome =
	'absent' | 'carriedOut' | 'found' | 'refused' | 'unclear' | 'waiting' | 'written';

const meanings: Readonly<Record<Outcome, (because: string) => string>> = {
	absent: () => 'The request was certainly not carried out: the books do not show what it writes.',
	carriedOut: () => 'QuickBooks has carried the request out.',
	found: () => 'The request was carried out: the books show what it writes.',
	refused: (because) => `QuickBooks refused the request, which wrote nothing: ${because}`,
	unclear: (because) => `It is not certain whether the request was carried out, since ${because}.`,
	waiting: (because) => `The request has not ended yet: it is ${because}.`,
	written: (because) =>
		`The request was certainly not carried out. It was queued again as ${because}, which was carried out.`,
};

/** What an item says of a request. */
export function outcomeItem(
	form: Form,
	{
		outcome,
		because = '',
		requestId,
		record,
	}: { outcome: Outcome; because?: string; requestId: string; record?: AnswerRecord },
): JsonObject {
	const kind = record && recordOfType(record.type);
	return {
		outcome,
		meaning: meanings[outcome](because),
		request_id: requestId,
		...(record && {
			record: kind ? shownRecord(record, kind.simplified, form) : record.fields,
		}),
	};
}
