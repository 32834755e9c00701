import { formatAmount } from './amounts';
import type { CreditMemo } from './sale-types';
import { makeSale, moveBalance, nextRefNumber, type SaleDraft } from './sales';
import type { Company } from './types';

/** Adds a credit memo to the company file. The customer's balance goes down by its total. */
export function addCreditMemo(company: Company, draft: SaleDraft, created: Date): CreditMemo {
	const { sale, lines, total, homeTotal } = makeSale(
		company,
		{
			...draft,
			templateType: 'CreditMemo',
			RefNumber: draft.fields.RefNumber ?? nextRefNumber(company.creditMemos),
		},
		created,
	);
	const creditMemo: CreditMemo = {
		...sale,
		TotalAmount: formatAmount(total),
		CreditRemaining: formatAmount(total),
		CreditRemainingInHomeCurrency: formatAmount(homeTotal),
		CreditMemoLineRet: lines,
	};
	company.creditMemos.push(creditMemo);
	moveBalance(company, draft.customer, creditMemo.ARAccountRef, total.times(-1), created);
	return creditMemo;
}
