import type { ListName } from '../identifiers';
import type { Company, ListRecord } from '../types';
import type { RecordContent } from '../value-types';

/** The lists of records in a company file. */
export type RecordList = Exclude<ListName, 'contacts'>;

/** A record of any list. */
export type AnyRecord = ListRecord & RecordContent;

/** One kind of list record. */
export interface ListKind {
	/** As in `CustomerAdd` and `CustomerRet`. */
	name: string;
	list: RecordList;
	/** In messages. */
	label: string;
	/** Whether a record can stand below another one, so that it has a full name. */
	isTree?: boolean;
	/** The element with the name, if it is another one. */
	nameElement?: string;
	/** What a new record has besides what is requested. */
	defaults?: (company: Company, fields: RecordContent) => RecordContent;
	/** What is worked out from the other elements, in a new record or a changed one. */
	derived?: (company: Company, fields: RecordContent) => RecordContent;
	/** Elements that only say how something begins, and are not part of the record. */
	openings?: readonly string[];
	/** Books what a new record begins with. */
	open?: (company: Company, record: AnyRecord, given: RecordContent, moment: Date) => void;
}

/** The records of a kind. Items of all kinds share one list. */
export function recordsOf(
	company: Company,
	{ name, list }: Pick<ListKind, 'name' | 'list'>,
): AnyRecord[] {
	if (list !== 'items') return company[list] as AnyRecord[];
	return company.items.filter(({ kind }) => kind === `${name}Ret`) as AnyRecord[];
}
