import { childrenOf } from '../../xml/read';
import { refersToOneOf } from '../query/criteria';
import { listQuery } from '../query/list-query';
import { CURRENCY_FILTER } from '../query/filters';
import { ACCOUNT_RET } from '../records/lists';
import { leaf, oneOf } from '../schema/particles';

const ACCOUNT_TYPES = [
	'AccountsPayable',
	'AccountsReceivable',
	'Bank',
	'CostOfGoodsSold',
	'CreditCard',
	'Equity',
	'Expense',
	'FixedAsset',
	'Income',
	'LongTermLiability',
	'NonPosting',
	'OtherAsset',
	'OtherCurrentAsset',
	'OtherCurrentLiability',
	'OtherExpense',
	'OtherIncome',
];

export const accountQuery = listQuery({
	name: 'AccountQueryRq',
	records: ({ accounts }) => accounts,
	element: () => 'AccountRet',
	order: () => ACCOUNT_RET,
	hasCustomFields: true,
	moreFilters: {
		content: [leaf('AccountType', oneOf(...ACCOUNT_TYPES), { repeats: true }), CURRENCY_FILTER],
		criteria: (request, { currencies }) => {
			const types = childrenOf(request, 'AccountType').map(({ text }) => text);
			return [
				{ accepts: ({ AccountType }) => types.length === 0 || types.includes(AccountType) },
				refersToOneOf(
					request,
					'CurrencyFilter',
					currencies,
					({ CurrencyRef }) => CurrencyRef.ListID,
				),
			];
		},
	},
});
