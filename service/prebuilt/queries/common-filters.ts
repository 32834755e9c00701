import { described, type Schema, schema } from '../../schema/json-schema';
import { inside, moment, text } from '../endpoint/fields';
import { containing, match, serverFilter, serverOrResponseFilter } from '../endpoint/filters';

/** Schemas of text parameters, by what they do with the text. */
export const contained = (what: string): Schema =>
	described('Text', `${what}, partial match, whatever the case.`);
export const from = (what: string): Schema =>
	described('Text', `${what} from this one on, inclusive.`);
export const upTo = (what: string): Schema =>
	described('Text', `${what} up to this one, inclusive.`);

export const nameRange = inside(
	'NameRangeFilter',
	text('from_name', 'FromName', from('Names')),
	text('to_name', 'ToName', upTo('Names')),
);

export const nameContainedOrInRange = serverOrResponseFilter(
	match('name', 'Contains', 'NameFilter', 'Name', contained('Name')),
	containing('Name', 'name'),
	nameRange,
);

const modifiedAfter = moment(
	'modified_after',
	'FromModifiedDate',
	'Modified at or after, ISO 8601.',
);
const modifiedBefore = moment(
	'modified_before',
	'ToModifiedDate',
	'Modified at or before, ISO 8601.',
);

/** When a list record was modified: two separate elements. */
export const modified = [serverFilter(modifiedAfter), serverFilter(modifiedBefore)];

/** When a transaction was modified: the same bounds inside one element. */
export const modifiedRange = inside('ModifiedDateRangeFilter', modifiedAfter, modifiedBefore);

export const activeStatus = serverFilter(
	text('active_status', 'ActiveStatus', schema('ActiveStatus')),
);

export const transactionDates = inside(
	'TxnDateRangeFilter',
	text('from_transaction_date', 'FromTxnDate', described('Day', 'Transaction date on or after.')),
	text('to_transaction_date', 'ToTxnDate', described('Day', 'Transaction date on or before.')),
);

export const customer = serverFilter(inside('EntityFilter', text('customer_list_id', 'ListID')));
