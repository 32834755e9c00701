import type { INodeType } from 'n8n-workflow';

import { methodOf, type RecordList, type RecordListName, recordLists } from '../fields/recordLists';
import { loadRecords } from './loadRecords';
import { requestRecords, searchRecords } from './searchRecords';

const forEachList = <Method>(make: (list: RecordList) => Method) =>
	Object.fromEntries(
		(Object.keys(recordLists) as RecordListName[]).map((name) => [
			methodOf(name),
			make(recordLists[name]),
		]),
	);

/** The methods of a node whose fields show lists of records. */
export const recordListMethods = {
	listSearch: forEachList(searchRecords),
	loadOptions: forEachList(loadRecords),
	actionHandler: forEachList(requestRecords),
} satisfies NonNullable<INodeType['methods']>;
