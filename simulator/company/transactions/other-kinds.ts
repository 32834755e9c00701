import Big from 'big.js';

import { decimal, formatAmount, formatQuantity, sum } from '../amounts';
import { findById } from '../find';
import { follows, refusedBy } from '../follow';
import { referenceTo } from '../identifiers';
import { balanced, isInHomeCurrency, type Part, stockValueOf } from '../postings';
import { Refusal } from '../refusal';
import type { Line } from '../sale-types';
import type { Item } from '../types';
import type { RecordContent } from '../value-types';
import { gainsAccount, specialAccount } from './accounts';
import { currencyWith, dateOf, exchangeRateOf } from './head';
import {
	type LineDraft,
	type LineSet,
	linesOf,
	referenceIn,
	textIn,
	type TransactionKind,
	type Writing,
} from './kind';
import { debtIn, extensionsIn, nextLineId, overlay, sumOfLines } from './lines';
import { draftsOf } from './pricing';
import { inHomeCurrency } from './sales';
import { costOf, isStocked } from './stock';
import { type DepositablePart, waitingParts } from './to-deposit';

/** Debits and credits stand in one list, in their order; `booked.side` says which a line is. */
const journalLines: LineSet = {
	ret: 'JournalLine',
	add: ['JournalDebitLine', 'JournalCreditLine'],
	mod: ['JournalLineMod'],
};

/** The account on which a debit is owed by a customer, and a credit to a vendor. */
const owing: Readonly<Record<string, string>> = {
	Debit: 'AccountsReceivable',
	Credit: 'AccountsPayable',
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
	if (Amount !== undefined && decimal(Amount).lt(0)) {
		throw refusedBy('negative-journal-amount', 'Amount', Amount);
	}
	return {
		...wanted,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		...(Amount !== undefined && { Amount: formatAmount(decimal(Amount)) }),
		booked: {
			side,
			account: account?.ListID,
			...(account && account.AccountType === owing[side] && { owes: 'true' }),
		},
	};
}

const journalEntry: TransactionKind = {
	name: 'JournalEntry',
	list: 'journalEntries',
	lineSets: [journalLines],
	isNumbered: 'numbers-by-itself',
	complete: (writing) => {
		const { company, fields, before, given } = writing;
		const currency = currencyWith(company, referenceIn(fields, 'CurrencyRef')?.ListID);
		const lines = draftsOf(writing, journalLines).map((draft) =>
			journalLine(writing, draft, currency.ListID),
		);
		const balance = sum(
			lines.map((line) =>
				decimal(line.Amount ?? '0').times(line.booked?.side === 'Credit' ? -1 : 1),
			),
		);
		if (!balance.eq(0)) {
			throw refusedBy('journal-out-of-balance', 'General Journal transaction');
		}
		return {
			IsAdjustment: 'false',
			...fields,
			TxnDate: dateOf(writing),
			CurrencyRef: referenceTo(currency),
			ExchangeRate: exchangeRateOf(writing, currency),
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
	settles: 'charge',
	owed: (entry) =>
		debtIn(linesOf(entry, journalLines), (line) => referenceIn(line, 'EntityRef')?.ListID),
	total: (entry) =>
		sumOfLines(linesOf(entry, journalLines).filter(({ booked }) => booked?.side === 'Debit')),
};

const depositLines: LineSet = {
	ret: 'DepositLineRet',
	add: ['DepositLineAdd'],
	mod: ['DepositLineMod'],
};

/** Which part of a payment a line of a deposit takes. */
interface WantedPart {
	payment: string;
	/** Without it, the line takes the first part that waits. */
	part?: string;
}

/**
 * A line of a deposit with a payment that waits to be deposited.
 * @param waiting What waits and is in no line before this one. The line takes its part out.
 */
function paymentLine(
	writing: Writing,
	draft: LineDraft,
	{ payment, part }: WantedPart,
	waiting: DepositablePart[],
): Line {
	const { company, moment } = writing;
	const isSame = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();
	const at = waiting.findIndex(
		({ transaction: { TxnID }, lineId }) =>
			isSame(TxnID, payment) && (part === undefined || isSame(lineId, part)),
	);
	if (at < 0) {
		throw new Refusal(
			3180,
			'deposit',
			'The given record number is not in the Payments to Deposit list.',
		);
	}
	const [{ kind, transaction, lineId, amount }] = waiting.splice(at, 1);
	const account = referenceTo(specialAccount(company, 'UndepositedFunds'));
	const { given } = draft;
	return {
		TxnType: kind.name,
		TxnID: transaction.TxnID,
		TxnLineID: draft.before?.TxnLineID ?? nextLineId(company, moment),
		PaymentTxnLineID: lineId,
		EntityRef: referenceIn(transaction, 'CustomerRef'),
		AccountRef: account,
		Memo: textIn(given, 'OverrideMemo') ?? textIn(transaction, 'Memo'),
		CheckNumber: textIn(given, 'OverrideCheckNumber') ?? textIn(transaction, 'RefNumber'),
		PaymentMethodRef: referenceIn(transaction, 'PaymentMethodRef'),
		ClassRef: referenceIn(given, 'OverrideClassRef') ?? referenceIn(transaction, 'ClassRef'),
		Amount: formatAmount(inHomeCurrency(amount, transaction.ExchangeRate)),
		booked: { account: account.ListID, payment: transaction.TxnID, part: lineId },
	};
}

function depositLine(writing: Writing, draft: LineDraft, waiting: DepositablePart[]): Line {
	const { given, before } = draft;
	const payment = textIn(given, 'PaymentTxnID') ?? before?.booked?.payment;
	if (payment !== undefined) {
		const part = textIn(given, 'PaymentTxnLineID') ?? before?.booked?.part;
		return paymentLine(writing, draft, { payment, part }, waiting);
	}
	const wanted = overlay(before, given);
	if (referenceIn(wanted, 'AccountRef') === undefined) throw new Refusal(3150, 'AccountRef');
	return {
		...wanted,
		TxnLineID: before?.TxnLineID ?? nextLineId(writing.company, writing.moment),
		Amount: formatAmount(decimal(textIn(wanted, 'Amount') ?? '0')),
		booked: { account: referenceIn(wanted, 'AccountRef')?.ListID },
	};
}

const cashBackOf = (deposit: RecordContent): RecordContent | undefined =>
	deposit.CashBackInfoRet as RecordContent | undefined;

const deposit: TransactionKind = {
	name: 'Deposit',
	list: 'deposits',
	lineSets: [depositLines],
	complete: (writing) => {
		const { company, moment, given, fields, before } = writing;
		const { CashBackInfoAdd, CashBackInfoMod, ...rest } = fields;
		const waiting = waitingParts(company, writing.kinds, before?.TxnID);
		const lines = draftsOf(writing, depositLines).map((draft) =>
			depositLine(writing, draft, waiting),
		);
		const requested = (CashBackInfoAdd ?? CashBackInfoMod) as RecordContent | undefined;
		const earlier = before && cashBackOf(before);
		const cashBack = requested && {
			...earlier,
			...requested,
			TxnLineID: textIn(earlier ?? {}, 'TxnLineID') ?? nextLineId(company, moment),
			Amount: formatAmount(decimal(textIn(requested, 'Amount') ?? '0')),
		};
		const back = decimal(textIn(cashBack ?? earlier ?? {}, 'Amount') ?? '0');
		const total = sumOfLines(lines).minus(back);
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
	entity: 'CustomerRef',
	lineSets: [adjustmentLines],
	isNumbered: 'numbers-by-itself',
	complete: (writing) => {
		const { company, given, fields, before } = writing;
		if (company.isMultiUser && !follows(company, 'adjustments-in-multi-user-mode')) {
			throw refusedBy('adjustments-in-multi-user-mode');
		}
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
		sum(
			linesOf(adjustment, adjustmentLines).map((line) =>
				decimal(textIn(line, 'ValueDifference') ?? '0'),
			),
		),
};

/** A time such as PT1H30M20S, to the minute. */
const withoutSeconds = (interval: string): string => interval.replace(/(?<!\d)\d+S$/, '0S');

const timeTracking: TransactionKind = {
	name: 'TimeTracking',
	list: 'timeTrackings',
	entity: 'EntityRef',
	lineSets: [],
	complete: (writing) => {
		const { company, fields } = writing;
		const isFor = fields.CustomerRef !== undefined && fields.ItemServiceRef !== undefined;
		if (fields.BillableStatus === 'Billable' && !isFor) {
			throw refusedBy('billable-time', 'TimeTracking');
		}
		const who = referenceIn(fields, 'EntityRef');
		if (findById(company.customers, who?.ListID)) {
			throw refusedBy('time-of-a-customer', 'Entity', who?.FullName ?? '', 'TimeTracking');
		}
		return {
			BillableStatus: isFor ? 'Billable' : undefined,
			...fields,
			Duration: withoutSeconds(textIn(fields, 'Duration') ?? ''),
			TxnDate: dateOf(writing),
			booked: {},
		};
	},
	postings: () => [],
	total: () => new Big(0),
};

const transfer: TransactionKind = {
	name: 'Transfer',
	list: 'transfers',
	lineSets: [],
	complete: (writing) => {
		const { company, fields, before } = writing;
		const [from, to] = ['TransferFromAccountRef', 'TransferToAccountRef'].map((name) => {
			const account = findById(company.accounts, referenceIn(fields, name)?.ListID);
			if (account === undefined) throw new Refusal(3150, name);
			return account;
		});
		if (textIn(fields, 'Amount') === undefined) throw new Refusal(3150, 'Amount');
		if (from.CurrencyRef.ListID !== to.CurrencyRef.ListID) {
			const reason = 'The account has another currency.';
			throw new Refusal(3210, 'TransferToAccountRef', to.FullName, reason);
		}
		return {
			...fields,
			TxnDate: dateOf(writing),
			// The schema has no element for it, but the account has its balance in its own currency.
			ExchangeRate: findById(company.currencies, from.CurrencyRef.ListID)?.ExchangeRate ?? '1',
			booked: { ...before?.booked, gains: gainsAccount(company) },
		};
	},
	postings: (transaction) => {
		const amount = decimal(textIn(transaction, 'Amount') ?? '0');
		const part = (name: string, sign: 1 | -1): Part => ({
			account: referenceIn(transaction, name)?.ListID ?? '',
			amount: amount.times(sign),
			class: referenceIn(transaction, 'ClassRef')?.ListID,
			memo: textIn(transaction, 'Memo'),
		});
		const parts = [part('TransferToAccountRef', 1), part('TransferFromAccountRef', -1)];
		return balanced(parts, { rate: transaction.ExchangeRate, gains: transaction.booked.gains });
	},
	total: (transaction) => decimal(textIn(transaction, 'Amount') ?? '0'),
};

/** The miles of a trip, as they are given or as the odometer says. */
function milesOf(fields: RecordContent): Big {
	const given = textIn(fields, 'TotalMiles');
	if (given !== undefined) return decimal(given);
	const [start, end] = ['OdometerStart', 'OdometerEnd'].map((name) => textIn(fields, name) ?? '0');
	return decimal(end).minus(start);
}

const vehicleMileage: TransactionKind = {
	name: 'VehicleMileage',
	list: 'vehicleMileages',
	entity: 'CustomerRef',
	lineSets: [],
	complete: (writing) => {
		const { fields } = writing;
		if (referenceIn(fields, 'VehicleRef') === undefined) throw new Refusal(3150, 'VehicleRef');
		const TripStartDate = textIn(fields, 'TripStartDate') ?? dateOf(writing);
		return {
			...fields,
			// Not answered: what the queries for transactions go by.
			TxnDate: TripStartDate,
			TripStartDate,
			TripEndDate: textIn(fields, 'TripEndDate') ?? TripStartDate,
			TotalMiles: formatQuantity(milesOf(fields)),
			booked: {},
		};
	},
	postings: () => [],
	total: () => new Big(0),
};

/** Transactions that are neither sales nor purchases nor payments. */
export const otherKinds = [
	journalEntry,
	deposit,
	inventoryAdjustment,
	timeTracking,
	transfer,
	vehicleMileage,
];
