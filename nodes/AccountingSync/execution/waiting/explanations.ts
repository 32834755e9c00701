import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { settled } from '../../../../queue/calls/settled';
import { cachedList } from '../../../../queue/lists/cachedList';
import { listItems } from '../../../../queue/lists/listItems';
import type { NamedRecord } from '../../../../quickbooks/lists/namedRecord';
import {
	type ListKind,
	type RecordList,
	recordLists,
} from '../../../../quickbooks/lists/recordLists';
import { nearestOf } from '../../../../quickbooks/qbxml/nearest';
import { listSource } from '../../../shared/transport/listSource';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { Awaited } from '../run/sleep';

/** The application's codes for a name or an ID that it does not know. */
const unknownReference = new Set(['3120', '3130', '3140', '500']);

/** How long we look for names that are like an unknown one, in milliseconds. The error waits for it. */
const PATIENCE = 3_000;

/** How many names of a run we look for at most. Each is compared with its whole list, and n8n does nothing else meanwhile. */
const MOST_NAMES = 20;

/** The names in the newest list of a kind. None if the queue has no list. */
async function namesIn(
	context: IExecuteFunctions,
	connectionId: string,
	kind: ListKind,
): Promise<string[]> {
	const look = async () =>
		await cachedList(await listSource(context, connectionId), kind, AbortSignal.timeout(PATIENCE));
	const known = await settled(look());
	return known.status === 'rejected'
		? []
		: listItems(kind, known.value.answered).map((item) => item.name.split(' · ')[0]);
}

/** The sentence about a name that the application may not know. Empty if it is in the list after all. */
function sentence({ label, name }: NamedRecord, { entries }: ListKind, names: string[]): string {
	const isKnown = names.some((one) => one.toLowerCase() === name.toLowerCase());
	if (names.length === 0 || isKnown) return '';
	const near = nearestOf(name, names, 3).map((one) => `"${one}"`);
	const similar =
		near.length === 0 ? 'It has nothing similar.' : `Did you mean ${near.join(' or ')}?`;
	return `${label} "${name}" is not in the list of ${entries} that was loaded last. ${similar}`;
}

/** Adds to the errors of items what we know about names that the accounting application does not know. */
export class Explanations {
	/** Many items may fail for the same reason. Each list is read once. */
	private readonly lists = new Map<string, Promise<string[]>>();
	private readonly sentences = new Map<string, Promise<string>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: QueueingOperation,
	) {}

	private async sentenceOn(connectionId: string, named: NamedRecord): Promise<string> {
		const key = JSON.stringify([connectionId, named]);
		const known = this.sentences.get(key);
		if (known !== undefined) return await known;
		if (this.sentences.size >= MOST_NAMES) return '';
		const sentence = this.newSentenceOn(connectionId, named);
		this.sentences.set(key, sentence);
		return await sentence;
	}

	private async newSentenceOn(connectionId: string, named: NamedRecord): Promise<string> {
		const { kind } = recordLists[named.list] as RecordList;
		if (typeof kind === 'function') return '';
		const key = `${connectionId} ${named.list}`;
		const names = this.lists.get(key) ?? namesIn(this.context, connectionId, kind);
		this.lists.set(key, names);
		return sentence(named, kind, await names);
	}

	/** The error of an item, with the nearest names of the newest lists if it is about a name that the user gave. */
	async added<Failure extends NodeApiError | NodeOperationError>(
		{ connectionId, form }: Awaited,
		error: Failure,
	): Promise<Failure> {
		const named = form ? (this.operation.namedRecords?.(form) ?? []) : [];
		// What the application said is in the description.
		const inMessage = named.filter(({ name }) => error.description?.includes(`"${name}"`));
		const isUnknown = unknownReference.has(String(error.context.code));
		const candidates = inMessage.length > 0 ? inMessage : isUnknown ? named : [];
		const sentences = await Promise.all(
			candidates.map(async (one) => await this.sentenceOn(connectionId, one)),
		);
		const [{ label, name } = {}] = isUnknown ? inMessage : [];
		if (name !== undefined) error.message = `${label}: there is no "${name}" in QuickBooks.`;
		error.description = [...sentences, error.description].filter(Boolean).join(' ');
		return error;
	}
}
