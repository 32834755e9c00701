import { withPlainLetters } from '../form/alphabetically';
import type { AnswerRecord } from '../qbxml/answer';
import { isTelling, waysKept } from '../qbxml/characters';
import { KeptIndex } from './keptIndex';

/** The name of a record in its list, with those that it stands below. */
export const nameOfRecord = ({ fields }: AnswerRecord): string =>
	String(fields.FullName ?? fields.Name ?? '');

/** A name as the accounting application compares it. */
export const sameName = (name: string): string => name.trim().toLowerCase();

/** Whether a full name stands below another one, as a job does below its customer. */
const isBelow = (name: string, parent: string): boolean =>
	sameName(name).startsWith(`${sameName(parent)}:`);

/**
 * The records that are meant by a value that several have: those below a parent, or else those that stand below none of the
 * others. A job often has the e-mail address of its customer.
 */
export const meantAmong = (
	records: readonly AnswerRecord[],
	parent: string | undefined,
): AnswerRecord[] =>
	records.filter((record) => {
		const name = nameOfRecord(record);
		if (parent !== undefined) return isBelow(name, parent);
		return !records.some((other) => isBelow(name, nameOfRecord(other)));
	});

/** A name without what people often write in another way, or can't see: case, spaces, accents and invisible characters. */
export const nearName = (name: string): string =>
	withPlainLetters(
		name
			.normalize('NFKD')
			.replace(/[\p{M}\p{Cf}\s]/gu, '')
			.toLowerCase(),
	);

/** The records of a list by their names, so that thousands of names can be looked up. */
export class NameIndex {
	private readonly bySameName = new KeptIndex<AnswerRecord>((name) => name.toLowerCase());
	private readonly byNearName = new KeptIndex<AnswerRecord>();

	constructor(records: readonly AnswerRecord[]) {
		for (const record of records) {
			const name = nameOfRecord(record);
			this.bySameName.addShown(name, record);
			this.byNearName.addShown(nearName(name), record);
		}
	}

	/**
	 * The records that have a name, by the rules of the accounting application, which may have lost letters of it. A wrong letter in
	 * place of one is not enough: that may be somebody else.
	 */
	called(name: string): readonly AnswerRecord[] {
		const own = this.bySameName.exactly(name);
		if (own.length > 0 || !isTelling(name)) return own;
		return this.bySameName.find(name, { takesWrongLetters: false });
	}

	/** The records with another name that differs in case, spaces, accents or letters that were lost alone. */
	nearlyCalled(name: string): readonly AnswerRecord[] {
		const called = this.called(name);
		const near = waysKept(name).flatMap((one) => this.byNearName.find(nearName(one)));
		return [...new Set([...near, ...this.bySameName.find(name)])].filter(
			(record) => !called.includes(record),
		);
	}
}
