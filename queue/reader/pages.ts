import { groupBy } from '../../quickbooks/json/groupBy';
import { type Answer, answerIn } from '../../quickbooks/qbxml/answer';
import {
	hasAnswer,
	hasFailed,
	isTerminal,
	pageNumber,
	type QueuedRecord,
} from '../requests/queuedRecord';
import { iteratorIn } from '../requests/shownRequest';

/** What the records with one ID prove about their request. */
export type Pages =
	/** All of its pages, in order. */
	| { complete: QueuedRecord[] }
	/** A page that failed. The request will never be complete. */
	| { failed: QueuedRecord }
	/** Why it is not complete yet, as a clause. `unreadable` is a page that has an answer that we can't read. */
	| { missing: string; unreadable?: QueuedRecord };

interface Page {
	record: QueuedRecord;
	number: number | null;
	/** Null while there is nothing to read. */
	answer: Answer | null;
}

const contentOf = ({ response_xml: xml, response_json: json }: QueuedRecord): string =>
	typeof xml === 'string' && xml !== '' ? xml : (JSON.stringify(json) ?? '');

/** Each page once. If a page was read twice, we keep the record that shows its completion and its answer. */
function withoutRepeats(records: readonly QueuedRecord[]): QueuedRecord[] {
	const factsOf = (record: QueuedRecord): string =>
		JSON.stringify([record.page_request_id ?? null, pageNumber(record)]);
	const groups = groupBy(records, factsOf);
	return [...groups.values()].flatMap((group) => {
		if (group.length === 1) return group;
		const done = group.filter(isTerminal);
		if (done.length === 0) return group.slice(0, 1);
		const answered = done.filter(hasAnswer);
		return answered.length === 0
			? done.slice(0, 1)
			: [...new Map(answered.map((record) => [contentOf(record), record])).values()];
	});
}

const hasPageFacts = (record: QueuedRecord): boolean =>
	pageNumber(record) !== null || (record.page_request_id ?? null) !== null;

/** The records that are pages. An iterated request may also have a record of its own, which holds no answer. */
const pageRecords = (records: readonly QueuedRecord[]): QueuedRecord[] =>
	records.filter(
		(record) =>
			hasPageFacts(record) ||
			hasAnswer(record) ||
			!isTerminal(record) ||
			hasFailed(record) ||
			!records.some(hasPageFacts),
	);

/** The distinct pages among the records of a request. */
export const distinctPages = (records: readonly QueuedRecord[]): QueuedRecord[] =>
	withoutRepeats(pageRecords(records));

const isAscending = (numbers: Array<number | null>): boolean =>
	numbers.every((number, index) => index === 0 || number === Number(numbers[index - 1]) + 1);

const byNumber = (one: Page, other: Page): number => Number(one.number) - Number(other.number);

const byRemaining = (one: Page, other: Page): number =>
	(other.answer?.remaining ?? Infinity) - (one.answer?.remaining ?? Infinity) ||
	// If nothing remains after either of two pages, the one without records comes last.
	(other.answer?.records.length ?? 0) - (one.answer?.records.length ?? 0);

/** Whether a request continues after an earlier page. */
const continues = (record: QueuedRecord): boolean => iteratorIn(record) === 'Continue';

const numberingProblem = (numbers: Array<number | null>): string | undefined =>
	Number(numbers[0]) > 1 || !isAscending(numbers)
		? `its pages have the numbers ${numbers.join(', ')}, so that one is missing`
		: undefined;

/** Why pages without numbers are not complete. What remains after each page must fit the page before it. */
const remainingProblem = (pages: readonly Page[]): string | undefined =>
	pages.some(
		({ answer }, index) =>
			index > 0 &&
			pages[index - 1].answer?.remaining !==
				Number(answer?.remaining) + Number(answer?.records.length),
	)
		? 'its pages carry no numbers, and what each says to remain does not fit the others'
		: undefined;

function endProblem(pages: readonly Page[]): string | undefined {
	const [last, ...others] = [...pages].reverse();
	if (last.answer?.remaining === null) {
		return 'its last page does not say how many records remain';
	}
	if (last.answer?.remaining !== 0) {
		return `${last.answer?.remaining} records remain after the last page that there is`;
	}
	return others.some(({ answer }) => answer?.remaining === 0)
		? 'more than one of its pages says that nothing remains'
		: undefined;
}

/** Whether one record is the whole request: nothing was iterated, or nothing was found. */
const isAlone = ({ answer, record, number }: Page, iterates: boolean): boolean =>
	answer?.iterates === false &&
	Number(number) <= 1 &&
	!continues(record) &&
	(!iterates || answer.records.length === 0);

const pageIn = (record: QueuedRecord): Page => ({
	record,
	number: pageNumber(record),
	answer: answerIn(record),
});

/** Records of pages in the order of the pages, by their numbers and by how much remains, as far as they show it. */
export const inOrder = (records: readonly QueuedRecord[]): QueuedRecord[] =>
	records
		.map(pageIn)
		.sort((one, other) => byNumber(one, other) || byRemaining(one, other))
		.map(({ record }) => record);

/**
 * What the records that share an ID prove about their request (interface, sections 2.2 and 4.3). An iterated request is
 * complete if its pages are numbered without a gap, from 0 or from 1. Without numbers, what remains after each page
 * must fit the others, and nothing must remain after exactly one of them. Times and the order of the list prove
 * nothing.
 * @param iterates Whether the caller asked for automatic iteration. A page that does not say what remains is then not
 * the whole request.
 */
export function pagesOf(
	records: readonly QueuedRecord[],
	{ iterates = false }: { iterates?: boolean } = {},
): Pages {
	const pages = distinctPages(records).map(pageIn);
	const areNumbered =
		pages.every(({ number }) => number !== null) &&
		new Set(pages.map(({ number }) => number)).size === pages.length;
	pages.sort(areNumbered ? byNumber : byRemaining);
	const failed = pages.find(({ record }) => hasFailed(record));
	if (failed) return { failed: failed.record };
	if (pages.length === 0) return { missing: 'the service shows no page of it' };
	const open = pages.find(({ record }) => !isTerminal(record));
	if (open) return { missing: `it is not completed yet (${open.record.state})` };
	const unreadable = pages.find(({ answer }) => answer === null)?.record;
	if (unreadable) return { missing: 'its answer could not be read', unreadable };
	if (pages.length === 1 && isAlone(pages[0], iterates)) return { complete: [pages[0].record] };
	const problem =
		(continues(pages[0].record) ? 'its first page is missing' : undefined) ??
		(areNumbered ? numberingProblem(pages.map(({ number }) => number)) : remainingProblem(pages)) ??
		endProblem(pages);
	return problem === undefined
		? { complete: pages.map(({ record }) => record) }
		: { missing: problem };
}
