import { randomUUID } from 'node:crypto';

import { textOf, type XmlElement } from '../../../xml/read-xml';
import type { AnswerRecord, Session } from '../protocol/session';
import { type Status, StatusError, statusOf, unparseable } from '../protocol/status-errors';
import type { Answer } from '../schema/request-type';

/** One page of records. The iterator keeps the rest for the next page. */
function page(
	session: Session,
	records: AnswerRecord[],
	maximum: number,
	iteratorID: string,
): Pick<Answer, 'records' | 'attributes'> {
	const rest = records.slice(maximum);
	if (rest.length > 0) session.iterators.set(iteratorID, rest);
	else session.iterators.delete(iteratorID);
	return {
		records: records.slice(0, maximum),
		attributes: { iteratorRemainingCount: String(rest.length), iteratorID },
	};
}

function count(request: XmlElement, answer: Answer): Answer {
	const metaData = request.attributes.get('metaData') ?? 'NoMetaData';
	if (metaData === 'NoMetaData') return answer;
	const attributes = { retCount: String(answer.records.length), ...answer.attributes };
	return { ...answer, attributes, records: metaData === 'MetaDataOnly' ? [] : answer.records };
}

const noneOrAll = (records: AnswerRecord[]): Status => statusOf(records.length > 0 ? 0 : 1);

function openIterator(request: XmlElement, session: Session): AnswerRecord[] {
	const iteratorID = request.attributes.get('iteratorID') ?? '';
	const records = session.iterators.get(iteratorID);
	if (records === undefined) throw new StatusError(3120, iteratorID);
	return records;
}

function maximumOf(request: XmlElement): number {
	const maximum = textOf(request, 'MaxReturned');
	if (maximum === undefined) throw new StatusError(3150, 'MaxReturned');
	return Number(maximum);
}

interface Found {
	records: AnswerRecord[];
	missing?: string;
}

/**
 * Answers a query with the records from `find`: all of them, up to MaxReturned, or page by page with an iterator. `find` is
 * called only for the first page, because an iterator goes through the records as they were when it started.
 */
export function answerQuery(request: XmlElement, session: Session, find: () => Found): Answer {
	const iteratorID = request.attributes.get('iteratorID') ?? '';
	switch (request.attributes.get('iterator')) {
		case undefined: {
			const { records, missing } = find();
			const maximum = textOf(request, 'MaxReturned');
			const answered = maximum === undefined ? records : records.slice(0, Number(maximum));
			const status = missing === undefined ? noneOrAll(answered) : statusOf(500, missing);
			return count(request, { status, records: answered });
		}
		case 'Start': {
			const maximum = maximumOf(request);
			const { records, missing } = find();
			const first = page(session, records, maximum, `{${randomUUID()}}`);
			const status = missing === undefined ? noneOrAll(records) : statusOf(500, missing);
			return count(request, { status, ...first });
		}
		case 'Continue': {
			const next = page(session, openIterator(request, session), maximumOf(request), iteratorID);
			return count(request, { status: noneOrAll(next.records), ...next });
		}
		case 'Stop':
			openIterator(request, session);
			return { status: statusOf(0), ...page(session, [], 0, iteratorID) };
		default:
			throw unparseable();
	}
}
