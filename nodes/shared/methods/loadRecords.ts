import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { listItems } from '../../../queue/lists/listItems';
import {
	inSentences,
	isOnItsWay,
	listStatus,
	loadingStatus,
} from '../../../queue/lists/listStatus';
import { openList } from '../../../queue/lists/openList';
import { type RecordList, REMARK_VALUE } from '../../../quickbooks/lists/recordLists';
import { readerOf } from '../transport/clock';
import { listKindOf, listReader } from './listReader';

/** The values of a field that takes several. The field is in one of these collections. */
export function heldValues(context: ILoadOptionsFunctions, collections: string[], name: string) {
	const held = collections
		.map((collection) => context.getCurrentNodeParameter(`${collection}.${name}`))
		.find(Array.isArray);
	return (held ?? []).map(String);
}

/**
 * In milliseconds. The editor loads the list when the form is opened, and when somebody chooses Refresh List in the field's
 * menu. It does not say which.
 */
const FRESH_FOR = 10 * 60_000;

/**
 * The list of a filter that takes several IDs, and above it a line that says how the list stands. Editors that know disabled
 * options don't let anybody choose the line.
 */
export const loadRecords = (list: RecordList) =>
	async function (this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const kind = listKindOf(this, list);
		const lists = await listReader(this);
		const held = heldValues(this, ['filters'], list.filter ?? 'listIds');
		const known = await openList(lists, kind, { freshFor: FRESH_FOR });
		const entries = listItems(kind, known.answered);
		const listed = new Set(entries.map(({ value }) => value));
		const others = held.filter((id) => id !== REMARK_VALUE && !listed.has(id));
		const reader = readerOf(this);
		const isLoading = entries.length === 0 && isOnItsWay(known);
		const { message } = loadingStatus(kind, known, reader);
		const [remark, ...more] = isLoading
			? ['Loading from the desktop', message]
			: listStatus(kind, known, entries.length, reader);
		const line = { value: REMARK_VALUE, disabled: true, description: inSentences(more) };
		return [
			...(remark === undefined ? [] : [{ ...line, name: remark }]),
			...others.map((id) => ({ name: id, value: id })),
			...entries,
		];
	};
