import type { FieldSpec } from '../form/fieldSpec';
import type { RecordListName } from '../lists/recordLists';
import { modifiedEnd, modifiedStart } from './dates';
import { activeStatus, listIds } from './kinds';
import { fullNameFrom, fullNames, fullNameTo, nameContains } from './names';

/** The filters that sales tax items and sales tax codes share (interface, section 4.3). */
export const salesTaxFilters = (list: RecordListName): readonly FieldSpec[] => [
	nameContains,
	fullNameFrom,
	fullNameTo,
	listIds(list),
	fullNames,
	activeStatus,
	modifiedStart,
	modifiedEnd,
];
