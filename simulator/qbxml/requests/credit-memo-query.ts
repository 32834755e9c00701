import { saleQuery } from '../query/sale-query';
import { CREDIT_MEMO_RET } from '../records/sales';

export const creditMemoQuery = saleQuery({
	name: 'CreditMemoQueryRq',
	records: ({ creditMemos }) => creditMemos,
	element: 'CreditMemoRet',
	order: CREDIT_MEMO_RET,
	lineElement: 'CreditMemoLineRet',
	linesOf: ({ CreditMemoLineRet }) => CreditMemoLineRet,
});
