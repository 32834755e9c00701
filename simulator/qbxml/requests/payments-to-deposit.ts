import { formatAmount } from '../../company/amounts';
import { referenceIn } from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import { inHomeCurrency } from '../../company/transactions/sales';
import { type DepositablePart, waitingParts } from '../../company/transactions/to-deposit';
import { unparseable } from '../protocol/status-errors';
import { answerRecord } from '../query/output';
import { answerQuery } from '../query/pages';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';

const shown = ({ kind, transaction, lineId, amount }: DepositablePart) => ({
	TxnID: transaction.TxnID,
	TxnLineID: lineId,
	TxnType: kind.name,
	CustomerRef: referenceIn(transaction, 'CustomerRef'),
	TxnDate: transaction.TxnDate,
	RefNumber: transaction.RefNumber,
	Amount: formatAmount(amount),
	CurrencyRef: transaction.CurrencyRef,
	ExchangeRate: transaction.ExchangeRate,
	AmountInHomeCurrency: formatAmount(inHomeCurrency(amount, transaction.ExchangeRate)),
});

/** What waits to be deposited. The query has neither filters nor pages, and no text may stand between its tags. */
export const paymentsToDeposit: RequestType = {
	name: 'ReceivePaymentToDepositQueryRq',
	support: whole('IncludeRetElement'),
	answer: (request, company, session) => {
		if (request.text !== '') throw unparseable();
		return answerQuery(request, session, () => ({
			records: waitingParts(company, transactionKinds).map((part) =>
				answerRecord(request, 'ReceivePaymentToDepositRet', shown(part)),
			),
		}));
	},
};
