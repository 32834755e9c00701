import { saleQuery } from '../query/sale-query';

export const creditMemoQuery = saleQuery({
	name: 'CreditMemoQueryRq',
	records: ({ creditMemos }) => creditMemos,
	element: 'CreditMemoRet',
	lineElement: 'CreditMemoLineRet',
	linesOf: ({ CreditMemoLineRet }) => CreditMemoLineRet,
});
