import { formatAmount } from './amounts';
import type { Estimate } from './sale-types';
import { makeSale, nextRefNumber, type SaleDraft } from './sales';
import type { Company } from './types';

/** Adds an estimate to the company file, with the next number unless it has one. No balance changes. */
export function addEstimate(company: Company, draft: SaleDraft, created: Date): Estimate {
	const { sale, lines, total, homeTotal } = makeSale(
		company,
		{
			...draft,
			templateType: 'Estimate',
			RefNumber: draft.fields.RefNumber ?? nextRefNumber(company.estimates),
		},
		created,
	);
	const estimate: Estimate = {
		...sale,
		IsActive: draft.fields.IsActive ?? 'true',
		TotalAmount: formatAmount(total),
		TotalAmountInHomeCurrency: formatAmount(homeTotal),
		EstimateLineRet: lines,
	};
	company.estimates.push(estimate);
	return estimate;
}
