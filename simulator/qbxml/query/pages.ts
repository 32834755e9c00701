import { randomUUID } from 'node:crypto';

import { textOf, type XmlElement } from '../../../xml/read-xml';
import type { AnswerRecord, OpenIterator, Session } from '../protocol/session';
import { type Status, StatusError, statusOf, unparseable } from '../protocol/status-errors';
import type { Answer } from '../schema/request-type';

const contentOf = ({ name, text, children }: XmlElement): unknown => [
	name,
	text,
	children.map(contentOf),
];

/** What a query asks for. The size of its pages may differ. */
const queryOf = ({ name, children }: XmlElement): string =>
	JSON.stringify([name, children.filter((child) => child.name !== 'MaxReturned').map(contentOf)]);

/** One page of records. The iterator keeps the rest for the next page. */
function page(
	session: Session,
	{ rest: records, query }: OpenIterator,
	maximum: number,
	iteratorID: string,
): Pick<Answer, 'records' | 'attributes'> {
	const rest = records.slice(maximum);
	if (rest.length > 0) session.iterators.set(iteratorID, { rest, query });
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

function openIterator(request: XmlElement, session: Session): OpenIterator {
	const iteratorID = request.attributes.get('iteratorID') ?? '';
	const iterator = session.iterators.get(iteratorID);
	const isContinued = request.attributes.get('iterator') === 'Continue';
	const isOther = isContinued && iterator !== undefined && iterator.query !== queryOf(request);
	if (iterator === undefined || isOther) throw new StatusError(3391, iteratorID);
	return iterator;
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
			const query = queryOf(request);
			const first = page(session, { rest: records, query }, maximum, `{${randomUUID()}}`);
			const status = missing === undefined ? noneOrAll(records) : statusOf(500, missing);
			return count(request, { status, ...first });
		}
		case 'Continue': {
			const next = page(session, openIterator(request, session), maximumOf(request), iteratorID);
			return count(request, { status: noneOrAll(next.records), ...next });
		}
		case 'Stop':
			openIterator(request, session);
			return { status: statusOf(0), ...page(session, { rest: [], query: '' }, 0, iteratorID) };
		default:
			throw unparseable();
	}
}
