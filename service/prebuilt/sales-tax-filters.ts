import { described, schema } from '../json-schema';
import { activeStatus, nameContainedOrInRange } from './common-filters';
import { text } from './fields';
import { asked, selected } from './filters';

/** The filters of sales tax items, which are those of sales tax codes too. */
export const salesTaxFilters = [
	nameContainedOrInRange,
	selected(text('list_ids[]', 'ListID', schema('TextList'))),
	selected(text('full_names[]', 'FullName', schema('TextList'))),
	activeStatus,
	asked(
		text('modified_start', 'FromModifiedDate', described('Moment', 'Modified from, inclusive.')),
	),
	asked(text('modified_end', 'ToModifiedDate', described('Moment', 'Modified until, inclusive.'))),
];
