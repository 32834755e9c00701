import { type Answer, answerIn } from '../../quickbooks/qbxml/answer';
import {
	type AnswerObject,
	type AnswerValue,
	isObject,
} from '../../quickbooks/qbxml/answerFromXml';
import { nounOf } from '../../quickbooks/qbxml/requestLabels';
import { inWords, plural } from '../../quickbooks/qbxml/words';
import { withoutCheck } from '../requests/identifiers';
import { isTerminal, pageNumber, type QueuedRecord } from '../requests/queuedRecord';
import { IDENTIFIER_START, isCallersOwn } from '../requests/requestId';
import { shownRequest } from '../requests/shownRequest';
import { isTimestamp, localMoment, type Reader } from './localMoment';

/** What is read of an answer: the answers to writes are short, and those to queries say nothing that a line has room for. */
const LONGEST_ANSWER = 50_000;

function shortAnswer(record: QueuedRecord): Answer | null {
	const { response_xml: xml, response_json: json } = record;
	const length = typeof xml === 'string' ? xml.length : JSON.stringify(json ?? null).length;
	return length > LONGEST_ANSWER ? null : answerIn(record);
}

function textIn(value: AnswerValue | undefined): string | undefined {
	const [text, ...others] = Array.isArray(value) ? value : [value];
	return typeof text === 'string' && text.trim() !== '' && others.length === 0
		? text.trim()
		: undefined;
}

/** What the names of requests end in, and what such a request does, as the node's operations are called. */
const acts: ReadonlyArray<[suffix: RegExp, label: (noun: string) => string]> = [
	[/(?<!Display)Add$/, (noun) => `Create ${noun}`],
	[/(?<!Display)Mod$/, (noun) => `Update ${noun}`],
	[/ReportQuery$/, () => 'Run report'],
	[/Query$/, (noun) => `Find ${plural(noun)}`],
	[/Void$/, (noun) => `Void ${noun}`],
	[/Del$/, (noun) => `Delete ${noun}`],
	[/Merge$/, (noun) => `Merge ${plural(noun)}`],
];

/** Elements that say what kind of record, or which report, a request is about. */
const KINDS = /^(Txn|List)(Del|Void|Merge)Type$|ReportType$/;

/** What a request does in words, such as "Create invoice" for `InvoiceAdd`. */
function actIn(query: string, content: AnswerObject = {}): string {
	const [suffix, label] = acts.find(([ending]) => ending.test(query)) ?? [];
	if (!suffix || !label) return inWords(query);
	const [, kind] = Object.entries(content).find(([name]) => KINDS.test(name)) ?? [];
	const about = textIn(kind);
	if (about !== undefined && suffix.test('ReportQuery')) return `Run report ${inWords(about)}`;
	return label(nounOf(about ?? query.replace(suffix, '')));
}

/** Where a record names whom it is for, first the one that people look for. */
const parties = [
	...['CustomerRef', 'VendorRef', 'PayeeEntityRef', 'EntityRef', 'EntityFilter'],
	...['ParentRef', 'AccountRef'],
];

/** The fields of what is written, or of what is asked for. */
function fieldsIn(query: string, content: AnswerObject | undefined): AnswerObject {
	const { [query]: inner } = content ?? {};
	return isObject(inner) ? inner : (content ?? {});
}

const partyIn = (fields: AnswerObject): AnswerObject | undefined =>
	parties.map((name) => fields[name]).find(isObject);

/** The names of customers, vendors and so on by their IDs, as answers tell them. */
export type NamesById = ReadonlyMap<string, string>;

/** The names that the answers in a list tell. Requests often name a customer by the ID alone. */
export function namesIn(records: readonly QueuedRecord[]): NamesById {
	const names = new Map<string, string>();
	for (const record of records) {
		for (const { fields } of shortAnswer(record)?.records ?? []) {
			for (const one of [fields, ...Object.values(fields).filter(isObject)]) {
				const [id, name] = [textIn(one.ListID), textIn(one.FullName) ?? textIn(one.Name)];
				if (id !== undefined && name !== undefined) names.set(id, name);
			}
		}
	}
	return names;
}

/** The number of an order or a document, or the name of what a list record is about. */
function numberIn(fields: AnswerObject): string | undefined {
	const { RefNumber, Name, FullName } = fields;
	return textIn(RefNumber) ?? textIn(Name) ?? textIn(FullName);
}

/** The user's own identifier, without the kind of record that Order Number puts before it: `1042` of `invoice:1042`. */
function orderIn(identifier: string | undefined): string | undefined {
	if (!isCallersOwn(identifier) || identifier.startsWith(IDENTIFIER_START)) return undefined;
	return withoutCheck(identifier).replace(/^[A-Za-z]+:(?=.)/, '');
}

/** What the state of a request means to somebody who waits for it. */
const states: Readonly<Record<string, string>> = {
	waiting: 'waiting for the desktop',
	retryable: 'the desktop was busy, will be tried again',
	ticketed: 'with the desktop',
	sent: 'with the desktop',
	response_received: 'done',
	completed: 'done',
	error: 'failed',
	discarded: 'discarded',
};

const isQuery = (query: string | undefined): boolean => /Query$/.test(query ?? '');

/** The codes of the accounting application are numbers, those of the service are words. */
const REFUSED = /^\d+$/;

/** The state in words. Nobody knows what became of a write whose connection broke off. */
function stateIn(record: QueuedRecord, query: string | undefined, answer: Answer | null): string {
	const state = String(record.state);
	const { code } = (isObject(record.error) ? record.error : {}) as { code?: unknown };
	if (state === 'error' && code === 'connection_error') {
		return isQuery(query) ? 'connection lost' : 'outcome unknown';
	}
	const isRefused = state === 'error' && REFUSED.test(String(code));
	if (isRefused || (isTerminal(record) && answer?.refusal)) return 'refused';
	return states[state] ?? state.replace(/_/g, ' ');
}

/** How much of a name fits into a line. */
const LONGEST_NAME = 20;

const shortened = (name: string | undefined): string | undefined =>
	name !== undefined && name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;

/** The identifier of the query that wakes a sleeping execution. */
const isWakeUp = (identifier: string | undefined): boolean =>
	/^n8n-.*-wake-/.test(identifier ?? '');

/**
 * A request in one line, as far as the record shows it: what it does, the number, for whom, how it stands, and when it was
 * queued in the reader's time. The editor shows about 52 characters, so what matters most comes first.
 */
export function requestSummary(record: QueuedRecord, names: NamesById, reader: Reader): string {
	const answer = shortAnswer(record);
	const shown = shownRequest(record);
	const query = shown?.query ?? answer?.requestType;
	const asked = fieldsIn(query ?? '', shown?.content);
	const [written] = isQuery(query) ? [] : (answer?.records ?? []);
	const fields = { ...asked, ...written?.fields };
	const party = partyIn(fields);
	const identifier = shown?.identifier ?? answer?.requestId ?? undefined;
	const number = numberIn(fields) ?? orderIn(identifier);
	const act = isWakeUp(identifier)
		? 'Wake-up call for a sleeping workflow'
		: query === undefined
			? `Request ${record.id.slice(0, 8)}`
			: actIn(query, shown?.content);
	const page = pageNumber(record) ?? 0;
	const who = textIn(party?.FullName) ?? names.get(textIn(party?.ListID) ?? '');
	return [
		[act, isWakeUp(identifier) ? undefined : shortened(number)].filter(Boolean).join(' '),
		page > 1 ? `page ${page}` : undefined,
		shortened(who),
		stateIn(record, query, answer),
		isTimestamp(record.inserted_at) ? localMoment(record.inserted_at, reader) : undefined,
	]
		.filter((part) => part !== undefined)
		.join(' · ');
}
