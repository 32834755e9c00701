import { schema } from '../../schema/json-schema';
import { lineItems, linkedTransactions } from '../endpoint/extras';
import { inside, text } from '../endpoint/fields';
import { between, match, oneOf, serverFilter, serverOrResponseFilter } from '../endpoint/filters';
import { queryEndpoint } from '../endpoint/query-endpoint';
import { contained, customer, from, modifiedRange, transactionDates, upTo } from './common-filters';
import { creditMemoFields } from './credit-memo-fields';

export const queryCreditMemos = queryEndpoint({
	path: 'credit_memos',
	operationId: 'queryCreditMemos',
	summary: 'Query credit memos',
	request: 'CreditMemoQueryRq',
	iterates: true,
	fields: creditMemoFields,
	filters: [
		customer,
		serverOrResponseFilter(
			transactionDates,
			between('TxnDate', 'from_transaction_date', 'to_transaction_date'),
			modifiedRange,
		),
		serverFilter(inside('AccountFilter', text('account_list_ids[]', 'ListID', schema('TextList')))),
		oneOf(
			match(
				'ref_number',
				'Contains',
				'RefNumberFilter',
				'RefNumber',
				contained('Reference number'),
			),
			inside(
				'RefNumberRangeFilter',
				text('from_ref_number', 'FromRefNumber', from('Reference numbers')),
				text('to_ref_number', 'ToRefNumber', upTo('Reference numbers')),
			),
		),
		serverFilter(
			inside('CurrencyFilter', text('currency_list_ids[]', 'ListID', schema('TextList'))),
		),
	],
	extras: [lineItems('CreditMemoLineRet', 'CreditMemoLineGroupRet'), linkedTransactions],
	hasCustomFields: true,
});
