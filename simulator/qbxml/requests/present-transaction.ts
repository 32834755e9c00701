import { decimal, formatAmount, sum } from '../../company/amounts';
import { follows } from '../../company/follow';
import { without } from '../../company/records';
import type { Line } from '../../company/sale-types';
import {
	type Found,
	isGroupLine,
	type LineSet,
	linesOf,
	referenceIn,
} from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import { findTransaction, openAmountOf } from '../../company/transactions/links';
import type { Company } from '../../company/types';
import type { DataExtension, RecordContent } from '../../company/value-types';
import { type AnswerContent, Lines } from '../query/arrange';

interface Presentation {
	withLines: boolean;
	withLinks: boolean;
	/** Which custom fields are shown; none by default. */
	owned?: (extensions: DataExtension[] | undefined) => DataExtension[] | undefined;
}

function presentLine(
	line: Line,
	{ ret, group }: LineSet,
	owned: NonNullable<Presentation['owned']>,
): readonly [element: string, line: AnswerContent] {
	const own = { ...line, DataExtRet: owned(line.DataExtRet) };
	if (ret === 'JournalLine') {
		return [line.booked?.side === 'Credit' ? 'JournalCreditLine' : 'JournalDebitLine', own];
	}
	if (!isGroupLine(line) || group === undefined) return [ret, own];
	const inner = linesOf(line, { ret }).map((each) => ({
		...each,
		DataExtRet: owned(each.DataExtRet),
	}));
	return [group, { ...own, [ret]: inner }];
}

/** What a payment has been applied to, with what is open of it now. */
function presentApplications(
	company: Company,
	transaction: RecordContent,
): RecordContent[] | undefined {
	const books = { company, kinds: transactionKinds, moment: company.now() };
	return (transaction.AppliedToTxnRet as RecordContent[] | undefined)?.map((application) => {
		const target = findTransaction(books, String(application.TxnID));
		return {
			...application,
			...(target && { BalanceRemaining: formatAmount(openAmountOf(target)) }),
			LinkedTxn: target?.transaction.LinkedTxn?.filter(({ TxnID }) => TxnID !== transaction.TxnID),
		};
	});
}

/** The credits of a payment's customer, whether they have anything to do with the payment or not. */
function unusedCredits(company: Company, { kind, transaction }: Found): RecordContent {
	if (kind.name !== 'ReceivePayment') return {};
	const customer = referenceIn(transaction, 'CustomerRef')?.ListID;
	const own = company.creditMemos.filter(({ CustomerRef }) => CustomerRef.ListID === customer);
	const open = sum(own.map(({ CreditRemaining }) => decimal(CreditRemaining)));
	return { UnusedCredits: formatAmount(open) };
}

/** A transaction as it is answered. */
export function presentTransaction(
	company: Company,
	{ kind, transaction }: Found,
	{ withLines, withLinks, owned = () => undefined }: Presentation,
): AnswerContent {
	const lines = kind.lineSets.map((set): [string, Lines | undefined] => {
		const elements = withLines
			? linesOf(transaction, set).map((line) => presentLine(line, set, owned))
			: [];
		const place = set.ret === 'JournalLine' ? 'JournalDebitLine' : set.ret;
		return [place, elements.length > 0 ? new Lines(elements) : undefined];
	});
	return {
		...(follows(company, 'open-amount-is-shown')
			? transaction
			: without(transaction, 'OpenAmount')),
		...unusedCredits(company, { kind, transaction }),
		DataExtRet: owned(transaction.DataExtRet),
		LinkedTxn: withLinks ? transaction.LinkedTxn : undefined,
		AppliedToTxnRet: withLines ? presentApplications(company, transaction) : undefined,
		...Object.fromEntries(lines),
	};
}
