import type { IDataObject } from 'n8n-workflow';

import type { Form } from '../../shared/form/form';
import { FormError, UnclearError } from '../../shared/form/formError';
import { type AnswerRecord, recordsIn } from '../../shared/qbxml/answer';
import type { AnswerObject } from '../../shared/qbxml/answerFromXml';
import { cleared } from '../../shared/qbxml/clearing';
import type { Change } from '../../shared/records/changes/change';
import { type Conflict, conflictsOf } from '../../shared/records/changes/conflicts';
import { differenceOf, type Wanted } from '../../shared/records/changes/difference';
import {
	bookedLines,
	type ChangeKnowledge,
	type LineKind,
	lineKindsOf,
	type ReadRecord,
} from '../../shared/records/changes/lineKinds';
import { lineOrderIn } from '../../shared/records/changes/lineOrder';
import { hasCustomFields } from '../../shared/records/customFields';
import { dataExtensionTypeOf } from '../../shared/records/dataExtensionTypes';
import type { RecordForm, RecordKind } from '../../shared/records/record';
import { shownRecord } from '../../shared/records/simplify';
import type { RequestError } from '../../shared/transport/errors';
import type { CustomField } from './changeValues';
import { labelsOf } from './recordValues';
import type { QbxmlKnowledge, RequestContent } from './requestContent';
import { documentRequest } from './requestDocument';
import { answersOf, type Next, type Progress, refusedIn, type Steps, xmlOf } from './steps';

/** What an operation that changes records makes of its form. */
export interface ChangePlan {
	kind: RecordKind;
	formOf: (form: Form) => RecordForm;
	wanted: (form: Form) => Wanted;
	customFields: (form: Form) => readonly CustomField[];
	isDryRun: (form: Form) => boolean;
	/** The one record that was asked for, among those that were found. */
	chosen: (records: readonly AnswerRecord[], form: Form) => AnswerRecord;
	/** What the output says besides. */
	besides?: IDataObject;
}

const isAddingLines = ({ lines = {} }: Wanted): boolean =>
	Object.values(lines).some(({ mode }) => mode === 'add');

/** What tells the lines of a kind apart: their IDs, or what they hold where they have none. */
const lineNames = (kind: LineKind, record: ReadRecord): string[] =>
	bookedLines(kind, record)
		.map(({ id, fields }) => id ?? JSON.stringify(fields))
		.sort();

/** Whether a record has other lines than before, of the kinds to which lines were to be added. */
function hasOtherLines(
	knowledge: ChangeKnowledge,
	{ lines = {} }: Wanted,
	before: ReadRecord,
	now: ReadRecord,
): boolean {
	return lineKindsOf(knowledge)
		.filter((kind) => lines[kind.lines.path]?.mode === 'add')
		.some((kind) => lineNames(kind, before).join() !== lineNames(kind, now).join());
}

const text = { type: 'string' };

/** What a change says beside the fields of the record, as the properties of a JSON schema. */
export const besidesOfChange: IDataObject = {
	changed: { type: 'boolean' },
	dry_run: { type: 'boolean' },
	changes: {
		type: 'array',
		items: {
			type: 'object',
			properties: {
				field: text,
				path: text,
				line: text,
				from: { type: ['string', 'null'] },
				to: { type: ['string', 'null'] },
			},
		},
	},
};

/** What the steps of a change keep, as plain JSON. */
interface Kept {
	/** The record as it was read before the first try. */
	base?: ReadRecord;
	/** How often it was tried. */
	attempts?: number;
	changes?: Change[];
	/** The record as it was written, while its custom fields are still to come. */
	written?: ReadRecord;
	customFields?: CustomField[];
	/** By which the change knew the record, if nobody knows whether it was carried out. */
	editSequence?: string;
}

const keptIn = ({ kept }: Progress): Kept => kept as unknown as Kept;
const asKept = (kept: Kept): IDataObject => kept as unknown as IDataObject;

/** How often a change is tried that finds the record changed or locked by somebody else. */
const MAX_ATTEMPTS = 5;

/** In milliseconds: how long to wait before each further try of a change that found the record locked. */
const lockDelaysMs = [1_000, 3_000, 5_000, 10_000];

const OUTDATED = '3200';
const lockCodes: ReadonlySet<string> = new Set(['3170', '3175', '3176', '3180']);
const LOCK_WORDS = /\b(?:lock(?:ed|s)?|in use|being (?:edited|modified|used)|another user)\b/i;

/** Whether somebody has the record open, so that it can be written a moment later. */
const isLocked = ({ code = '', message = '' }: RequestError): boolean =>
	lockCodes.has(code) && LOCK_WORDS.test(message);

function knowledgeOf(
	{ formOf }: ChangePlan,
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
): ChangeKnowledge {
	if (!qbxml) throw new Error('A change can only be made with the facts of qbXML.');
	return { facts: qbxml.facts, form: formOf(form), timezone: form.timezone };
}

/** The ID of a record, and what qbXML calls it. */
const idOf = (fields: AnswerObject): { element: 'ListID' | 'TxnID'; id: string } =>
	'ListID' in fields
		? { element: 'ListID', id: String(fields.ListID) }
		: { element: 'TxnID', id: String(fields.TxnID) };

/** What every change has to name. A desktop shows it with each record, whatever else a query leaves out. */
function requireIdentity(noun: string, { fields }: ReadRecord): void {
	const missing = [
		...('ListID' in fields || 'TxnID' in fields ? [] : ['ID']),
		...('EditSequence' in fields ? [] : ['EditSequence']),
	];
	if (missing.length === 0) return;
	throw new FormError(
		`The ${noun} can't be changed: the desktop's answer doesn't show its ${missing.join(' and ')}.`,
		'Nothing was written. Look at the answer under Queued Request > Get.',
	);
}

const inWords = ({ field, line }: Pick<Conflict, 'field' | 'line'>): string =>
	line === undefined ? field : `${line}, ${field}`;

const quoted = (value: string | null): string => (value === null ? 'nothing' : `"${value}"`);

function conflictError(noun: string, conflicts: readonly Conflict[]): FormError {
	const [first] = conflicts;
	const sentences = conflicts.map(
		(one) =>
			`${inWords(one)}: it was ${quoted(one.before)}, someone changed it to ${quoted(one.theirs)}, and you want ${quoted(one.yours)}.`,
	);
	return new FormError(
		`Someone has changed ${inWords(first)} of the ${noun} in the meantime.`,
		`${sentences.join(' ')} Nothing was written. Decide which is right; Retry overwrites it with yours.`,
	);
}

/** The changes of custom fields that differ from what a record shows. */
function customChanges(record: ReadRecord, wanted: readonly CustomField[]) {
	const { DataExtRet: shown = [] } = record.fields;
	const fields = [shown].flat() as AnswerObject[];
	return wanted.flatMap((one): Array<{ field: CustomField; change: Change }> => {
		const now = fields.find(
			({ DataExtName: name }) => String(name).toLowerCase() === one.name.toLowerCase(),
		);
		const from = now?.DataExtValue === undefined ? null : String(now.DataExtValue);
		if ((from ?? '') === one.value) return [];
		const to = one.value === '' ? null : one.value;
		return [{ field: one, change: { field: one.name, path: 'DataExt', from, to } }];
	});
}

/** The request that sets a custom field of a record. */
function customFieldRequest(
	{ kind, formOf }: ChangePlan,
	{ form, qbxml }: Progress,
	{ fields }: ReadRecord,
	{ name, value }: CustomField,
): RequestContent {
	const { element, id } = idOf(fields);
	const values = {
		OwnerID: '0',
		DataExtName: name,
		...dataExtensionTypeOf(formOf(form).qbxml),
		...(element === 'ListID' ? { ListObjRef: { ListID: id } } : { TxnID: id }),
		DataExtValue: value === '' ? cleared : value,
	};
	return documentRequest(form, qbxml, [{ name: 'DataExtModRq', values }], {
		label: kind.name,
		labels: new Map([
			['DataExtName', 'Custom Field'],
			['DataExtValue', name],
		]),
	});
}

/** The elements that ask for all that a change may compare. */
function withAll(kind: RecordKind): Record<string, unknown> {
	const hasLines = kind.query.options?.some(({ name }) => name === 'includeLineItems');
	return {
		...(kind.kind === 'transaction' && hasLines && { IncludeLineItems: true }),
		...(hasCustomFields(kind) && { OwnerID: ['0'] }),
	};
}

/** Reads records as a whole, by their IDs, names or numbers. */
export function readWhole(
	kind: RecordKind,
	form: Form,
	qbxml: QbxmlKnowledge | undefined,
	{ query, by, value }: { query: string; by: string; value: string },
): RequestContent {
	const values = { [by]: [value], ...withAll(kind) };
	const request = documentRequest(form, qbxml, [{ name: `${query}Rq`, values }], {
		label: kind.name,
		labels: new Map(),
	});
	return { ...request, isRead: true };
}

/** The steps that change a record which has been read: compare, write, and look again if somebody else was faster. */
export function changeSteps(plan: ChangePlan): Steps {
	const { kind } = plan;
	const { noun } = kind;

	const output = (
		{ form }: Progress,
		record: ReadRecord,
		changes: readonly Change[],
		more: IDataObject,
	): Next => ({
		items: [
			{
				...(shownRecord(record, kind.simplified, form) as IDataObject),
				...more,
				changes: changes.map((change) => ({ ...change })),
				...plan.besides,
			},
		],
	});

	const readRecord = (progress: Progress): ReadRecord => {
		const record = plan.chosen(answersOf(progress).flatMap(recordsIn), progress.form);
		return { ...record, lineOrder: lineOrderIn(xmlOf(progress)) };
	};

	const readAgain = ({ form, qbxml }: Progress, { fields, type }: ReadRecord): RequestContent => {
		const { element, id } = idOf(fields);
		return readWhole(kind, form, qbxml, { query: `${type}Query`, by: element, value: id });
	};

	/** Sets the custom fields that are left, or ends. */
	const extend = (progress: Progress, record: ReadRecord, kept: Kept): Next => {
		const { customFields = [], changes = [] } = kept;
		if (customFields.length === 0) return output(progress, record, changes, { changed: true });
		return {
			requests: customFields.map((one) => customFieldRequest(plan, progress, record, one)),
			then: 'extended',
			kept: asKept({ ...kept, written: record }),
			changes: idOf(record.fields).id,
		};
	};

	const compared = (progress: Progress): Next => {
		const { form, qbxml } = progress;
		const kept = keptIn(progress);
		const { base, attempts = 0 } = kept;
		const knowledge = knowledgeOf(plan, form, qbxml);
		const wanted = plan.wanted(form);
		const record = readRecord(progress);
		const conflicts = base ? conflictsOf(knowledge, base, record, wanted) : [];
		if (conflicts.length > 0) throw conflictError(noun, conflicts);
		const { changes, request } = differenceOf(knowledge, record, wanted);
		const custom = customChanges(record, plan.customFields(form));
		const all = [...changes, ...custom.map(({ change }) => change)];
		if (plan.isDryRun(form)) {
			return output(progress, record, all, { changed: false, dry_run: true });
		}
		const next: Kept = {
			base: base ?? record,
			attempts: attempts + 1,
			changes: all,
			customFields: custom.map(({ field }) => field),
		};
		if (request || custom.length > 0) requireIdentity(noun, record);
		if (request) {
			return {
				requests: [
					documentRequest(form, qbxml, [request], {
						label: kind.name,
						labels: labelsOf(plan.formOf(form)),
					}),
				],
				then: 'written',
				kept: asKept({ ...next, editSequence: String(record.fields.EditSequence) }),
				changes: idOf(record.fields).id,
			};
		}
		return custom.length > 0
			? extend(progress, record, next)
			: output(progress, record, [], { changed: false });
	};

	const isOnceOnly = (form: Form): boolean => isAddingLines(plan.wanted(form));

	return {
		read: { answered: compared },
		written: {
			isOnceOnly,
			answered: (progress) => {
				const [record] = answersOf(progress).flatMap(recordsIn);
				const kept = keptIn(progress);
				if (!record) throw withoutRecord(noun, isOnceOnly(progress.form));
				// After a crash nothing is kept but the request. What is left to do follows from the form.
				const customFields =
					kept.customFields ??
					customChanges(record, plan.customFields(progress.form)).map(({ field }) => field);
				return extend(progress, record, { ...kept, customFields });
			},
			refused: (progress) => {
				const { refusal, isUnknown } = refusedIn(progress) ?? { refusal: {}, isUnknown: true };
				const kept = keptIn(progress);
				const { base, attempts = 1 } = kept;
				if (isUnknown && !base && isOnceOnly(progress.form)) throw unclearLines(noun);
				if (!base) return undefined;
				if (isUnknown) {
					return { requests: [readAgain(progress, base)], then: 'checked', kept: asKept(kept) };
				}
				const isOutdated = refusal.code === OUTDATED;
				if (!(isOutdated || isLocked(refusal)) || attempts >= MAX_ATTEMPTS) return undefined;
				return {
					requests: [readAgain(progress, base)],
					then: 'read',
					kept: asKept(kept),
					changes: idOf(base.fields).id,
					pauseMs: isOutdated ? 0 : lockDelaysMs[attempts - 1],
				};
			},
		},
		checked: {
			isOnceOnly,
			answered: (progress) => settled(plan, progress, readRecord, extend),
			refused: ({ form }) => {
				if (isOnceOnly(form)) throw unclearLines(noun);
				return undefined;
			},
		},
		extended: {
			answered: (progress) => {
				const { written, changes = [] } = keptIn(progress);
				if (!written) throw withoutRecord(noun, false);
				return output(progress, written, changes, { changed: true });
			},
			refused: (progress) => {
				const { customFields = [], changes = [] } = keptIn(progress);
				const failed = customFields.flatMap(({ name }, index) => {
					const { [index]: outcome } = progress.outcomes;
					return 'refusal' in outcome ? [{ name, ...outcome }] : [];
				});
				const written = changes.filter(
					({ path, field }) => path !== 'DataExt' || !failed.some(({ name }) => name === field),
				);
				const sentences = failed.map(
					({ name, isUnknown, refusal }) =>
						`The custom field "${name}" of the ${noun} ${isUnknown ? 'may not have been set' : 'was not set'}: ${refusal.message ?? 'no reason was given'}`,
				);
				throw new FormError(
					sentences.join(' '),
					written.length > 0
						? `The rest was written: ${written.map(inWords).join(', ')}. Correct the custom field and press Retry; nothing is written twice.`
						: 'There was nothing else to change. Correct the custom field and press Retry.',
				);
			},
		},
	};
}

/** The desktop says that it has changed a record, but not what it is now. */
function withoutRecord(noun: string, isOnceOnly: boolean): FormError {
	const message = `QuickBooks has changed the ${noun}, but its answer does not show it.`;
	const advice = 'Look for the record in QuickBooks.';
	return isOnceOnly ? new UnclearError(message, advice) : new FormError(message, advice);
}

const unclearLines = (noun: string): UnclearError =>
	new UnclearError(
		`The connection to the desktop broke off, and nobody can tell whether the lines were added to the ${noun}.`,
		`Look at the ${noun} in QuickBooks. If the new lines are missing, run the item in a new execution.`,
	);

/** What became of a change of which nobody knows whether it was carried out, now that the record was read again. */
function settled(
	plan: ChangePlan,
	progress: Progress,
	readRecord: (progress: Progress) => ReadRecord,
	extend: (progress: Progress, record: ReadRecord, kept: Kept) => Next,
): Next {
	const { form, qbxml } = progress;
	const { noun } = plan.kind;
	const wanted = plan.wanted(form);
	const isAdding = isAddingLines(wanted);
	const kept = keptIn(progress);
	const { editSequence, base } = kept;
	const isShown = answersOf(progress).flatMap(recordsIn).length > 0;
	if (isAdding && !isShown) throw unclearLines(noun);
	const record = readRecord(progress);
	if (String(record.fields.EditSequence) === editSequence) {
		throw new FormError(
			`The connection to the desktop broke off, and the ${noun} was certainly not changed.`,
			'Press Retry to write the change.',
		);
	}
	const knowledge = knowledgeOf(plan, form, qbxml);
	const { changes } = differenceOf(knowledge, record, wanted);
	if (!isAdding && changes.length === 0) return extend(progress, record, kept);
	if (isAdding && (!base || hasOtherLines(knowledge, wanted, base, record)))
		throw unclearLines(noun);
	if (isAdding) {
		throw new FormError(
			`The connection to the desktop broke off. The lines were certainly not added; someone else has changed the ${noun}.`,
			'Press Retry to write the change.',
		);
	}
	throw new FormError(
		`The connection to the desktop broke off, and the ${noun} is not as you wanted it.`,
		`${changes.map(({ field, line, to }) => `${inWords({ field, line })} is not ${quoted(to)}`).join('; ')}. Either the change was not carried out, or someone has changed the record since. Press Retry to write what is missing.`,
	);
}
