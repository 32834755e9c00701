import { saleQuery } from '../query/sale-query';
import { creditMemoRet } from '../records/sales';

export const creditMemoQuery = saleQuery({
	name: 'CreditMemoQueryRq',
	records: ({ creditMemos }) => creditMemos,
	element: 'CreditMemoRet',
	order: creditMemoRet,
	lineElement: 'CreditMemoLineRet',
	linesOf: ({ CreditMemoLineRet }) => CreditMemoLineRet,
});
