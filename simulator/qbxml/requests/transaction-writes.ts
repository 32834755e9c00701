import { type Group, isGroup } from '../../../quickbooks/facts/facts';
import { type RuleName, rules } from '../../../quickbooks/rules';
import { newSales } from '../../../quickbooks/rules/families';
import { childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { todayOf } from '../../company/clock';
import { findById } from '../../company/find';
import { follows, refusedBy, type Warn } from '../../company/follow';
import { without } from '../../company/records';
import type { Transaction } from '../../company/sale-types';
import {
	type Draft,
	type Found,
	type LineDraft,
	type LineSet,
	referenceIn,
	type TransactionKind,
} from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import {
	addTransaction,
	changeTransaction,
	deleteTransaction,
	voidTransaction,
} from '../../company/transactions/write';
import type { Company, LockCode } from '../../company/types';
import type { AnswerRecord } from '../protocol/session';
import { type Status, StatusError, statusOf } from '../protocol/status-errors';
import type { StatusCode } from '../protocol/status-messages';
import { answerRecord, outputElements } from '../query/output';
import { modelOf } from '../schema/content-model';
import { requestFacts } from '../schema/facts';
import type { Answer, RequestType } from '../schema/request-type';
import { whole } from '../schema/support';
import { requireClearable } from './clearing';
import { requireCurrent, requireLinkedUnlocked, requireUnlocked } from './guards';
import { presentTransaction } from './present-transaction';
import { readContent, type Reader, writtenGroup, writtenSupport } from './read-content';

function groupIn(group: Group, name: string): Group {
	const place = modelOf(group.content).places.get(name);
	if (!place || !isGroup(place)) throw new Error(`${group.name} has no ${name}.`);
	return place;
}

/** A line, or a group of lines, of a request. */
function readLine(line: XmlElement, group: Group, set: LineSet, reader: Reader): LineDraft {
	const [inner] = set.mod;
	const isGroupOfLines = modelOf(group.content).places.has(inner);
	const given = readContent(line, group.content, {
		...reader,
		place: { ...reader.place, isExpense: set.ret === 'ExpenseLineRet' },
		leavesOut: (name) => name === inner,
	});
	return {
		element: line.name,
		given,
		...(isGroupOfLines && {
			lines: childrenOf(line, inner).map((each) =>
				readLine(each, groupIn(group, inner), set, reader),
			),
		}),
	};
}

const isSet = (element: XmlElement, name: string): boolean =>
	['true', '1'].includes(textOf(element, name) ?? '');

/** The lines of a set that a request has. Without any they stay, unless the request clears them. */
function readLines(
	element: XmlElement,
	group: Group,
	set: LineSet,
	reader: Reader,
): LineDraft[] | undefined {
	const names = [...set.add, ...set.mod];
	const lines = element.children
		.filter(({ name }) => names.includes(name))
		.map((line) => readLine(line, groupIn(group, line.name), set, reader));
	const clears = set.clear !== undefined && isSet(element, set.clear);
	if (clears && lines.length > 0) throw new StatusError(3151, set.clear ?? '');
	return lines.length > 0 || clears ? lines : undefined;
}

/** A change may empty one kind of lines, and not all of them. */
function requireSomeLines(element: XmlElement, { lineSets }: TransactionKind): void {
	const clearing = lineSets.flatMap(({ clear }) => (clear && isSet(element, clear) ? clear : []));
	if (clearing.length > 1) throw new StatusError(3151, clearing[1]);
}

function readDraft(request: XmlElement, kind: TransactionKind, company: Company): Draft {
	const group = writtenGroup(request.name);
	const [element] = request.children;
	const { name, lineSets, entity = '' } = kind;
	requireLinkedUnlocked(company, element, name);
	const special = lineSets.flatMap(({ add, mod, clear }) => [...add, ...mod, clear]);
	const words = name.replace(/([a-z])([A-Z])/g, '$1 $2');
	const reader: Reader = {
		company,
		place: { about: name, name: words },
		leavesOut: (child) => special.includes(child),
	};
	const inLine: Reader = { company, place: { about: name, name: `${words} line` } };
	const lines = lineSets.flatMap((set): Array<[string, LineDraft[]]> => {
		const drafts = readLines(element, group, set, inLine);
		return drafts ? [[set.ret, drafts]] : [];
	});
	const fields = readContent(element, group.content, reader);
	requireUnlocked(company, referenceIn(fields, entity)?.ListID ?? '', name);
	return { fields, lines: Object.fromEntries(lines) };
}

const requiredReferences = [
	'CustomerRef',
	'VendorRef',
	'AccountRef',
	'BankAccountRef',
	'EntityRef',
	'DepositToAccountRef',
	'CreditCardAccountRef',
	'PayeeEntityRef',
];

/** A reference that qbXML requires may still be empty. */
function requireReferences(request: XmlElement, draft: Draft): void {
	for (const name of requiredReferences) {
		const place = modelOf(writtenGroup(request.name).content).places.get(name);
		const isEmpty = draft.fields[name] === '' || draft.fields[name] === undefined;
		if (place && !place.optional && isEmpty) throw new StatusError(3150, name);
	}
}

/** The record as it is now, without its links: only a query shows them. */
const recordNow = (request: XmlElement, company: Company, found: Found): AnswerRecord =>
	answerRecord(
		request,
		`${found.kind.name}Ret`,
		presentTransaction(company, found, { withLines: true, withLinks: false }),
	);

const answerWith = (
	request: XmlElement,
	company: Company,
	found: Found,
	warnings: readonly Status[],
): Answer => ({
	status: warnings[0] ?? statusOf(0),
	records: [recordNow(request, company, found)],
});

/** Collects what is warned of. QuickBooks answers with one status, so only the first is told. */
function listen(): { warnings: Status[]; warn: Warn } {
	const warnings: Status[] = [];
	const warn = (name: RuleName, ...values: string[]): void => {
		const { status } = rules[name];
		if (status !== undefined) warnings.push(statusOf(status as StatusCode, ...values));
	};
	return { warnings, warn };
}

/** A new transaction without a date gets today's, or that of the last one of its kind. */
function dated(draft: Draft, kind: TransactionKind, company: Company): Draft {
	if (draft.fields.TxnDate) return draft;
	const last = (company[kind.list] as Transaction[]).at(-1)?.TxnDate;
	const today = todayOf(company);
	const TxnDate = follows(company, 'date-of-a-new-transaction') ? today : (last ?? today);
	return { ...draft, fields: { ...draft.fields, TxnDate } };
}

/** Refuses the last lines of an address that are sent empty beside a place, as has been seen with sales. */
function requireFullAddresses(company: Company, [written]: readonly XmlElement[]): void {
	if (!follows(company, 'empty-lines-of-an-address')) return;
	for (const address of written.children.filter(({ name }) => /^(Bill|Ship)Address$/.test(name))) {
		const hasPlace = ['City', 'State', 'PostalCode'].some((name) => textOf(address, name));
		const isEmpty = ['Addr4', 'Addr5'].some((name) => textOf(address, name) === '');
		if (hasPlace && isEmpty) throw refusedBy('empty-lines-of-an-address', 'address', '');
	}
}

function additionOf(kind: TransactionKind): RequestType {
	const name = `${kind.name}AddRq`;
	return {
		name,
		support: { ...writtenSupport(name), ...outputElements },
		answer: (request, company) => {
			const draft = dated(readDraft(request, kind, company), kind, company);
			requireReferences(request, draft);
			if (newSales.includes(`${kind.name}Add`)) requireFullAddresses(company, request.children);
			const { warnings, warn } = listen();
			const transaction = addTransaction(company, kind, draft, company.now(), warn);
			return answerWith(request, company, { kind, transaction }, warnings);
		},
	};
}

function requireTransaction(
	company: Company,
	kind: TransactionKind,
	id: string,
	lockedAs?: LockCode,
): Found {
	const transaction = findById(company[kind.list] as Transaction[], id);
	if (transaction === undefined) throw new StatusError(3120, id);
	requireUnlocked(company, transaction.TxnID, lockedAs ? id : kind.name, lockedAs);
	return { kind, transaction };
}

/** A transaction that is to be voided or deleted: neither it nor one that it is linked to is open elsewhere. */
function requireRemovable(...asked: Parameters<typeof requireTransaction>): Found {
	const [company, kind, id, lockedAs] = asked;
	const found = requireTransaction(...asked);
	for (const { TxnID } of found.transaction.LinkedTxn ?? []) {
		requireUnlocked(company, TxnID, lockedAs ? id : kind.name, lockedAs);
	}
	return found;
}

function changeOf(kind: TransactionKind): RequestType {
	const name = `${kind.name}ModRq`;
	return {
		name,
		support: { ...writtenSupport(name), ...outputElements },
		answer: (request, company) => {
			const [mod] = request.children;
			const found = requireTransaction(company, kind, textOf(mod, 'TxnID') ?? '');
			const show = () => recordNow(request, company, found);
			requireCurrent(company, found.transaction, textOf(mod, 'EditSequence'), show);
			requireSomeLines(mod, kind);
			requireClearable(mod, writtenGroup(name).content, {
				request: name,
				isList: false,
				isLine: false,
			});
			const { fields, lines } = readDraft(request, kind, company);
			const changes = without(fields, 'TxnID', 'EditSequence');
			const { warnings, warn } = listen();
			changeTransaction(company, found, { fields: changes, lines }, company.now(), warn);
			return answerWith(request, company, found, warnings);
		},
	};
}

function kindNamed(request: XmlElement, element: string): TransactionKind {
	const type = textOf(request, element) ?? '';
	const kind = transactionKinds.get(type);
	if (kind === undefined) throw new StatusError(3250, type);
	return kind;
}

const optional = (element: string, content: string | undefined) =>
	content === undefined ? [] : [{ element, content }];

/** Voids a transaction. */
const txnVoid: RequestType = {
	name: 'TxnVoidRq',
	support: whole('TxnVoidType', 'TxnID'),
	answer: (request, company) => {
		const kind = kindNamed(request, 'TxnVoidType');
		const found = requireRemovable(company, kind, textOf(request, 'TxnID') ?? '', 3185);
		voidTransaction(company, found, company.now());
		const { TxnID, TimeCreated, TimeModified, RefNumber } = found.transaction;
		return {
			status: statusOf(0),
			records: [
				{ element: 'TxnVoidType', content: kind.name },
				{ element: 'TxnID', content: TxnID },
				{ element: 'TimeCreated', content: TimeCreated },
				{ element: 'TimeModified', content: TimeModified },
				...optional('RefNumber', RefNumber),
			],
		};
	},
};

/** Deletes a transaction. */
const txnDel: RequestType = {
	name: 'TxnDelRq',
	support: whole('TxnDelType', 'TxnID'),
	answer: (request, company) => {
		const kind = kindNamed(request, 'TxnDelType');
		const found = requireRemovable(company, kind, textOf(request, 'TxnID') ?? '');
		deleteTransaction(company, found, company.now());
		const { id, TimeDeleted, label } =
			company.deletedTransactions[company.deletedTransactions.length - 1];
		return {
			status: statusOf(0),
			records: [
				{ element: 'TxnDelType', content: kind.name },
				{ element: 'TxnID', content: id },
				{ element: 'TimeDeleted', content: TimeDeleted },
				...optional('RefNumber', label),
			],
		};
	},
};

const kinds = [...transactionKinds.values()];

/** Additions and changes of transactions, as far as qbXML has them, and what voids and deletes them. */
export const transactionWrites: RequestType[] = [
	...kinds.filter(({ name }) => requestFacts.has(`${name}AddRq`)).map(additionOf),
	...kinds.filter(({ name }) => requestFacts.has(`${name}ModRq`)).map(changeOf),
	txnVoid,
	txnDel,
];
