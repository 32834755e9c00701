import { described, schema } from '../../schema/json-schema';
import { text } from '../endpoint/fields';
import { selector, serverFilter } from '../endpoint/filters';
import { activeStatus, nameContainedOrInRange } from './common-filters';

/** The filters that sales tax items and sales tax codes share. */
export const salesTaxFilters = [
	nameContainedOrInRange,
	selector(text('list_ids[]', 'ListID', schema('TextList'))),
	selector(text('full_names[]', 'FullName', schema('TextList'))),
	activeStatus,
	serverFilter(
		text('modified_start', 'FromModifiedDate', described('Moment', 'Modified from, inclusive.')),
	),
	serverFilter(
		text('modified_end', 'ToModifiedDate', described('Moment', 'Modified until, inclusive.')),
	),
];
