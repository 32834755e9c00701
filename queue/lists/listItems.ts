import { alphabetically, folded } from '../../quickbooks/form/alphabetically';
import type { FieldOption } from '../../quickbooks/form/field';
import type { ListKind } from '../../quickbooks/lists/recordLists';
import { answerIn, type AnswerRecord } from '../../quickbooks/qbxml/answer';
import type { QueuedRecord } from '../requests/queuedRecord';
import { shownRequest } from '../requests/shownRequest';
import { isTimestamp } from '../words/localMoment';

/** Children of a query that don't exclude any records. */
const harmless = new Set(['IncludeRetElement', 'IncludeLineItems', 'IncludeLinkedTxns', 'OwnerID']);

/** When an answer was given, as far as its record shows. A delivery changes the record once more. */
export function answeredAt({
	webhook_state: webhookState,
	inserted_at: queuedAt,
	updated_at: updatedAt,
}: QueuedRecord): string | undefined {
	const at = webhookState === 'not_applicable' ? (updatedAt ?? queuedAt) : queuedAt;
	return isTimestamp(at) ? at : undefined;
}

/** Whether a maximum leaves records out. With an iterator, the maximum is only the page size. */
const isLimit = (record: QueuedRecord): boolean => answerIn(record)?.iterates !== true;

/** Whether a query asks for all records of its kind, as far as we can see. */
export function asksForAll(record: QueuedRecord): boolean {
	const children = shownRequest(record)?.children;
	const limits = (name: string) => (name === 'MaxReturned' ? isLimit(record) : !harmless.has(name));
	return children !== undefined && !children.some(({ name }) => limits(name));
}

/** Whether a request for a whole list shows that the service has added a maximum to it. */
export const isCutOff = (record: QueuedRecord): boolean =>
	isLimit(record) &&
	(shownRequest(record)?.children ?? []).some(({ name }) => name === 'MaxReturned');

/** Whether a request is word by word one for the whole list, whatever identifier it carries. */
export function isAskedFor({ query, fields, lastDays }: ListKind, record: QueuedRecord): boolean {
	const shown = shownRequest(record);
	if (shown?.query !== query || shown.children === undefined) return false;
	const asked = shown.children.filter(({ name }) => name === 'IncludeRetElement');
	const others = shown.children.filter(({ name }) => name !== 'IncludeRetElement');
	return (
		asked.length === fields.length &&
		asked.every(({ text }) => fields.includes(text)) &&
		others.every(({ name }) => lastDays !== undefined && name === 'TxnDateRangeFilter')
	);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Whether a name already contains a detail, as a whole or at its start: `Abe:Kitchen` contains `Abe`, `Abernathy`
 * doesn't.
 */
const says = (name: string, detail: string): boolean =>
	name.startsWith(detail) && !/^[\p{L}\p{N}]/u.test(name.slice(detail.length));

/**
 * Whether an answer yields entries, if it has records. If no record has a readable ID, we don't know the shape of the
 * answer.
 */
export function hasReadableIds({ fields: [id] }: ListKind, request: QueuedRecord): boolean {
	const records = answerIn(request)?.records ?? [];
	return records.length === 0 || records.some(({ fields }) => isText(fields[id]));
}

function listItem(kind: ListKind, record: AnswerRecord): FieldOption | undefined {
	const { fields } = record;
	const { [kind.fields[0]]: id } = fields;
	if (!isText(id) || kind.belongs?.(record) === false) return undefined;
	const name =
		[fields.FullName, fields.Name, fields.Initial, fields.RefNumber, id].find(isText) ?? id;
	const details = (kind.details?.(record) ?? [])
		.filter(isText)
		.filter((detail) => !says(name, detail));
	return { name: [name, ...details].join(' · '), value: id };
}

/**
 * The entries of a list from the answers to queries of its kind: sorted by name, but transactions by their days, the newest first.
 * @param answered Completed requests, newest first. If two hold the same record, the newest counts.
 */
export function listItems(kind: ListKind, answered: readonly QueuedRecord[]): FieldOption[] {
	const entries = new Map<string, FieldOption>();
	const days = new Map<FieldOption, string>();
	for (const request of answered) {
		const answer = answerIn(request);
		if (answer?.requestType !== kind.query) continue;
		for (const record of answer.records) {
			const entry = listItem(kind, record);
			if (!entry || entries.has(String(entry.value))) continue;
			entries.set(String(entry.value), entry);
			days.set(entry, String(record.fields.TxnDate ?? ''));
		}
	}
	const sorted = alphabetically([...entries.values()], ({ name }) => name);
	if (kind.lastDays === undefined) return sorted;
	const dayOf = (entry: FieldOption) => days.get(entry) ?? '';
	// Of one day, the highest number was most likely the last.
	return sorted
		.reverse()
		.sort((one, other) => (dayOf(one) === dayOf(other) ? 0 : dayOf(one) < dayOf(other) ? 1 : -1));
}

/** The names of the record elements seen in the answers to a query, in alphabetical order. */
export function fieldsSeen(query: string, answered: readonly QueuedRecord[]): string[] {
	const names = answered
		.map((request) => answerIn(request))
		.filter((answer) => answer?.requestType === query)
		.flatMap((answer) => answer?.records ?? [])
		.flatMap(({ fields }) => Object.keys(fields));
	return alphabetically([...new Set(names)], (name) => name).filter(
		(name) => !name.startsWith('@'),
	);
}

/** The entries that contain what was typed in their name, or have it as their ID. */
export function matching(entries: readonly FieldOption[], typed: string): FieldOption[] {
	const wanted = folded(typed.trim());
	return entries.filter(({ name, value }) => folded(`${name} ${value}`).includes(wanted));
}
