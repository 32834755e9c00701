import Big from 'big.js';

import { decimal, formatAmount, formatQuantity } from '../amounts';
import { formatDate } from '../dates';
import { findById } from '../find';
import { referenceTo } from '../identifiers';
import { balanced, isInHomeCurrency, type Part, stockValueOf } from '../postings';
import { Refusal } from '../refusal';
import type { Line, Transaction } from '../sale-types';
import type { Item } from '../types';
import type { RecordContent } from '../value-types';
import { gainsAccount } from './accounts';
import {
	type LineDraft,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import { extensionsIn, nextLineId, overlay } from './lines';
import { sameLines } from './pricing';
import { inHomeCurrency } from './sales';
import { costOf, isStocked } from './stock';

const dateOf = ({ fields, moment }: Writing): string =>
	textIn(fields, 'TxnDate') ?? formatDate(moment);

const draftsOf = ({ lines, before }: Writing, set: LineSet): LineDraft[] =>
	lines[set.ret] ?? sameLines(before ? linesOf(before, set) : [], set);

/** Debits and credits stand in one list, in their order; `booked.side` says which a line is. */
const journalLines: LineSet = {
	ret: 'JournalLine',
	add: ['JournalDebitLine', 'JournalCreditLine'],
	mod: ['JournalLineMod'],
};

function journalLine(writing: Writing, draft: LineDraft, currency: string): Line {
	const { company, moment } = writing;
	const { JournalLineType, ...wanted } = overlay(draft.before, draft.given);
	const side =
		typeof JournalLineType === 'string'
			? JournalLineType
			: (draft.before?.booked?.side ??
				(draft.element === 'JournalCreditLine' ? 'Credit' : 'Debit'));
	const isNew = draft.before === undefined && draft.element === 'JournalLineMod';
	if (isNew && typeof JournalLineType !== 'string') throw new Refusal(3150, 'JournalLineType');
	const account = findById(company.accounts, referenceIn(wanted, 'AccountRef')?.ListID);
	if (account === undefined && wanted.Amount !== undefined) throw new Refusal(3150, 'AccountRef');
	if (account && !isInHomeCurrency(company, account) && account.CurrencyRef.ListID !== currency) {
		throw new Refusal(3210, 'AccountRef', account.FullName, 'The account has another currency.');
	}
	const Amount = textIn(wanted, 'Amount');
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		...(Amount !== undefined && { Amount: formatAmount(decimal(Amount)) }),
		booked: { side, account: account?.ListID },
	};
}

const journalEntry: TransactionKind = {
	name: 'JournalEntry',
	list: 'journalEntries',
	label: 'journal entry',
	lineSets: [journalLines],
	isNumbered: true,
	complete: (writing) => {
		const { company, fields, before, given } = writing;
		const currency =
			findById(company.currencies, referenceIn(fields, 'CurrencyRef')?.ListID) ??
			company.currencies[0];
		const lines = draftsOf(writing, journalLines).map((draft) =>
			journalLine(writing, draft, currency.ListID),
		);
		const balance = lines.reduce(
			(sum, line) =>
				sum.plus(decimal(line.Amount ?? '0').times(line.booked?.side === 'Credit' ? -1 : 1)),
			new Big(0),
		);
		if (!balance.eq(0)) {
			throw new Refusal(
				3180,
				'General Journal transaction',
				'Transaction is not in balance.  Make sure the amounts in the debit column equal the amounts in the credit column.',
			);
		}
		return {
			IsAdjustment: 'false',
			...fields,
			TxnDate: dateOf(writing),
			CurrencyRef: referenceTo(currency),
			ExchangeRate: formatQuantity(
				decimal(textIn(fields, 'ExchangeRate') ?? currency.ExchangeRate ?? '1'),
			),
			JournalLine: lines,
			DataExtRet: extensionsIn(company, given, 'JournalEntry') ?? before?.DataExtRet,
			booked: { ...before?.booked, gains: gainsAccount(company) },
		};
	},
	postings: (entry) => {
		const parts = linesOf(entry, journalLines).flatMap((line): Part[] => {
			const { account, side } = line.booked ?? {};
			if (account === undefined || line.Amount === undefined) return [];
			return [
				{
					account,
					amount: decimal(line.Amount).times(side === 'Credit' ? -1 : 1),
					entity: referenceIn(line, 'EntityRef')?.ListID,
					class: line.ClassRef?.ListID,
					memo: textIn(line, 'Memo'),
				},
			];
		});
		return balanced(parts, { rate: entry.ExchangeRate, gains: entry.booked.gains });
	},
	total: (entry) =>
		linesOf(entry, journalLines)
			.filter(({ booked }) => booked?.side === 'Debit')
			.reduce((sum, { Amount }) => sum.plus(decimal(Amount ?? '0')), new Big(0)),
};

const depositLines: LineSet = {
	ret: 'DepositLineRet',
	add: ['DepositLineAdd'],
	mod: ['DepositLineMod'],
};

/** A line of a deposit with a payment that waits to be deposited. */
function paymentLine(writing: Writing, draft: LineDraft, id: string): Line {
	const { company, moment, kinds, before } = writing;
	const payments = ['ReceivePayment', 'SalesReceipt'].flatMap((name) => {
		const kind = kinds.get(name);
		const transaction = kind && findById(company[kind.list] as Transaction[], id);
		return kind && transaction ? [{ kind, transaction }] : [];
	});
	const [found] = payments;
	const deposited = found?.transaction.booked.deposit;
	const account = found && referenceIn(found.transaction, 'DepositToAccountRef');
	const isWaiting =
		findById(company.accounts, account?.ListID)?.SpecialAccountType === 'UndepositedFunds' &&
		(deposited === undefined || deposited === before?.TxnID);
	if (found === undefined || !isWaiting) {
		throw new Refusal(
			3180,
			'deposit',
			'The given record number is not in the Payments to Deposit list.',
		);
	}
	const { kind, transaction } = found;
	const { given } = draft;
	return {
		TxnType: kind.name,
		TxnID: transaction.TxnID,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		EntityRef: referenceIn(transaction, 'CustomerRef'),
		AccountRef: account,
		Memo: textIn(given, 'OverrideMemo') ?? textIn(transaction, 'Memo'),
		CheckNumber: textIn(given, 'OverrideCheckNumber') ?? textIn(transaction, 'RefNumber'),
		PaymentMethodRef: referenceIn(transaction, 'PaymentMethodRef'),
		ClassRef: referenceIn(given, 'OverrideClassRef') ?? referenceIn(transaction, 'ClassRef'),
		Amount: formatAmount(inHomeCurrency(kind.total(transaction), transaction.ExchangeRate)),
		booked: { account: account?.ListID, payment: transaction.TxnID },
	};
}

function depositLine(writing: Writing, draft: LineDraft): Line {
	const payment = textIn(draft.given, 'PaymentTxnID') ?? draft.before?.booked?.payment;
	if (payment !== undefined) return paymentLine(writing, draft, payment);
	const wanted = overlay(draft.before, draft.given);
	if (referenceIn(wanted, 'AccountRef') === undefined) throw new Refusal(3150, 'AccountRef');
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(writing.company, writing.moment),
		Amount: formatAmount(decimal(textIn(wanted, 'Amount') ?? '0')),
		booked: { account: referenceIn(wanted, 'AccountRef')?.ListID },
	};
}

const cashBackOf = (deposit: RecordContent): RecordContent | undefined =>
	deposit.CashBackInfoRet as RecordContent | undefined;

const deposit: TransactionKind = {
	name: 'Deposit',
	list: 'deposits',
	label: 'deposit',
	lineSets: [depositLines],
	complete: (writing) => {
		const { company, moment, given, fields, before } = writing;
		const { CashBackInfoAdd, CashBackInfoMod, ...rest } = fields;
		const lines = draftsOf(writing, depositLines).map((draft) => depositLine(writing, draft));
		const requested = (CashBackInfoAdd ?? CashBackInfoMod) as RecordContent | undefined;
		const earlier = before && cashBackOf(before);
		const cashBack = requested && {
			...earlier,
			...requested,
			TxnLineID: textIn(earlier ?? {}, 'TxnLineID') ?? nextLineId(company, moment),
			Amount: formatAmount(decimal(textIn(requested, 'Amount') ?? '0')),
		};
		const back = decimal(textIn(cashBack ?? earlier ?? {}, 'Amount') ?? '0');
		const total = lines
			.reduce((sum, { Amount }) => sum.plus(decimal(Amount ?? '0')), new Big(0))
			.minus(back);
		const [home] = company.currencies;
		return {
			...rest,
			TxnDate: dateOf(writing),
			DepositTotal: formatAmount(total),
			CurrencyRef: referenceIn(fields, 'CurrencyRef') ?? referenceTo(home),
			ExchangeRate: textIn(fields, 'ExchangeRate') ?? '1',
			DepositTotalInHomeCurrency: formatAmount(total),
			CashBackInfoRet: cashBack ?? earlier,
			DepositLineRet: lines,
			DataExtRet: extensionsIn(company, given, 'Deposit') ?? before?.DataExtRet,
			booked: { ...before?.booked, gains: gainsAccount(company) },
		};
	},
	postings: (transaction) => {
		const back = cashBackOf(transaction);
		const backAccount = back && referenceIn(back, 'AccountRef')?.ListID;
		const parts: Part[] = [
			{
				account: referenceIn(transaction, 'DepositToAccountRef')?.ListID ?? '',
				amount: decimal(textIn(transaction, 'DepositTotal') ?? '0'),
			},
			...(back && backAccount
				? [{ account: backAccount, amount: decimal(textIn(back, 'Amount') ?? '0') }]
				: []),
			...linesOf(transaction, depositLines).map((line) => ({
				account: line.booked?.account ?? '',
				amount: decimal(line.Amount ?? '0').times(-1),
				entity: referenceIn(line, 'EntityRef')?.ListID,
				class: line.ClassRef?.ListID,
				memo: textIn(line, 'Memo'),
			})),
		];
		return balanced(parts, { rate: '1', gains: transaction.booked.gains });
	},
	total: (transaction) => decimal(textIn(transaction, 'DepositTotal') ?? '0'),
};

const adjustmentLines: LineSet = {
	ret: 'InventoryAdjustmentLineRet',
	add: ['InventoryAdjustmentLineAdd'],
	mod: ['InventoryAdjustmentLineMod'],
};

/** By how much the number and the value of an item's stock are to differ. */
function differences(item: Item, given: RecordContent): { units: Big; value: Big } {
	const quantity = decimal(item.QuantityOnHand ?? '0');
	const asked = (given.QuantityAdjustment ?? given.ValueAdjustment ?? given) as RecordContent;
	const [newQuantity, newValue] = [textIn(asked, 'NewQuantity'), textIn(asked, 'NewValue')];
	const units =
		newQuantity === undefined
			? decimal(textIn(asked, 'QuantityDifference') ?? '0')
			: decimal(newQuantity).minus(quantity);
	const difference = textIn(asked, 'ValueDifference');
	if (newValue !== undefined) return { units, value: decimal(newValue).minus(stockValueOf(item)) };
	if (difference !== undefined) return { units, value: decimal(difference) };
	const cost = costOf(item, units.abs());
	return { units, value: units.lt(0) ? cost.times(-1) : cost };
}

function adjustmentLine(writing: Writing, draft: LineDraft): Line {
	const { company, moment } = writing;
	const isKept =
		draft.before !== undefined && !Object.keys(draft.given).some((name) => name !== 'TxnLineID');
	if (isKept && draft.before) return draft.before;
	const reference = referenceIn(draft.given, 'ItemRef') ?? draft.before?.ItemRef;
	const item = findById(company.items, reference?.ListID);
	if (!isStocked(item)) {
		throw new Refusal(3140, 'Item', reference?.FullName ?? '', 'Inventory Adjustment line');
	}
	const kept = draft.before && { QuantityDifference: draft.before.QuantityDifference };
	const { units, value } = differences(item, { ...kept, ...draft.given });
	return {
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		ItemRef: referenceTo(item),
		QuantityDifference: formatQuantity(units),
		ValueDifference: formatAmount(value),
		booked: { account: item.AssetAccountRef?.ListID },
	};
}

const inventoryAdjustment: TransactionKind = {
	name: 'InventoryAdjustment',
	list: 'inventoryAdjustments',
	label: 'inventory adjustment',
	entity: 'CustomerRef',
	lineSets: [adjustmentLines],
	isNumbered: true,
	complete: (writing) => {
		const { company, given, fields, before } = writing;
		return {
			...fields,
			TxnDate: dateOf(writing),
			InventoryAdjustmentLineRet: draftsOf(writing, adjustmentLines).map((draft) =>
				adjustmentLine(writing, draft),
			),
			DataExtRet: extensionsIn(company, given, 'InventoryAdjustment') ?? before?.DataExtRet,
			booked: { ...before?.booked },
		};
	},
	postings: (adjustment) => {
		const parts = linesOf(adjustment, adjustmentLines).flatMap((line): Part[] => {
			const amount = decimal(textIn(line, 'ValueDifference') ?? '0');
			const shared = {
				item: line.ItemRef?.ListID,
				entity: referenceIn(adjustment, 'CustomerRef')?.ListID,
				class: referenceIn(adjustment, 'ClassRef')?.ListID,
			};
			return [
				{
					...shared,
					account: line.booked?.account ?? '',
					amount,
					units: decimal(textIn(line, 'QuantityDifference') ?? '0'),
				},
				{
					...shared,
					account: referenceIn(adjustment, 'AccountRef')?.ListID ?? '',
					amount: amount.times(-1),
				},
			];
		});
		return balanced(parts, { rate: '1', gains: undefined });
	},
	total: (adjustment) =>
		linesOf(adjustment, adjustmentLines).reduce(
			(sum, line) => sum.plus(decimal(textIn(line, 'ValueDifference') ?? '0')),
			new Big(0),
		),
};

const timeTracking: TransactionKind = {
	name: 'TimeTracking',
	list: 'timeTrackings',
	label: 'time tracking',
	entity: 'EntityRef',
	lineSets: [],
	complete: (writing) => ({
		BillableStatus: writing.fields.CustomerRef ? 'Billable' : undefined,
		...writing.fields,
		TxnDate: dateOf(writing),
		booked: {},
	}),
	postings: () => [],
	total: () => new Big(0),
};

/** Transactions that are neither sales nor purchases nor payments. */
export const otherKinds = [journalEntry, deposit, inventoryAdjustment, timeTracking];
