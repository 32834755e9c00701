import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { ASK_LABEL, ASK_VALUE, type RecordList } from '../fields/recordLists';
import { isTerminal } from '../transport/queuedRecord';
import { cachedList } from './cachedList';
import { chosenConnection } from './chosenConnection';
import { listItems } from './listItems';
import { listKindOf } from './listKind';
import { inSentences, listStatus } from './listStatus';
import { requestList } from './requestList';
import { withDeadline } from './withDeadline';

/** The values of a field that takes several. The field is in one of these collections. */
export function heldValues(context: ILoadOptionsFunctions, collections: string[], name: string) {
	const held = collections
		.map((collection) => context.getCurrentNodeParameter(`${collection}.${name}`))
		.find(Array.isArray);
	return (held ?? []).map(String);
}

/**
 * In milliseconds. The editor loads a list again whenever the form is opened, and the entry that asks for the list may
 * still be selected.
 */
const WISH_IS_GRANTED_FOR = 60 * 60_000;

/**
 * The list of a filter that takes several IDs. A drop-down of the editor has no button, so one of its entries asks for
 * the whole list. We send that request when the list is loaded again.
 */
export const loadRecords = (list: RecordList) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const kind = listKindOf(this, list);
		const connectionId = chosenConnection(this, `its ${kind.entries}`);
		const held = heldValues(this, ['filters'], list.filter ?? 'listIds');
		const known = await withDeadline(this, async (deadline) => {
			if (held.includes(ASK_VALUE)) {
				await requestList(this, connectionId, kind, deadline, WISH_IS_GRANTED_FOR);
			}
			return await cachedList(this, connectionId, kind, deadline);
		});
		const entries = listItems(kind, known.answered);
		const listed = new Set(entries.map(({ value }) => value));
		const others = held.filter((id) => id !== ASK_VALUE && !listed.has(id));
		const isAsked = known.asked !== undefined && !isTerminal(known.asked);
		return [
			{
				name: isAsked ? 'The Whole List Has Been Asked For' : ASK_LABEL,
				value: ASK_VALUE,
				description: inSentences(listStatus(kind, known, entries.length, Date.now())),
			},
			...others.map((id) => ({ name: id, value: id })),
			...entries,
		];
	};
