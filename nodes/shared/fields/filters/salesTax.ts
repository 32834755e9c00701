import type { Row } from '../../form/fieldSpec';
import type { ShownListName } from '../../methods/shownLists';
import { modifiedEnd, modifiedStart } from './dates';
import { activeStatus, listIds } from './kinds';
import { fullNameFrom, fullNames, fullNameTo, nameContains } from './names';

/** The filters that sales tax items and sales tax codes share (interface, section 4.3). */
export const salesTaxFilters = (list: ShownListName): readonly Row[] => [
	nameContains,
	fullNameFrom,
	fullNameTo,
	listIds(list),
	fullNames,
	activeStatus,
	modifiedStart,
	modifiedEnd,
];
