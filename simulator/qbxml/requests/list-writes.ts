import { rules } from '../../../quickbooks/rules';
import { childOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { findById } from '../../company/find';
import { follows, refusedBy } from '../../company/follow';
import { type AnyRecord, type ListKind, recordsOf } from '../../company/lists/kind';
import { listKinds } from '../../company/lists/kinds';
import { addRecord, changeRecord, deleteRecord } from '../../company/lists/write';
import { without } from '../../company/records';
import type { Company } from '../../company/types';
import type { RecordContent } from '../../company/value-types';
import { StatusError, statusOf } from '../protocol/status-errors';
import { answerRecord, outputElements } from '../query/output';
import { requestFacts } from '../schema/facts';
import type { RequestType } from '../schema/request-type';
import { whole } from '../schema/support';
import { requireClearable } from './clearing';
import { requireCurrent, requireUnlocked } from './guards';
import { readContent, type Reader, writtenGroup, writtenSupport } from './read-content';

const readerFor = (company: Company, { name, list }: ListKind): Reader => ({
	company,
	place: { about: name, list, name },
});

function writtenIn(request: XmlElement): XmlElement {
	const [element] = request.children;
	return element;
}

/** A full name joins names with colons, so that no name has one. */
function requireStorable(name: string, { label }: ListKind): void {
	if (!name.includes(':')) return;
	throw new StatusError(3090, name, `${label} name`, rules['colon-in-a-name'].saying ?? '');
}

/** What is written, with its name as it can be stored. */
function withStoredName(company: Company, kind: ListKind, given: RecordContent): RecordContent {
	const { Name } = given;
	if (typeof Name !== 'string') return given;
	requireStorable(Name, kind);
	return follows(company, 'names-are-trimmed') ? { ...given, Name: Name.trim() } : given;
}

function additionOf(kind: ListKind): RequestType {
	const name = `${kind.name}AddRq`;
	return {
		name,
		support: { ...writtenSupport(name), ...outputElements },
		answer: (request, company) => {
			const { content } = writtenGroup(name);
			const given = readContent(writtenIn(request), content, readerFor(company, kind));
			const stored = withStoredName(company, kind, given);
			const record = addRecord(company, kind, stored, company.now());
			return {
				status: statusOf(0),
				records: [answerRecord(request, `${kind.name}Ret`, withoutCustomFields(record))],
			};
		},
	};
}

/** Custom fields are answered to queries that name their owner, and to nothing else. */
const withoutCustomFields = (record: AnyRecord): AnyRecord => ({
	...record,
	DataExtRet: undefined,
});

/** The record of a kind with a ListID. */
function requireRecord(company: Company, kind: ListKind, id: string): AnyRecord {
	const all = kind.list === 'items' ? (company.items as AnyRecord[]) : recordsOf(company, kind);
	const found = findById(all, id);
	if (found === undefined || (kind.list === 'items' && found.kind !== `${kind.name}Ret`)) {
		throw new StatusError(3120, id);
	}
	return found;
}

function changeOf(kind: ListKind): RequestType {
	const name = `${kind.name}ModRq`;
	return {
		name,
		support: { ...writtenSupport(name, kind.openings), ...outputElements },
		answer: (request, company) => {
			const { content } = writtenGroup(name);
			const mod = writtenIn(request);
			const record = requireRecord(company, kind, textOf(mod, 'ListID') ?? '');
			requireUnlocked(company, record.ListID, kind.label);
			const show = () => answerRecord(request, `${kind.name}Ret`, withoutCustomFields(record));
			requireCurrent(company, record, textOf(mod, 'EditSequence'), show);
			requireClearable(mod, content, { request: name, isList: true, isLine: false });
			const given = without(
				readContent(mod, content, readerFor(company, kind)),
				'ListID',
				'EditSequence',
			);
			changeRecord(company, kind, record, withStoredName(company, kind, given), company.now());
			return { status: statusOf(0), records: [show()] };
		},
	};
}

/** Deletes a record of a list that is not in use. */
const listDel: RequestType = {
	name: 'ListDelRq',
	support: whole('ListDelType', 'ListID'),
	answer: (request, company) => {
		const type = childOf(request, 'ListDelType')?.text ?? '';
		const kind = listKinds.get(type);
		if (kind === undefined) throw new StatusError(3250, type);
		const record = requireRecord(company, kind, textOf(request, 'ListID') ?? '');
		requireUnlocked(company, record.ListID, kind.label);
		if (company.dividingDate !== undefined) throw refusedBy('accountants-copy', kind.label);
		deleteRecord(company, kind, record, company.now());
		const {
			id,
			TimeDeleted,
			label = '',
		} = company.deletedRecords[company.deletedRecords.length - 1];
		return {
			status: statusOf(0),
			records: [
				{ element: 'ListDelType', content: type },
				{ element: 'ListID', content: id },
				{ element: 'TimeDeleted', content: TimeDeleted },
				{ element: 'FullName', content: label },
			],
		};
	},
};

const kinds = [...listKinds.values()];

/** Additions and changes of list records, as far as qbXML has them, and their deletion. */
export const listWrites: RequestType[] = [
	...kinds.filter(({ name }) => requestFacts.has(`${name}AddRq`)).map(additionOf),
	...kinds.filter(({ name }) => requestFacts.has(`${name}ModRq`)).map(changeOf),
	listDel,
];
