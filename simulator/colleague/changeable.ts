import { type Content, type Group, isGroup, type Leaf } from '../../quickbooks/facts/facts';
import { findById } from '../company/find';
import { recordsOf } from '../company/lists/kind';
import { listKinds } from '../company/lists/kinds';
import type { Line, Transaction } from '../company/sale-types';
import { isGroupLine, type LineSet, linesOf } from '../company/transactions/kind';
import { transactionKinds } from '../company/transactions/kinds';
import type { Company } from '../company/types';
import type { RecordContent } from '../company/value-types';
import { requestTypes } from '../qbxml/requests';
import { writtenGroup } from '../qbxml/requests/read-content';
import { modelOf } from '../qbxml/schema/content-model';

/** What people correct in passing, by its path in a record. Nothing is worked out from it. */
const plainFields = [
	...['Memo', 'PONumber', 'Other', 'Phone', 'AltPhone', 'Fax', 'Notes', 'JobDesc'],
	...['ManufacturerPartNumber', 'ItemDesc', 'SalesDesc', 'PurchaseDesc'],
	...['SalesOrPurchase.Desc', 'SalesAndPurchase.SalesDesc', 'SalesAndPurchase.PurchaseDesc'],
];
const lineTexts = ['Desc', 'Memo', 'Other1', 'Other2'];

/** All fields that may be changed somewhere, by their paths. */
export const fieldNames: readonly string[] = [...new Set([...plainFields, ...lineTexts])];

/** The shortest text that a field must take, so that every change can have a text of its own. */
const LEAST_LENGTH = 20;

/** A kind of records that can be changed by their ID and nothing else. */
export interface ChangeableKind {
	name: string;
	id: 'ListID' | 'TxnID';
	recordsIn: (company: Company) => RecordContent[];
	find: (company: Company, id: string) => RecordContent | undefined;
	/** The fields that a record may have, by their paths. */
	fields: readonly string[];
	lineSets: ReadonlyArray<{ set: LineSet; fields: readonly string[] }>;
}

type Identified = RecordContent & { ListID: string };

const isText = (place: Leaf | Group | undefined): boolean =>
	place !== undefined &&
	!isGroup(place) &&
	place.type === 'string' &&
	(place.maxLength ?? Infinity) >= LEAST_LENGTH;

/** A group of a record is called otherwise in a change. */
const inRequest = (path: string): string[] => path.replace('.', 'Mod.').split('.');

function takes(content: Content, [name, ...below]: string[]): boolean {
	const place = modelOf(content).places.get(name);
	if (below.length === 0) return isText(place);
	return place !== undefined && isGroup(place) && takes(place.content, below);
}

const needsOnly = (content: Content, ...names: string[]): boolean =>
	content.every((each) => each.optional || ('name' in each && names.includes(each.name)));

function lineFields(content: Content, { mod }: LineSet): readonly string[] {
	const line = modelOf(content).places.get(mod[0]);
	if (!line || !isGroup(line) || !needsOnly(line.content, 'TxnLineID')) return [];
	return lineTexts.filter((name) => takes(line.content, [name]));
}

function changeable(
	name: string,
	id: ChangeableKind['id'],
	{ recordsIn, lineSets }: Pick<ChangeableKind, 'recordsIn'> & { lineSets: readonly LineSet[] },
): ChangeableKind[] {
	if (!requestTypes.has(`${name}ModRq`)) return [];
	const { content } = writtenGroup(`${name}ModRq`);
	if (!needsOnly(content, id, 'EditSequence')) return [];
	const fields = plainFields.filter((path) => takes(content, inRequest(path)));
	const sets = lineSets
		.map((set) => ({ set, fields: lineFields(content, set) }))
		.filter((each) => each.fields.length > 0);
	if (fields.length + sets.length === 0) return [];
	return [
		{
			name,
			id,
			recordsIn,
			find: (company, wanted) => findById(recordsIn(company) as Identified[], wanted),
			fields,
			lineSets: sets,
		},
	];
}

/** All kinds of records that somebody may change in passing. */
export const changeableKinds: readonly ChangeableKind[] = [
	...[...listKinds.values()].flatMap((kind) =>
		changeable(kind.name, 'ListID', {
			recordsIn: (company) => recordsOf(company, kind),
			lineSets: [],
		}),
	),
	...[...transactionKinds.values()].flatMap(({ name, list, lineSets }) =>
		changeable(name, 'TxnID', {
			recordsIn: (company) => company[list] as Transaction[],
			lineSets,
		}),
	),
];

/** A field of a record, or of one of its lines. */
export interface Spot {
	kind: ChangeableKind;
	/** ListID or TxnID. */
	id: string;
	/** TxnLineID. */
	line?: string;
	field: string;
}

/** Lines of payments in a deposit say what the payments say. */
const hasOwnTexts = (line: Line): boolean => line.booked?.payment === undefined;

/** Everything in a record that may be changed. */
export function spotsIn(kind: ChangeableKind, record: RecordContent): Spot[] {
	const id = String(record[kind.id]);
	const ofRecord = kind.fields
		.filter((field) => !field.includes('.') || record[field.split('.')[0]] !== undefined)
		.map((field) => ({ kind, id, field }));
	const ofLines = kind.lineSets.flatMap(({ set, fields }) =>
		linesOf(record, set)
			.flatMap((line) => (isGroupLine(line) ? linesOf(line, set) : [line]))
			.filter(hasOwnTexts)
			.flatMap(({ TxnLineID }) => fields.map((field) => ({ kind, id, line: TxnLineID, field }))),
	);
	return [...ofRecord, ...ofLines];
}

/** What stands there now; undefined if there is nothing, or the record or its line has gone. */
export function textAt(company: Company, { kind, id, line, field }: Spot): string | undefined {
	const record = kind.find(company, id);
	const holder =
		line === undefined
			? record
			: kind.lineSets
					.flatMap(({ set }) =>
						record ? linesOf(record, set).flatMap((each) => [each, ...linesOf(each, set)]) : [],
					)
					.find(({ TxnLineID }) => TxnLineID === line);
	const value = field
		.split('.')
		.reduce<unknown>((within, name) => (within as RecordContent | undefined)?.[name], holder);
	return typeof value === 'string' ? value : undefined;
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** All lines of a set by their IDs, with a new text in one of them. */
function lineElements(
	lines: Line[],
	set: LineSet,
	changed: { line: string; field: string; text: string },
): string {
	return lines
		.map((each) => {
			const own = element('TxnLineID', each.TxnLineID);
			if (!isGroupLine(each)) {
				const isChanged = each.TxnLineID === changed.line;
				return element(set.mod[0], own + (isChanged ? element(changed.field, changed.text) : ''));
			}
			return element(set.mod[1], own + lineElements(linesOf(each, set), set, changed));
		})
		.join('');
}

/** The request that writes a text there. All lines of that kind are named, and all but one stay as they are. */
export function requestFor(
	{ kind, line, field }: Spot,
	record: RecordContent,
	text: string,
): string {
	const { name, id, lineSets } = kind;
	const head =
		element(id, String(record[id])) + element('EditSequence', String(record.EditSequence));
	const owner = lineSets.find(({ set }) =>
		linesOf(record, set).some(
			(each) =>
				each.TxnLineID === line || linesOf(each, set).some(({ TxnLineID }) => TxnLineID === line),
		),
	);
	const change =
		line !== undefined && owner
			? lineElements(linesOf(record, owner.set), owner.set, { line, field, text })
			: inRequest(field).reduceRight((within, each) => element(each, within), text);
	return element(`${name}ModRq`, element(`${name}Mod`, head + change));
}
