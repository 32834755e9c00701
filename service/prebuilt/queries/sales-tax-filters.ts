import { schema } from '../../schema/json-schema';
import { moment, text } from '../endpoint/fields';
import { selector, serverFilter } from '../endpoint/filters';
import { activeStatus, nameContainedOrInRange } from './common-filters';

/** The filters that sales tax items and sales tax codes share. */
export const salesTaxFilters = [
	nameContainedOrInRange,
	selector(text('list_ids[]', 'ListID', schema('TextList'))),
	selector(text('full_names[]', 'FullName', schema('TextList'))),
	activeStatus,
	serverFilter(moment('modified_start', 'FromModifiedDate', 'Modified from, inclusive.')),
	serverFilter(moment('modified_end', 'ToModifiedDate', 'Modified until, inclusive.')),
];
