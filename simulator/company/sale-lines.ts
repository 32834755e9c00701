import Big from 'big.js';

import {
	decimal,
	formatAmount,
	formatPrice,
	formatQuantity,
	percentOf,
	priced,
	sum,
} from './amounts';
import { referenceTo } from './identifiers';
import type { SaleLine } from './sale-types';
import type { Company, Item, SalesTaxCode } from './types';
import type { Reference } from './value-types';

/** A requested line. What it leaves out comes from its item. Amounts are texts, as in qbXML. */
export type LineDraft = Omit<SaleLine, 'TxnLineID' | 'ItemRef' | 'DataExtRet'> & { item?: Item };

interface PricedLines {
	lines: Array<Omit<SaleLine, 'TxnLineID'>>;
	subtotal: Big;
	taxable: Big;
}

interface PricedLine {
	line: Omit<SaleLine, 'TxnLineID'>;
	amount: Big;
	isTaxable: boolean;
	/** Whether it counts towards the total. A subtotal repeats the lines above it and does not. */
	counts: boolean;
}

/** The item's price for a line without one: an amount, or a percentage of the line before. */
function listPrice(item: Item | undefined): { rate?: string; percent?: string } {
	if (item === undefined) return {};
	if (item.kind === 'ItemDiscountRet') {
		const { DiscountRate, DiscountRatePercent } = item;
		return DiscountRatePercent === undefined
			? { rate: DiscountRate }
			: { percent: DiscountRatePercent };
	}
	return { rate: item.SalesOrPurchase?.Price ?? item.SalesPrice };
}

type Price = Pick<SaleLine, 'Rate' | 'RatePercent'> & { amount?: Big };

function priceOf(draft: LineDraft, before: PricedLine[]): Price {
	const { item, Amount, Quantity } = draft;
	const sign = item?.kind === 'ItemDiscountRet' ? -1 : 1;
	const own = draft.Rate !== undefined || draft.RatePercent !== undefined || Amount !== undefined;
	const { rate, percent } = own
		? { rate: draft.Rate, percent: draft.RatePercent }
		: listPrice(item);
	if (item?.kind === 'ItemSubtotalRet') return { amount: subtotalOf(before) };
	if (Amount !== undefined) {
		const amount = decimal(Amount);
		const quantity = decimal(Quantity ?? '0');
		if (rate !== undefined) return { Rate: formatPrice(decimal(rate)), amount };
		return quantity.eq(0) ? { amount } : { Rate: formatPrice(amount.div(quantity)), amount };
	}
	if (percent !== undefined) {
		const base = before.at(-1)?.amount ?? new Big(0);
		return {
			RatePercent: formatPrice(decimal(percent)),
			amount: percentOf(base, decimal(percent)).times(sign),
		};
	}
	if (rate === undefined) return {};
	return {
		Rate: formatPrice(decimal(rate)),
		amount: priced(decimal(Quantity ?? '1'), decimal(rate)).times(sign),
	};
}

/** The sum of the lines since the last subtotal. */
function subtotalOf(before: PricedLine[]): Big {
	const last = before.findLastIndex(({ counts }) => !counts);
	return sum(before.slice(last + 1).map(({ amount }) => amount));
}

function taxCodeOf(draft: LineDraft, customerTaxCode: SalesTaxCode): Reference | undefined {
	if (draft.SalesTaxCodeRef !== undefined) return draft.SalesTaxCodeRef;
	if (draft.item?.SalesTaxCodeRef === undefined) return undefined;
	return customerTaxCode.IsTaxable === 'true'
		? draft.item.SalesTaxCodeRef
		: referenceTo(customerTaxCode);
}

/**
 * Prices the lines of a sale. Every amount is rounded to cents; a discount applies to the line above it, a subtotal to the
 * lines since the last subtotal. A line is taxed by its own tax code, otherwise by its item's, and not at all for a customer
 * whose tax code is not taxable.
 */
export function priceLines(
	company: Company,
	drafts: LineDraft[],
	customerTaxCode: SalesTaxCode,
): PricedLines {
	const pricedLines: PricedLine[] = [];
	for (const draft of drafts) {
		const { item, ...given } = draft;
		const { amount, ...rates } = priceOf(draft, pricedLines);
		const taxCode = taxCodeOf(draft, customerTaxCode);
		const isTaxable = company.salesTaxCodes.some(
			({ ListID, IsTaxable }) => ListID === taxCode?.ListID && IsTaxable === 'true',
		);
		pricedLines.push({
			line: {
				...given,
				...rates,
				...(item && { ItemRef: referenceTo(item) }),
				Desc: given.Desc ?? describe(item),
				...(given.Quantity !== undefined && { Quantity: formatQuantity(decimal(given.Quantity)) }),
				...(amount && { Amount: formatAmount(amount) }),
				SalesTaxCodeRef: taxCode,
			},
			amount: amount ?? new Big(0),
			isTaxable,
			counts: item?.kind !== 'ItemSubtotalRet',
		});
	}
	const counted = pricedLines.filter(({ counts }) => counts);
	const taxable = counted.filter(({ isTaxable }) => isTaxable);
	return {
		lines: pricedLines.map(({ line }) => line),
		subtotal: sum(counted.map(({ amount }) => amount)),
		taxable: sum(taxable.map(({ amount }) => amount)),
	};
}

const describe = (item: Item | undefined): string | undefined =>
	item?.SalesOrPurchase?.Desc ?? item?.SalesDesc ?? item?.ItemDesc;
