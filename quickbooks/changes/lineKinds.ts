import { elementsIn } from '../facts/elements';
import { type Content, isGroup, type Messages } from '../facts/facts';
import { baseName, sameElement } from '../facts/sameElement';
import type { AnswerObject } from '../qbxml/answerFromXml';
import { contentOfMod, contentOfRequest } from '../qbxml/changeFacts';
import { keyOfLines } from '../qbxml/encodeRequest';
import { givenIn, isValues, type Values } from '../qbxml/requestValues';
import { inWords } from '../qbxml/words';
import type { RecordForm, RecordLines } from '../records/record';
import type { LabelOf } from './assignments';
import { inRecordOrder } from './lineOrder';
import { partOf } from './meaning';

/** A record as it was read, with its lines. */
export interface ReadRecord {
	/** In qbXML's words, such as `Invoice`. */
	type: string;
	fields: AnswerObject;
	/** The IDs of its lines in the order of the answer: see `lineOrderIn`. */
	lineOrder?: readonly string[];
}

/** What is needed to know what differs. */
export interface ChangeKnowledge {
	/** Of all requests. */
	facts: Messages;
	form: RecordForm;
	/** Of the workflow (IANA name). */
	timezone: string;
}

/** One of the elements that lines of a kind can be, such as an item or a group of items. */
export interface LineElement {
	/** What it is called where a record is added, and where it is changed. */
	add: string;
	mod: string;
	/** What a change may hold of it. */
	content: Content;
	/** Which of several kinds it is, where a change has only one element for them. */
	sort: Record<string, string>;
	/** The lines that belong to it. */
	inner?: LineElement;
}

/** The lines of one kind, as the record's form has them. */
export interface LineKind {
	lines: RecordLines;
	elements: readonly LineElement[];
	/** The key under which the encoder takes them. */
	key: string;
	/** What a change names a line by. Undefined for lines that only go all together. */
	id?: 'TxnLineID' | 'TxnID';
	/** The element that empties the kind. */
	clear?: string;
	/** In errors, such as "Expense Line". */
	singular: string;
	labelOf: LabelOf;
}

/** A line of a record. */
export interface BookedLine {
	element: LineElement;
	fields: AnswerObject;
	id?: string;
	/** Such as "Line 2". */
	label: string;
	inner: readonly BookedLine[];
}

const clearedBy: Readonly<Record<string, string>> = {
	ExpenseLineMod: 'ClearExpenseLines',
	ItemGroupLine: 'ClearItemsInGroup',
	ItemInventoryAssemblyLine: 'ClearItemsInGroup',
	ItemLineMod: 'ClearItemLines',
};

const isLineName = (name: string): boolean => /Line(?:Group)?(?:Mod)?$/.test(name);

function lineElement(around: Content, add: string): LineElement {
	const element = sameElement(around, add);
	if (!element || !isGroup(element)) throw new Error(`A change has no lines ${add}.`);
	const { name, content } = element;
	const inner = elementsIn(content).find((one) => isGroup(one) && isLineName(one.name));
	const [, side] = /^Journal(Debit|Credit)Line$/.exec(add) ?? [];
	return {
		add,
		mod: name,
		content,
		sort: side === undefined ? {} : { JournalLineType: side },
		...(inner && { inner: lineElement(content, inner.name) }),
	};
}

const has = (content: Content, name: string): boolean =>
	elementsIn(content).some((one) => one.name === name);

/** The kinds of lines of a record, as its form has them. */
export function lineKindsOf({ facts, form }: Omit<ChangeKnowledge, 'timezone'>): LineKind[] {
	const mod = contentOfMod(facts, form.qbxml);
	const add = contentOfRequest(facts, `${form.qbxml}AddRq`);
	return (form.lines ?? []).map((lines): LineKind => {
		const names = keyOfLines(add, lines.path).split('|');
		const elements = names.map((name) => lineElement(mod, name));
		const [{ content, mod: name }] = elements;
		const clear = clearedBy[name];
		const rows = [...lines.fields, ...(lines.further ?? [])];
		return {
			lines,
			elements,
			key: keyOfLines(mod, name),
			id: (['TxnLineID', 'TxnID'] as const).find((id) => has(content, id)),
			...(clear !== undefined && has(mod, clear) && { clear }),
			singular: lines.label.replace(/s$/, ''),
			labelOf: (path) => rows.find((row) => row.path === path)?.label ?? inWords(baseName(path)),
		};
	});
}

/** The lines of a kind that a record has, in its order. */
export function bookedLines(kind: LineKind, { fields, lineOrder }: ReadRecord): BookedLine[] {
	const read = (record: AnswerObject, element: LineElement): Array<Omit<BookedLine, 'label'>> =>
		givenIn(partOf(record, element.add))
			.filter(isValues)
			.map((line) => ({
				element,
				fields: line as AnswerObject,
				...(kind.id !== undefined && { id: String(line[kind.id] ?? '') }),
				inner: element.inner
					? read(line as AnswerObject, element.inner).map((one) => ({ ...one, label: '' }))
					: [],
			}));
	const lists = kind.elements.map((element) => read(fields, element));
	return inRecordOrder(lists, lineOrder).map((line, index) => {
		const label = `${kind.singular} ${index + 1}`;
		const inner = line.inner.map((one, place) => ({ ...one, label: `${label}.${place + 1}` }));
		return { ...line, label, inner };
	});
}

/** What a change has in place of the ID of a line that it adds. */
const NEW_LINE = '-1';

/** What the user should know about the lines that a change adds, each once. */
export function hintsOfNewLines(knowledge: ChangeKnowledge, change: Values): string[] {
	const hints = lineKindsOf(knowledge).flatMap(({ key, lines: { hintOfNewLine } }) =>
		givenIn(change[key])
			.filter(isValues)
			.filter(({ TxnLineID: line }) => line === NEW_LINE)
			.flatMap((line) => hintOfNewLine?.(line) ?? []),
	);
	return [...new Set(hints)];
}
