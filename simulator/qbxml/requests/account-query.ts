import { childrenOf } from '../../../xml/read-xml';
import { refersToOneOf } from '../query/criteria';
import { listQuery } from '../query/list-query';
import { whole } from '../schema/support';

export const accountQuery = listQuery({
	name: 'AccountQueryRq',
	records: ({ accounts }) => accounts,
	element: () => 'AccountRet',
	moreFilters: {
		support: whole('AccountType', 'CurrencyFilter'),
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
