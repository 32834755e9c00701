import type { AnswerRecord } from '../qbxml/answer';
import { isObject } from '../qbxml/answerFromXml';
import { addTo } from './names';
import { formsOf, type RecordField, type RecordKind } from './record';

/** What a record is recognised by if not by its name: an element that no query filters by. */
export interface MatchKey {
	/** Workflows store this, so it never changes. */
	value: string;
	/** What the form calls it, such as "Account Number". */
	label: string;
	/** The element of the records that holds it. */
	element: string;
	/** What of a record is compared. Undefined if the record does not have it. */
	held: (record: AnswerRecord) => string | undefined;
	/** A text that is the same for all ways to write it. Empty if there is nothing to compare. */
	comparable: (text: string) => string;
}

const trimmed = (text: string): string => text.trim();

/** The elements that records can be recognised by, by the values that workflows store. */
const elements: Readonly<Record<string, Pick<MatchKey, 'element' | 'comparable'>>> = {
	accountNumber: { element: 'AccountNumber', comparable: trimmed },
	email: { element: 'Email', comparable: (text) => text.trim().toLowerCase() },
	manufacturerPartNumber: { element: 'ManufacturerPartNumber', comparable: trimmed },
	phone: { element: 'Phone', comparable: (text) => text.replace(/\D/g, '') },
};

const rowsOf = (kind: RecordKind): RecordField[] =>
	formsOf(kind).flatMap(({ fields, further }) => [...fields, ...further]);

/** What the records of a kind can be recognised by, besides their names and their custom fields. */
export function matchKeysOf(kind: RecordKind): MatchKey[] {
	const rows = rowsOf(kind);
	return Object.entries(elements).flatMap(([value, { element, comparable }]) => {
		const row = rows.find(({ path }) => path === element);
		if (!row) return [];
		const held = ({ fields }: AnswerRecord): string | undefined =>
			fields[element] === undefined ? undefined : String(fields[element]);
		return [{ value, label: row.label, element, held, comparable }];
	});
}

/** What Match By holds for a custom field. Workflows store this, so it never changes. */
export const CUSTOM_FIELD = 'customField';

const isCalled = (name: string, { DataExtName }: Readonly<Record<string, unknown>>): boolean =>
	String(DataExtName).toLowerCase() === name.toLowerCase();

/** A custom field that records are recognised by. */
export const customFieldKey = (name: string): MatchKey => ({
	value: CUSTOM_FIELD,
	label: name,
	element: 'DataExtRet',
	held: ({ fields: { DataExtRet } }) => {
		const own = [DataExtRet]
			.flat()
			.filter(isObject)
			.find((one) => isCalled(name, one));
		return own?.DataExtValue === undefined ? undefined : String(own.DataExtValue);
	},
	comparable: trimmed,
});

/** The records of a list by a key, so that thousands of values can be looked up. */
export class KeyIndex {
	private readonly records = new Map<string, AnswerRecord[]>();

	constructor(
		private readonly key: MatchKey,
		records: readonly AnswerRecord[],
	) {
		for (const record of records) {
			const held = key.comparable(key.held(record) ?? '');
			if (held !== '') addTo(this.records, held, record);
		}
	}

	/** The records that have a value, however it is written. */
	having(value: string): readonly AnswerRecord[] {
		return this.records.get(this.key.comparable(value)) ?? [];
	}
}
