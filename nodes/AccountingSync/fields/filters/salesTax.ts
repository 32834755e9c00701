import type { Row } from '../../../shared/form/row';
import { modifiedEnd, modifiedStart } from './dates';
import { activeStatus, listIds } from './kinds';
import { fullNameFrom, fullNames, fullNameTo, nameContains } from './names';

/** The filters that sales tax items and sales tax codes share (interface, section 4.3). */
export const salesTaxFilters: readonly Row[] = [
	nameContains,
	fullNameFrom,
	fullNameTo,
	listIds,
	fullNames,
	activeStatus,
	modifiedStart,
	modifiedEnd,
];
