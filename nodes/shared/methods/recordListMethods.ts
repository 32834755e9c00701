import type { INodeType } from 'n8n-workflow';

import { ask, search } from './searchRecords';
import { load } from './loadRecords';
import { methodOf, shownLists, type ShownList, type ShownListName } from './shownLists';

const methodsOf = <Method>(make: (shown: ShownList, name: ShownListName) => Method) =>
	Object.fromEntries(
		(Object.keys(shownLists) as ShownListName[]).map((name) => [
			methodOf(name),
			make(shownLists[name], name),
		]),
	);

/** The methods of a node whose fields show these lists. */
export const idListMethods = {
	listSearch: methodsOf(search),
	loadOptions: methodsOf(load),
	actionHandler: methodsOf(ask),
} satisfies NonNullable<INodeType['methods']>;
