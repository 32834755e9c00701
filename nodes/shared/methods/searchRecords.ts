import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { cachedList } from '../../../queue/lists/cachedList';
import { listItems, matching } from '../../../queue/lists/listItems';
import { isOnItsWay, listStatus, loadingStatus } from '../../../queue/lists/listStatus';
import { openList } from '../../../queue/lists/openList';
import { chosenIn } from '../../../quickbooks/form/choice';
import type { RecordList } from '../../../quickbooks/lists/recordLists';
import { readerOf } from '../transport/clock';
import { listKindOf, listReader } from './listReader';

/** How many entries the editor gets at a time. More follow when the user scrolls down. */
const PAGE_LENGTH = 250;

/**
 * Remarks as lines of a list. The editor takes no entry whose value is true or false, so that nobody can choose them, and
 * shows only one of each.
 */
const asLines = (remarks: readonly string[]) =>
	remarks.slice(0, 2).map((remark, index) => ({ name: `— ${remark} —`, value: index > 0 }));

/**
 * The list of a field that takes one ID. It is loaded from the desktop when it is opened, and not while somebody types into
 * its search or scrolls down. Search results come without the remarks on the list.
 * @throws NodeOperationError if there is nothing to show yet. Only then does the editor ask again when it is opened again.
 */
export const searchRecords = (list: RecordList) =>
	async function (
		this: ILoadOptionsFunctions,
		filter = '',
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const kind = listKindOf(this, list);
		const lists = await listReader(this);
		const isOpened = filter.trim() === '' && paginationToken === undefined;
		const known = isOpened
			? await openList(lists, kind)
			: await lists.inTime((deadline) => cachedList(lists, kind, deadline));
		const all = listItems(kind, known.answered);
		const reader = readerOf(this);
		if (all.length === 0 && isOnItsWay(known)) {
			const { message, description } = loadingStatus(kind, known, reader);
			throw new NodeOperationError(this.getNode(), message, { description });
		}
		const found = matching(all, filter);
		const start = Number(paginationToken ?? 0);
		const end = start + PAGE_LENGTH;
		const nothing = isOpened || found.length > 0 ? [] : ['Nothing found'];
		const remarks = isOpened ? listStatus(kind, known, all.length, reader) : nothing;
		return {
			results: [...asLines(remarks), ...found.slice(start, end)],
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

/** Loads the list anew from the desktop. The field keeps its value. */
export const refreshRecords = (list: RecordList, field: string) =>
	async function (this: ILoadOptionsFunctions): Promise<string> {
		await openList(await listReader(this), listKindOf(this, list), { isDemanded: true });
		return heldValue(this, field);
	};
