import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { RecordList } from '../fields/recordLists';
import { chosenIn } from '../form/choice';
import { cachedList } from './cachedList';
import { chosenConnection } from './chosenConnection';
import { listItems, matching } from './listItems';
import { listKindOf } from './listKind';
import { listStatus } from './listStatus';
import { requestList } from './requestList';
import { withDeadline } from './withDeadline';

/** How many entries the editor gets at a time. More follow when the user scrolls down. */
const PAGE_LENGTH = 250;

/**
 * The lines of a remark as list entries. If entries have the same value, the editor shows only the first. So each line
 * gets its own blank value. A field that holds one is refused (see `chosen`).
 */
const asEntries = (lines: readonly string[]) =>
	lines.map((name, index) => ({ name, value: ' '.repeat(index) }));

/** The list of a field that takes one ID. Search results come without the remarks on the list. */
export const searchRecords = (list: RecordList) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const kind = listKindOf(this, list);
		const connectionId = chosenConnection(this, `its ${kind.entries}`);
		const known = await withDeadline(this, (deadline) =>
			cachedList(this, connectionId, kind, deadline),
		);
		const all = listItems(kind, known.answered);
		const found = matching(all, filter);
		const start = Number(paginationToken ?? 0);
		const end = start + PAGE_LENGTH;
		const isRemarkedOn = start === 0 && (filter.trim() === '' || found.length === 0);
		const remark = isRemarkedOn ? listStatus(kind, known, all.length, Date.now()) : [];
		return {
			results: [...asEntries(remark), ...found.slice(start, end)],
			paginationToken: end < found.length ? String(end) : undefined,
		};
	};

/**
 * The value of the field whose list is open. `&` finds the neighbours in its collection, and nothing for a field outside
 * of collections.
 */
function heldValue(context: ILoadOptionsFunctions, field: string): string {
	const held = [`&${field}`, field]
		.map((path) => context.getCurrentNodeParameter(path))
		.find((value) => value !== undefined);
	return String(chosenIn(held) ?? '');
}

/** Asks the desktop for the whole list. The field keeps its value. */
export const requestRecords = (list: RecordList, field: string) =>
	async function (this: ILoadOptionsFunctions): Promise<string> {
		const kind = listKindOf(this, list);
		const connectionId = chosenConnection(this, `its ${kind.entries}`);
		await withDeadline(this, (deadline) => requestList(this, connectionId, kind, deadline));
		return heldValue(this, field);
	};
