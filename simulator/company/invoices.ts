import Big from 'big.js';

import { decimal, formatAmount, percentOf } from './amounts';
import { formatDate } from './dates';
import { touch, transactionId } from './identifiers';
import type { Invoice } from './sale-types';
import { makeSale, moveBalance, nextRefNumber, type SaleDraft } from './sales';
import type { Company, Customer } from './types';

/** Adds an invoice to the company file, with the next number unless it has one. The customer's balance goes up. */
export function addInvoice(company: Company, draft: SaleDraft, created: Date): Invoice {
	const { sale, lines, total, homeTotal } = makeSale(
		company,
		{
			...draft,
			templateType: 'Invoice',
			RefNumber: draft.fields.RefNumber ?? nextRefNumber(company.invoices),
		},
		created,
	);
	const invoice: Invoice = {
		...sale,
		IsFinanceCharge: 'false',
		AppliedAmount: formatAmount(new Big(0)),
		BalanceRemaining: formatAmount(total),
		BalanceRemainingInHomeCurrency: formatAmount(homeTotal),
		IsPaid: String(total.eq(0)),
		InvoiceLineRet: lines,
	};
	company.invoices.push(invoice);
	moveBalance(company, draft.customer, invoice.ARAccountRef, total, created);
	return invoice;
}

/** Applies a full or partial payment to an invoice. */
export function payInvoice(
	company: Company,
	customer: Customer,
	invoice: Invoice,
	payment: { amount: Big; RefNumber: string; received: Date },
): void {
	const { amount, RefNumber, received } = payment;
	const balance = decimal(invoice.BalanceRemaining).minus(amount);
	company.lastTransactionNumber += 1;
	Object.assign(invoice, {
		AppliedAmount: formatAmount(decimal(invoice.AppliedAmount).minus(amount)),
		BalanceRemaining: formatAmount(balance),
		BalanceRemainingInHomeCurrency: formatAmount(
			percentOf(balance, decimal(invoice.ExchangeRate).times(100)),
		),
		IsPaid: String(balance.eq(0)),
		LinkedTxn: [
			...(invoice.LinkedTxn ?? []),
			{
				TxnID: transactionId(company.lastTransactionNumber, received),
				TxnType: 'ReceivePayment',
				TxnDate: formatDate(received),
				RefNumber,
				LinkType: 'AMTTYPE',
				Amount: formatAmount(amount.times(-1)),
			},
		],
	} satisfies Partial<Invoice>);
	touch(invoice, received);
	moveBalance(company, customer, invoice.ARAccountRef, amount.times(-1), received);
}
