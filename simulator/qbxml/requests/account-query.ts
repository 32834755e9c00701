import { childrenOf } from '../../../xml/read-xml';
import { refersToOneOf } from '../query/criteria';
import { currencyFilter } from '../query/filter-elements';
import { listQuery } from '../query/list-query';
import { accountRet } from '../records/lists';
import { leaf, oneOf } from '../schema/particles';

const accountTypes = [
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
	order: () => accountRet,
	hasCustomFields: true,
	moreFilters: {
		content: [leaf('AccountType', oneOf(...accountTypes), { repeats: true }), currencyFilter],
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
