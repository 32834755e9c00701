import type { AnswerRecord } from '../qbxml/answer';
import { isObject } from '../qbxml/answerFromXml';
import { isTelling, waysKept } from '../qbxml/characters';
import { KeptIndex } from './keptIndex';
import { type PhoneNumber, phoneNumberIn, SHORTEST_NUMBER } from './phoneNumber';
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
	/** The texts under which a record with this value is found, however it is written. None if there is nothing to compare. */
	filed: (text: string) => string[];
	/** The texts under which a value is looked for. Those that come after others count only if these find nothing. */
	sought: (text: string) => string[][];
	/** What two values share if they are found by each other, and maybe others too. */
	shared: (text: string) => string[];
}

type Comparison = Pick<MatchKey, 'filed' | 'sought' | 'shared'>;

const trimmedText = (text: string): string[] => [text.trim()].filter((one) => one !== '');

const trimmed: Comparison = {
	filed: trimmedText,
	sought: (text) => [trimmedText(text)],
	shared: (text) => [text.trim()],
};

/** QuickBooks keeps several addresses in one field. Names may stand beside them: Kristy <kristy@example.com>. */
function addressesIn(text: string): string[] {
	const words = text
		.toLowerCase()
		.split(/[,;<>"\s]+/)
		.map((one) => one.replace(/^mailto:/, ''))
		.filter((one) => one !== '');
	const addresses = words.filter((one) => one.includes('@'));
	return addresses.length > 0 ? addresses : words;
}

/** Of two numbers, at most one may leave its country out. */
function ways({ country, national }: PhoneNumber, from: 'filed' | 'sought'): string[] {
	if (country === undefined)
		return from === 'filed' ? [national] : [national, `${national} abroad`];
	const isLong = national.length >= SHORTEST_NUMBER;
	const alone = from === 'filed' ? `${national} abroad` : national;
	return [`+${country} ${national}`, ...(isLong ? [alone] : [])];
}

const withExtension = (texts: readonly string[], extension: string): string[] =>
	texts.map((one) => `${one} x${extension}`);

/** Of two numbers, at most one may leave its extension out, and what has the very same extension is meant first. */
const phone: Comparison = {
	filed: (text) => {
		const number = phoneNumberIn(text);
		if (number.national === '') return [];
		const own = ways(number, 'filed');
		const { extension } = number;
		return extension === undefined
			? own
			: [extension, ''].flatMap((one) => withExtension(own, one));
	},
	sought: (text) => {
		const number = phoneNumberIn(text);
		if (number.national === '') return [];
		const own = ways(number, 'sought');
		const { extension } = number;
		return extension === undefined
			? [own, withExtension(own, '')]
			: [withExtension(own, extension), own];
	},
	shared: (text) => [phoneNumberIn(text).national.slice(-SHORTEST_NUMBER)],
};

/** The elements that records can be recognised by, by the values that workflows store. */
const elements: Readonly<Record<string, Pick<MatchKey, 'element'> & Comparison>> = {
	accountNumber: { element: 'AccountNumber', ...trimmed },
	email: {
		element: 'Email',
		filed: addressesIn,
		sought: (text) => [addressesIn(text)],
		shared: addressesIn,
	},
	manufacturerPartNumber: { element: 'ManufacturerPartNumber', ...trimmed },
	phone: { element: 'Phone', ...phone },
};

const rowsOf = (kind: RecordKind): RecordField[] =>
	formsOf(kind).flatMap(({ fields, further }) => [...fields, ...further]);

/** What the records of a kind can be recognised by, besides their names and their custom fields. */
export function matchKeysOf(kind: RecordKind): MatchKey[] {
	const rows = rowsOf(kind);
	return Object.entries(elements).flatMap(([value, { element, ...comparison }]) => {
		const row = rows.find(({ path }) => path === element);
		if (!row) return [];
		const held = ({ fields }: AnswerRecord): string | undefined =>
			fields[element] === undefined ? undefined : String(fields[element]);
		return [{ value, label: row.label, element, held, ...comparison }];
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
	...trimmed,
});

/** The records of a list by a key, so that thousands of values can be looked up. */
export class KeyIndex {
	private readonly records = new KeptIndex<AnswerRecord>();

	constructor(
		private readonly key: MatchKey,
		records: readonly AnswerRecord[],
	) {
		for (const record of records) {
			for (const held of new Set(key.filed(key.held(record) ?? ''))) {
				this.records.addShown(held, record);
			}
		}
	}

	/** The records that have a value, however it is written, and whatever letters of it were lost. */
	having(value: string): readonly AnswerRecord[] {
		const found = this.key
			.sought(value)
			.map((texts) => texts.flatMap((text) => this.records.exactly(text)));
		const own = found.find(({ length }) => length > 0) ?? [];
		if (own.length > 0 || !isTelling(value)) return [...new Set(own)];
		const texts = new Set(waysKept(value).flatMap((way) => this.key.sought(way).flat()));
		return [...new Set([...texts].flatMap((text) => this.records.find(text)))];
	}
}
