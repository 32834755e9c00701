import { type Group, isGroup } from '../../../qbxml/facts';
import { childrenOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { findById } from '../../company/find';
import { without } from '../../company/records';
import type { Transaction } from '../../company/sale-types';
import type {
	Draft,
	Found,
	LineDraft,
	LineSet,
	TransactionKind,
} from '../../company/transactions/kind';
import { transactionKinds } from '../../company/transactions/kinds';
import {
	addTransaction,
	changeTransaction,
	deleteTransaction,
	voidTransaction,
} from '../../company/transactions/write';
import type { Company } from '../../company/types';
import { StatusError, statusOf } from '../protocol/status-errors';
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
	requireLinkedUnlocked(company, element, kind.label);
	const { name, lineSets } = kind;
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
	return {
		fields: readContent(element, group.content, reader),
		lines: Object.fromEntries(lines),
	};
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

const answerWith = (
	request: XmlElement,
	company: Company,
	{ kind, transaction }: Found,
): Answer => ({
	status: statusOf(0),
	records: [
		answerRecord(
			request,
			`${kind.name}Ret`,
			presentTransaction(company, { kind, transaction }, { withLines: true, withLinks: true }),
		),
	],
});

function additionOf(kind: TransactionKind): RequestType {
	const name = `${kind.name}AddRq`;
	return {
		name,
		support: { ...writtenSupport(name), ...outputElements },
		answer: (request, company) => {
			const draft = readDraft(request, kind, company);
			requireReferences(request, draft);
			const transaction = addTransaction(company, kind, draft, company.now());
			return answerWith(request, company, { kind, transaction });
		},
	};
}

function requireTransaction(company: Company, kind: TransactionKind, id: string): Found {
	const transaction = findById(company[kind.list] as Transaction[], id);
	if (transaction === undefined) throw new StatusError(3120, id);
	requireUnlocked(company, transaction.TxnID, kind.label);
	return { kind, transaction };
}

function changeOf(kind: TransactionKind): RequestType {
	const name = `${kind.name}ModRq`;
	return {
		name,
		support: { ...writtenSupport(name), ...outputElements },
		answer: (request, company) => {
			const [mod] = request.children;
			const found = requireTransaction(company, kind, textOf(mod, 'TxnID') ?? '');
			requireCurrent(found.transaction, textOf(mod, 'EditSequence'));
			requireSomeLines(mod, kind);
			requireClearable(mod, writtenGroup(name).content, { isList: false, isLine: false });
			const { fields, lines } = readDraft(request, kind, company);
			const changes = without(fields, 'TxnID', 'EditSequence');
			changeTransaction(company, found, { fields: changes, lines }, company.now());
			return answerWith(request, company, found);
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
		const found = requireTransaction(company, kind, textOf(request, 'TxnID') ?? '');
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
		const found = requireTransaction(company, kind, textOf(request, 'TxnID') ?? '');
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
