import type { IDataObject } from 'n8n-workflow';

import { withoutSequence } from '../../../../quickbooks/changes/identity';
import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import {
	type FoundBy,
	inactiveError,
	isActive,
	lostNameError,
	nearNameError,
	otherKindError,
	severalError,
	takenNameError,
	unknownCustomFieldError,
	unknownParentError,
	withoutCustomFieldError,
} from '../../../../quickbooks/finding/findingErrors';
import { type Sought, soughtIn, withParentApart } from '../../../../quickbooks/finding/sought';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { once } from '../../../../quickbooks/form/once';
import { type AnswerRecord, recordsIn } from '../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../quickbooks/qbxml/answerFromXml';
import { isTelling } from '../../../../quickbooks/qbxml/characters';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { CUSTOM_FIELD, KeyIndex, type MatchKey } from '../../../../quickbooks/records/matchKeys';
import {
	meantAmong,
	NameIndex,
	nameOfRecord,
	nearName,
} from '../../../../quickbooks/records/names';
import type { RecordKind } from '../../../../quickbooks/records/record';
import { NAME_IN_USE } from '../../../../quickbooks/rules/statuses';
import { formHashOf } from '../../operations/formHash';
import type { QueueingOperation } from '../../operations/queueingOperation';
import type { Asking, RequestContent } from '../../operations/requestContent';
import { documentRequest, readRequest } from '../../operations/requestDocument';
import {
	type Next,
	type NextRequests,
	type Progress,
	recordsOf,
	refusedIn,
	type Step,
	whileLocked,
} from '../../operations/steps';
import { additionOf, withoutRecord } from './createRecord';

/** What an operation does with the record that it finds or creates. */
export interface Finding {
	/** What follows if the record is there. It has all fields of its own. */
	found: (progress: Progress, record: AnswerRecord) => Next;
	/** What follows if only its name and its ID are known. By default it is read. */
	listed?: (progress: Progress, record: AnswerRecord) => Next;
	/** The item's output if it was created. */
	created: (record: AnswerRecord, form: Form) => IDataObject;
	/** Whether the form may be for a record that is inactive. */
	takesInactive: (form: Form) => boolean;
	/** What to do with an inactive record. */
	adviceForInactive: string;
}

/** How often an item looks again for a name that was in use although it was not there before. */
const MOST_TRIES = 3;

/** Those who share their names with each other. */
const people: ReadonlySet<string> = new Set(['customer', 'vendor']);

const ownQuery = ({ query }: RecordKind): string => qbxmlOf(query);

/** The query for all records that can't have the same name. */
const queryOfNames = (kind: RecordKind): string =>
	people.has(kind.value) ? 'EntityQuery' : ownQuery(kind);

/** Whether the item itself has created the record that it found. */
export const wasCreated = ({ mayHaveWritten }: Progress): boolean => mayHaveWritten('created');

/** How qbXML calls the records of a kind where it speaks of custom fields. */
const ownerOfCustomFields = (kind: RecordKind): string => ownQuery(kind).replace(/Query$/, '');

const namesOf = ({ simplified }: RecordKind): string[] => [
	...['ListID', 'Name'],
	...(simplified.includes('FullName') ? ['FullName'] : []),
	'IsActive',
];

/** What an index is made of: the answers that all items with the same read have in common. */
type Answers = readonly AnswerElement[];

function answersAt({ outcomes }: Progress, index: number): Answers {
	const outcome = outcomes[index];
	return outcome && 'answers' in outcome ? outcome.answers : [];
}

const nameIndexes = once<Answers, NameIndex>();

const nameIndexOf = (answers: Answers): NameIndex =>
	nameIndexes(answers, '', () => new NameIndex(answers.flatMap(recordsIn)));

const keyIndexes = once<Answers, KeyIndex>();

const keyIndexOf = (answers: Answers, key: MatchKey): KeyIndex =>
	keyIndexes(
		answers,
		`${key.value} ${key.label}`,
		() => new KeyIndex(key, answers.flatMap(recordsIn)),
	);

/** What no other record is to get in the same round. */
const changesOf = ({ key, value }: NonNullable<Sought['by']>): string[] =>
	key.shared(value).map((one) => `${key.value} ${key.label} ${one}`);

const fullNameBelow = (parent: string | undefined, name: string): string =>
	parent === undefined ? name : `${parent}:${name}`;

/**
 * The steps that find the one record that a form means, or create it if there is none: the first request, and what follows from
 * the answers.
 */
export function findingSteps(
	kind: RecordKind,
	finding: Finding,
): Required<Pick<QueueingOperation, 'request' | 'steps' | 'then'>> {
	const read = (asking: Asking, query: string, values: IDataObject): RequestContent =>
		readRequest(asking, { name: `${query}Rq`, values }, kind.name);

	const readByName = (asking: Asking, fullName: string): RequestContent =>
		read(asking, queryOfNames(kind), { FullName: [fullName] });

	/** Reads a record as a whole. */
	const readById = (progress: Progress, { fields }: AnswerRecord, then: string): Next => ({
		requests: [read(progress, ownQuery(kind), { ListID: [String(fields.ListID)] })],
		then,
		kept: progress.kept,
	});

	/** The list with what is matched, and the custom fields that there are. */
	const readByKey = (asking: Asking, key: MatchKey): RequestContent[] => {
		const isCustomField = key.value === CUSTOM_FIELD;
		const list = read(asking, ownQuery(kind), {
			ActiveStatus: 'All',
			IncludeRetElement: [...namesOf(kind), key.element],
			...(isCustomField && { OwnerID: ['0'] }),
		});
		if (!isCustomField) return [list];
		const AssignToObject = [ownerOfCustomFields(kind)];
		return [list, read(asking, 'DataExtDefQuery', { AssignToObject })];
	};

	/** What an item begins with: the list, the parent whose name is needed, or the name itself. */
	const begin = (asking: Asking): RequestContent[] => {
		const { name, parent, by } = soughtIn(kind, asking.form);
		if (by) return readByKey(asking, by.key);
		if (parent?.ListID === undefined) {
			return [readByName(asking, fullNameBelow(parent?.FullName, name))];
		}
		const values = { ListID: [parent.ListID], IncludeRetElement: namesOf(kind) };
		return [read(asking, ownQuery(kind), values)];
	};

	/** Takes the answers to what `begin` asks for. */
	const begun = (progress: Progress): Next => {
		const { name, parent, by } = soughtIn(kind, progress.form);
		if (by) return listRead(progress, { name, parent, by });
		if (parent?.ListID === undefined) {
			return asked(progress, fullNameBelow(parent?.FullName, name));
		}
		const [above] = recordsOf(progress);
		if (!above) throw unknownParentError(kind, parent.ListID);
		const fullName = fullNameBelow(nameOfRecord(above), name);
		return {
			requests: [readByName(progress, fullName)],
			then: 'named',
			kept: { ...progress.kept, fullName },
		};
	};

	/** The application was asked for a name. */
	const asked = (progress: Progress, fullName: string): Next => {
		// Of a name that has lost nearly all its letters, the application finds whatever lost as many.
		const records = isTelling(fullName) ? recordsOf(progress) : [];
		const own = theOnly(progress, records, { value: fullName });
		return own ? finding.found(progress, own) : readNames(progress, fullName);
	};

	/** The list was read. */
	const listRead = (
		progress: Progress,
		{ name, parent, by: { key, value } }: Sought & { by: NonNullable<Sought['by']> },
	): Next => {
		const list = answersAt(progress, 0);
		if (key.value === CUSTOM_FIELD) requireCustomField(key.label, answersAt(progress, 1));
		const above = parentName(parent, list);
		const records = meantAmong(keyIndexOf(list, key).having(value), above);
		const own = theOnly(progress, records, { key, value });
		return own ? readWhole(progress, own) : readNames(progress, fullNameBelow(above, name));
	};

	const requireCustomField = (name: string, answers: Answers): void => {
		const known = answers
			.flatMap(recordsIn)
			.filter(({ fields }) => String(fields.OwnerID) === '0')
			.map(({ fields }) => String(fields.DataExtName));
		if (known.some((one) => one.toLowerCase() === name.toLowerCase())) return;
		throw unknownCustomFieldError(kind, name, known);
	};

	const parentName = (parent: Sought['parent'], list: Answers): string | undefined => {
		if (parent?.ListID === undefined) return parent?.FullName;
		const record = list
			.flatMap(recordsIn)
			.find(({ fields }) => String(fields.ListID).toUpperCase() === parent.ListID?.toUpperCase());
		if (!record) throw unknownParentError(kind, parent.ListID);
		return nameOfRecord(record);
	};

	const readNames = (progress: Progress, fullName: string): Next => {
		const IncludeRetElement = ['ListID', 'Name', 'FullName', 'IsActive'];
		return {
			requests: [read(progress, queryOfNames(kind), { ActiveStatus: 'All', IncludeRetElement })],
			then: 'listed',
			kept: { ...progress.kept, fullName },
		};
	};

	const readWhole = (progress: Progress, record: AnswerRecord): Next =>
		finding.listed?.(progress, record) ?? readById(progress, record, 'read');

	/**
	 * The only record of several that may be the one. Undefined if there is none.
	 * @throws FormError if it can't be used, or if there are several.
	 */
	const theOnly = (
		{ form }: Progress,
		records: readonly AnswerRecord[],
		by: FoundBy,
	): AnswerRecord | undefined => {
		const [record] = records;
		if (!record) return undefined;
		if (records.length > 1) throw severalError(kind, records, by);
		if (record.type !== chosenForm(kind, form.values).qbxml) throw otherKindError(kind, record, by);
		if (!isActive(record) && !finding.takesInactive(form)) {
			throw inactiveError(kind, record, by, finding.adviceForInactive);
		}
		return record;
	};

	/** All names were read. */
	const listed = (progress: Progress): Next => {
		const { form, kept } = progress;
		const fullName = String(kept.fullName);
		const { by } = soughtIn(kind, form);
		const names = nameIndexOf(answersAt(progress, 0));
		const [called] = names.called(fullName);
		if (called && by && called.type === chosenForm(kind, form.values).qbxml) {
			throw takenNameError(kind, called, by, wasCreated(progress));
		}
		const own = theOnly(progress, names.called(fullName), { value: fullName });
		if (own) return readWhole(progress, own);
		const near = names.nearlyCalled(fullName);
		if (near.length > 0) throw nearNameError(kind, near, fullName);
		if (!isTelling(fullName) && !by) throw lostNameError(kind, fullName);
		return {
			requests: [creation(progress)],
			then: 'created',
			changes: [`name ${nearName(fullName)}`, ...(by ? changesOf(by) : [])],
			kept,
		};
	};

	/** The form says by what the record is found, too. */
	const creation = (asking: Asking): RequestContent => ({
		...additionOf(kind, asking),
		writes: formHashOf(asking.form),
	});

	const beginAgain = (progress: Progress, kept = progress.kept): NextRequests => ({
		requests: begin(progress),
		then: 'begun',
		kept,
	});

	const again = (progress: Progress): NextRequests | undefined => {
		const { kept } = progress;
		const tries = Number(kept.tries ?? 1);
		return tries < MOST_TRIES ? beginAgain(progress, { ...kept, tries: tries + 1 }) : undefined;
	};

	/** The record was read as a whole. */
	const wholeRead = (progress: Progress): Next => {
		const [record] = recordsOf(progress);
		if (record) return finding.found(progress, record);
		const next = again(progress);
		if (next) return next;
		throw new FormError(
			`The ${kind.noun} is in the list, but can't be read by its ID.`,
			'Run the item again.',
		);
	};

	const output = (record: AnswerRecord, form: Form): Next => ({
		items: [finding.created(record, form)],
		changes: String(record.fields.ListID),
	});

	/** The record was created. */
	const created = (progress: Progress): Next => {
		const { form, kept } = progress;
		const [record] = recordsOf(progress);
		if (!record) throw withoutRecord(kind.noun);
		const { by } = soughtIn(kind, form);
		return by?.key.value === CUSTOM_FIELD
			? complete(progress, by, { ...kept, lockTries: 0, record })
			: output(record, form);
	};

	/** Sets the custom field by which a new record is found from now on. */
	const complete = (
		asking: Asking,
		by: FoundBy & { key: MatchKey },
		kept: IDataObject & { record: AnswerRecord },
	): NextRequests => {
		const values = {
			OwnerID: '0',
			DataExtName: by.key.label,
			ListDataExtType: ownerOfCustomFields(kind),
			'ListObjRef.ListID': String(kept.record.fields.ListID),
			DataExtValue: by.value,
		};
		const { name: label } = kind;
		return {
			requests: [documentRequest(asking, { name: 'DataExtModRq', values }, { label })],
			then: 'completed',
			changes: changesOf(by),
			kept,
		};
	};

	/**
	 * The record was refused. Somebody else may have given its name to another one, or created it, or had the list open: either way
	 * the next try looks first.
	 */
	const refused = (progress: Progress): Next | undefined =>
		refusedIn(progress)?.refusal.code === NAME_IN_USE
			? again(progress)
			: whileLocked(progress, () => beginAgain(progress));

	/** The custom field of a new record was set. That gives the record another EditSequence. */
	const completed = (progress: Progress): Next => {
		const record = progress.kept.record as AnswerRecord | undefined;
		if (record) return readById(progress, record, 'reread');
		// After a crash nobody knows which one it was. It is found by its custom field now.
		return beginAgain(progress, {});
	};

	/** A new record was read with its custom field, or could not be. */
	const reread = (progress: Progress): Next => {
		const [now] = recordsOf(progress);
		const record = now ?? withoutSequence(progress.kept.record as AnswerRecord);
		return output(record, progress.form);
	};

	/** The custom field of a new record was not set. */
	const incomplete = (progress: Progress): Next | undefined => {
		const refused = refusedIn(progress);
		const { by } = soughtIn(kind, progress.form);
		if (!refused || refused.isUnknown || !by) return undefined;
		const { kept } = progress;
		const record = kept.record as AnswerRecord | undefined;
		const next = record && whileLocked(progress, () => complete(progress, by, { ...kept, record }));
		if (next) return next;
		const why = refused.refusal.message ?? 'QuickBooks refused it.';
		throw withoutCustomFieldError(kind, record, by.key.label, why);
	};

	const apart = <Known extends Asking>(asking: Known): Known => ({
		...asking,
		form: withParentApart(kind, asking.form),
	});
	const step = (answered: Step['answered'], ifRefused?: Step['refused']): Step => ({
		answered: (progress) => answered(apart(progress)),
		...(ifRefused && { refused: (progress) => ifRefused(apart(progress)) }),
	});
	return {
		request: (form, qbxml) => begin(apart({ form, qbxml })),
		then: 'begun',
		steps: {
			begun: step(begun),
			named: step((progress) => asked(progress, String(progress.kept.fullName))),
			listed: step(listed),
			read: step(wholeRead),
			created: { ...step(created, refused), requests: (asking) => [creation(apart(asking))] },
			completed: step(completed, incomplete),
			reread: step(reread, reread),
		},
	};
}
