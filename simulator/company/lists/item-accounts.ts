import { set } from '../changes';
import { follows, refusedBy } from '../follow';
import { post, takeBack } from '../postings';
import { without } from '../records';
import type { Line, Transaction } from '../sale-types';
import { allLinesOf, type Found, referenceIn } from '../transactions/kind';
import { transactionKinds } from '../transactions/kinds';
import { requireOpenBooks } from '../transactions/write';
import type { Company } from '../types';
import type { RecordContent } from '../value-types';
import type { AnyRecord } from './kind';

/** Where an item's account stands in the lines of transactions, by the element of the item. */
const bookedAs = {
	AccountRef: 'account',
	IncomeAccountRef: 'account',
	ExpenseAccountRef: 'account',
	COGSAccountRef: 'costAccount',
} as const;

type AccountElement = keyof typeof bookedAs;

const flagOf = (element: string): string => `Apply${element}ToExistingTxns`;

interface UsedLine extends Found {
	line: Line;
}

/** All lines that an item is in. */
const historyOf = (company: Company, { ListID }: AnyRecord): UsedLine[] =>
	[...transactionKinds.values()].flatMap((kind) =>
		(company[kind.list] as Transaction[]).flatMap((transaction) =>
			allLinesOf(kind, transaction)
				.filter(({ ItemRef }) => ItemRef?.ListID === ListID)
				.map((line) => ({ kind, transaction, line })),
		),
	);

function rewrite(company: Company, used: UsedLine[], name: string, account: string, moment: Date) {
	for (const { kind, transaction, line } of used) {
		requireOpenBooks(company, kind, transaction.TxnDate);
		takeBack(company, kind.postings(transaction), moment);
		set(line, { booked: { ...line.booked, [name]: account } });
		post(company, kind.postings(transaction), moment);
	}
}

/** The part of a change that has an item's accounts, without those that do not change. */
function settle(
	company: Company,
	item: AnyRecord,
	before: RecordContent,
	given: RecordContent,
	moment: Date,
): RecordContent {
	let settled = given;
	for (const [element, name] of Object.entries(bookedAs)) {
		const [old, wanted] = [before, given].map((each) => referenceIn(each, element));
		const flag = flagOf(element);
		settled = without(settled, flag);
		if (wanted === undefined || old === undefined || wanted.ListID === old.ListID) continue;
		const history = historyOf(company, item);
		if (history.length === 0) continue;
		if (given[flag] === 'true') {
			const own = history.filter(({ line }) => line.booked?.[name] === old.ListID);
			rewrite(company, own, name, wanted.ListID, moment);
		} else if (follows(company, 'account-of-a-used-item')) {
			settled = without(settled, element as AccountElement);
		} else {
			throw refusedBy('account-of-a-used-item', 'item');
		}
	}
	return settled;
}

const shapes = { SalesOrPurchaseMod: 'SalesOrPurchase', SalesAndPurchaseMod: 'SalesAndPurchase' };

/** Whether an item is only sold or bought, or both, stays as it was made. */
function requireSameShape(item: AnyRecord, given: RecordContent): void {
	for (const [mod, shape] of Object.entries(shapes)) {
		const hasOther = Object.values(shapes).some((one) => one !== shape && item[one] !== undefined);
		if (given[mod] !== undefined && hasOther) throw refusedBy('shape-of-an-item', mod);
	}
}

/**
 * What a change of an item changes of its accounts. One that has been used keeps them, unless the change is to be carried into
 * all transactions.
 */
export function withSettledAccounts(
	company: Company,
	item: AnyRecord,
	given: RecordContent,
	moment: Date,
): RecordContent {
	requireSameShape(item, given);
	const parts = Object.entries(shapes).flatMap(([mod, shape]) =>
		given[mod] === undefined || given[mod] === ''
			? []
			: [
					[
						mod,
						settle(
							company,
							item,
							(item[shape] ?? {}) as RecordContent,
							given[mod] as RecordContent,
							moment,
						),
					],
				],
	);
	return { ...settle(company, item, item, given, moment), ...Object.fromEntries(parts) };
}
