import type { IDataObject } from 'n8n-workflow';

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
import { isPassingLock, LOCK_DELAYS_MS } from '../../../../quickbooks/rules/statuses';
import type { QbxmlKnowledge, RequestContent } from '../../operations/requestContent';
import { documentRequest, readRequest } from '../../operations/requestDocument';
import {
	type Next,
	type NextRequests,
	type Progress,
	recordsOf,
	refusedIn,
	type Step,
	type Steps,
} from '../../operations/steps';
import { withoutSequence } from './changeRecord';
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

/** The application's code for a name that is in use: somebody else was faster. */
const NAME_IN_USE = '3100';

/** How often an item looks again for a name that was in use although it was not there before. */
const MOST_TRIES = 3;

/** Those who share their names with each other. */
const people: ReadonlySet<string> = new Set(['customer', 'vendor']);

const ownQuery = ({ query }: RecordKind): string => qbxmlOf(query);

/** The query for all records that can't have the same name. */
const queryOfNames = (kind: RecordKind): string =>
	people.has(kind.value) ? 'EntityQuery' : ownQuery(kind);

/** Whether the item itself has created the record that it found. */
export const wasCreated = ({ kept }: Progress): boolean => kept.wasCreated === true;

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

const nameIndexes = new WeakMap<Answers, NameIndex>();

function nameIndexOf(answers: Answers): NameIndex {
	const index = nameIndexes.get(answers) ?? new NameIndex(answers.flatMap(recordsIn));
	nameIndexes.set(answers, index);
	return index;
}

const keyIndexes = new WeakMap<Answers, Map<string, KeyIndex>>();

function keyIndexOf(answers: Answers, key: MatchKey): KeyIndex {
	const indexes = keyIndexes.get(answers) ?? new Map<string, KeyIndex>();
	keyIndexes.set(answers, indexes);
	const name = `${key.value} ${key.label}`;
	const index = indexes.get(name) ?? new KeyIndex(key, answers.flatMap(recordsIn));
	indexes.set(name, index);
	return index;
}

/** Finds the one record that a form means, or creates it if there is none. */
class Finder {
	constructor(
		private readonly kind: RecordKind,
		private readonly finding: Finding,
	) {}

	private read(
		form: Form,
		qbxml: QbxmlKnowledge | undefined,
		query: string,
		values: IDataObject,
	): RequestContent {
		return readRequest(form, qbxml, { name: `${query}Rq`, values }, this.kind.name);
	}

	private readByName({ form, qbxml }: Pick<Progress, 'form' | 'qbxml'>, fullName: string) {
		return this.read(form, qbxml, queryOfNames(this.kind), { FullName: [fullName] });
	}

	/** The list with what is matched, and the custom fields that there are. */
	private readByKey(form: Form, qbxml: QbxmlKnowledge | undefined, key: MatchKey) {
		const isCustomField = key.value === CUSTOM_FIELD;
		return [
			this.read(form, qbxml, ownQuery(this.kind), {
				ActiveStatus: 'All',
				IncludeRetElement: [...namesOf(this.kind), key.element],
				...(isCustomField && { OwnerID: ['0'] }),
			}),
			...(isCustomField
				? [
						this.read(form, qbxml, 'DataExtDefQuery', {
							AssignToObject: [ownerOfCustomFields(this.kind)],
						}),
					]
				: []),
		];
	}

	/** What an item begins with: the list, the parent whose name is needed, or the name itself. */
	begin(form: Form, qbxml: QbxmlKnowledge | undefined): RequestContent[] {
		const { name, parent, by } = soughtIn(this.kind, form);
		if (by) return this.readByKey(form, qbxml, by.key);
		if (parent?.ListID === undefined) {
			return [this.readByName({ form, qbxml }, fullNameBelow(parent?.FullName, name))];
		}
		const values = { ListID: [parent.ListID], IncludeRetElement: namesOf(this.kind) };
		return [this.read(form, qbxml, ownQuery(this.kind), values)];
	}

	/** Takes the answers to what `begin` asks for. */
	begun(progress: Progress): Next {
		const sought = soughtIn(this.kind, progress.form);
		if (sought.by) return this.readList(progress, { ...sought, by: sought.by });
		if (sought.parent?.ListID === undefined) {
			return this.asked(progress, fullNameBelow(sought.parent?.FullName, sought.name));
		}
		const [parent] = recordsOf(progress);
		if (!parent) throw unknownParentError(this.kind, sought.parent.ListID);
		const fullName = fullNameBelow(nameOfRecord(parent), sought.name);
		return {
			requests: [this.readByName(progress, fullName)],
			then: 'named',
			kept: { ...progress.kept, fullName },
		};
	}

	/** The application was asked for a name. */
	asked(progress: Progress, fullName: string): Next {
		// Of a name that has lost nearly all its letters, the application finds whatever lost as many.
		const records = isTelling(fullName) ? recordsOf(progress) : [];
		const own = this.theOnly(progress, records, { value: fullName });
		return own ? this.finding.found(progress, own) : this.readNames(progress, fullName);
	}

	/** The list was read. */
	private readList(
		progress: Progress,
		{ name, parent, by: { key, value } }: Sought & { by: NonNullable<Sought['by']> },
	): Next {
		const list = answersAt(progress, 0);
		if (key.value === CUSTOM_FIELD) this.requireCustomField(key.label, answersAt(progress, 1));
		const above = this.parentName(parent, list);
		const records = meantAmong(keyIndexOf(list, key).having(value), above);
		const own = this.theOnly(progress, records, { key, value });
		return own
			? this.readWhole(progress, own)
			: this.readNames(progress, fullNameBelow(above, name));
	}

	private requireCustomField(name: string, answers: Answers): void {
		const known = answers
			.flatMap(recordsIn)
			.filter(({ fields }) => String(fields.OwnerID) === '0')
			.map(({ fields }) => String(fields.DataExtName));
		if (known.some((one) => one.toLowerCase() === name.toLowerCase())) return;
		throw unknownCustomFieldError(this.kind, name, known);
	}

	private parentName(parent: Sought['parent'], list: Answers): string | undefined {
		if (parent?.ListID === undefined) return parent?.FullName;
		const record = list
			.flatMap(recordsIn)
			.find(({ fields }) => String(fields.ListID).toUpperCase() === parent.ListID?.toUpperCase());
		if (!record) throw unknownParentError(this.kind, parent.ListID);
		return nameOfRecord(record);
	}

	private readNames(progress: Progress, fullName: string): Next {
		const { form, qbxml, kept } = progress;
		const values = {
			ActiveStatus: 'All',
			IncludeRetElement: ['ListID', 'Name', 'FullName', 'IsActive'],
		};
		return {
			requests: [this.read(form, qbxml, queryOfNames(this.kind), values)],
			then: 'listed',
			kept: { ...kept, fullName },
		};
	}

	private readWhole(progress: Progress, record: AnswerRecord): Next {
		if (this.finding.listed) return this.finding.listed(progress, record);
		const { form, qbxml, kept } = progress;
		const values = { ListID: [String(record.fields.ListID)] };
		return {
			requests: [this.read(form, qbxml, ownQuery(this.kind), values)],
			then: 'read',
			kept,
		};
	}

	/**
	 * The only record of several that may be the one. Undefined if there is none.
	 * @throws FormError if it can't be used, or if there are several.
	 */
	private theOnly(
		{ form }: Progress,
		records: readonly AnswerRecord[],
		by: FoundBy,
	): AnswerRecord | undefined {
		const [record] = records;
		if (!record) return undefined;
		if (records.length > 1) throw severalError(this.kind, records, by);
		if (record.type !== chosenForm(this.kind, form.values).qbxml) {
			throw otherKindError(this.kind, record, by);
		}
		if (!isActive(record) && !this.finding.takesInactive(form)) {
			throw inactiveError(this.kind, record, by, this.finding.adviceForInactive);
		}
		return record;
	}

	/** All names were read. */
	listed(progress: Progress): Next {
		const { form, qbxml, kept } = progress;
		const fullName = String(kept.fullName);
		const { by } = soughtIn(this.kind, form);
		const names = nameIndexOf(answersAt(progress, 0));
		const [called] = names.called(fullName);
		if (called && by && called.type === chosenForm(this.kind, form.values).qbxml) {
			throw takenNameError(this.kind, called, by);
		}
		const own = this.theOnly(progress, names.called(fullName), { value: fullName });
		if (own) return this.readWhole(progress, own);
		const near = names.nearlyCalled(fullName);
		if (near.length > 0) throw nearNameError(this.kind, near, fullName);
		if (!isTelling(fullName) && !by) throw lostNameError(this.kind, fullName);
		return {
			requests: [additionOf(this.kind, form, qbxml)],
			then: 'created',
			changes: [`name ${nearName(fullName)}`, ...(by ? changesOf(by) : [])],
			kept,
		};
	}

	private again({ form, qbxml, kept }: Progress, isKeptOut = false): NextRequests | undefined {
		const counter = isKeptOut ? 'triesWhileLocked' : 'tries';
		const tries = Number(kept[counter] ?? 1);
		if (tries >= (isKeptOut ? LOCK_DELAYS_MS.length + 1 : MOST_TRIES)) return undefined;
		return {
			requests: this.begin(form, qbxml),
			then: 'begun',
			kept: { ...kept, [counter]: tries + 1 },
			...(isKeptOut && { pauseMs: LOCK_DELAYS_MS[tries - 1] }),
		};
	}

	/** The record was read as a whole. */
	wholeRead(progress: Progress): Next {
		const { noun } = this.kind;
		const [record] = recordsOf(progress);
		if (record) return this.finding.found(progress, record);
		const next = this.again(progress);
		if (next) return next;
		throw new FormError(
			`The ${noun} is in the list, but can't be read by its ID.`,
			'Run the item again.',
		);
	}

	/** The record was created. */
	created(progress: Progress): Next {
		const { form, qbxml, kept } = progress;
		const [record] = recordsOf(progress);
		if (!record) throw withoutRecord(this.kind.noun);
		const { by } = soughtIn(this.kind, form);
		if (by?.key.value !== CUSTOM_FIELD) {
			return { items: [this.finding.created(record, form)] };
		}
		return this.complete({ form, qbxml }, by, { ...kept, record });
	}

	/** Sets the custom field by which a new record is found from now on. */
	private complete(
		{ form, qbxml }: Pick<Progress, 'form' | 'qbxml'>,
		by: FoundBy & { key: MatchKey },
		kept: IDataObject & { record: AnswerRecord },
	): NextRequests {
		const values = {
			OwnerID: '0',
			DataExtName: by.key.label,
			ListDataExtType: ownerOfCustomFields(this.kind),
			'ListObjRef.ListID': String(kept.record.fields.ListID),
			DataExtValue: by.value,
		};
		const { name: label } = this.kind;
		return {
			requests: [documentRequest(form, qbxml, [{ name: 'DataExtModRq', values }], { label })],
			then: 'completed',
			changes: changesOf(by),
			kept,
		};
	}

	/**
	 * The record was refused. Somebody else may have given its name to another one, or created it, or had the list open: either way
	 * the next try looks first.
	 */
	refused(progress: Progress): Next | undefined {
		const { refusal = {}, isUnknown = true } = refusedIn(progress) ?? {};
		if (refusal.code === NAME_IN_USE) return this.again(progress);
		return isUnknown || !isPassingLock(refusal) ? undefined : this.again(progress, true);
	}

	/** The custom field of a new record was set. That gives the record another EditSequence. */
	completed(progress: Progress): Next {
		const { form, qbxml, kept } = progress;
		const record = kept.record as AnswerRecord | undefined;
		if (record) {
			const values = { ListID: [String(record.fields.ListID)] };
			return {
				requests: [this.read(form, qbxml, ownQuery(this.kind), values)],
				then: 'reread',
				kept,
			};
		}
		// After a crash nobody knows which one it was. It is found by its custom field now.
		const requests = this.begin(form, qbxml);
		return { requests, then: 'begun', kept: { wasCreated: true } };
	}

	/** A new record was read with its custom field, or could not be. */
	reread(progress: Progress): Next {
		const [now] = recordsOf(progress);
		const record = now ?? withoutSequence(progress.kept.record as AnswerRecord);
		return { items: [this.finding.created(record, progress.form)] };
	}

	/** The custom field of a new record was not set. */
	incomplete(progress: Progress): Next | undefined {
		const refused = refusedIn(progress);
		const { by } = soughtIn(this.kind, progress.form);
		if (!refused || refused.isUnknown || !by) return undefined;
		const { kept } = progress;
		const record = kept.record as AnswerRecord | undefined;
		const lockTries = Number(kept.lockTries ?? 0);
		if (record && isPassingLock(refused.refusal) && lockTries < LOCK_DELAYS_MS.length) {
			const next = this.complete(progress, by, { ...kept, record, lockTries: lockTries + 1 });
			return { ...next, pauseMs: LOCK_DELAYS_MS[lockTries] };
		}
		throw withoutCustomFieldError(
			this.kind,
			record,
			by.key.label,
			refused.refusal.message ?? 'QuickBooks refused it.',
		);
	}
}

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
): {
	request: (form: Form, qbxml: QbxmlKnowledge | undefined) => RequestContent[];
	steps: Steps;
	then: string;
} {
	const finder = new Finder(kind, finding);
	const step = (
		answered: (progress: Progress) => Next,
		refused?: (progress: Progress) => Next | undefined,
	): Step => {
		const apart = (progress: Progress) => ({
			...progress,
			form: withParentApart(kind, progress.form),
		});
		return {
			answered: (progress) => answered(apart(progress)),
			...(refused && { refused: (progress) => refused(apart(progress)) }),
		};
	};
	return {
		request: (form, qbxml) => finder.begin(withParentApart(kind, form), qbxml),
		then: 'begun',
		steps: {
			begun: step((progress) => finder.begun(progress)),
			named: step((progress) => finder.asked(progress, String(progress.kept.fullName))),
			listed: step((progress) => finder.listed(progress)),
			read: step((progress) => finder.wholeRead(progress)),
			created: step(
				(progress) => finder.created(progress),
				(progress) => finder.refused(progress),
			),
			completed: step(
				(progress) => finder.completed(progress),
				(progress) => finder.incomplete(progress),
			),
			reread: step(
				(progress) => finder.reread(progress),
				(progress) => finder.reread(progress),
			),
		},
	};
}
