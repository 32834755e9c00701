import type { IDataObject } from 'n8n-workflow';

import type { Change } from '../../../../quickbooks/changes/change';
import {
	conflictError,
	customFieldsNotSet,
	forgottenRecord,
	linesNotAdded,
	notAsWanted,
	notChanged,
	requireAccounts,
	unclearLines,
	withoutRecord,
} from '../../../../quickbooks/changes/changeErrors';
import { conflictsOf } from '../../../../quickbooks/changes/conflicts';
import { customChanges } from '../../../../quickbooks/changes/customChanges';
import {
	differenceOf,
	type IdsMeant,
	idsMeant,
	meaningThese,
	type Wanted,
} from '../../../../quickbooks/changes/difference';
import { idOf, requireIdentity, withoutSequence } from '../../../../quickbooks/changes/identity';
import {
	hasOtherLines,
	isAddingLines,
	isRemovingUnnamed,
	namedInLines,
	nameIn,
	neverSeen,
	wantedAgain,
} from '../../../../quickbooks/changes/lineChanges';
import { type ChangeKnowledge, type ReadRecord } from '../../../../quickbooks/changes/lineKinds';
import { lineOrderIn } from '../../../../quickbooks/changes/lineOrder';
import { requireLinesGone } from '../../../../quickbooks/changes/linesGone';
import { type MissingLine, noLineWith } from '../../../../quickbooks/changes/matchLine';
import type { CustomField } from '../../../../quickbooks/filledIn/changeValues';
import { labelsOf } from '../../../../quickbooks/filledIn/recordValues';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { type AnswerRecord, recordsIn } from '../../../../quickbooks/qbxml/answer';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { hasCustomFields } from '../../../../quickbooks/records/customFields';
import { dataExtensionTypeOf } from '../../../../quickbooks/records/dataExtensionTypes';
import type { RecordForm, RecordKind } from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { isPassingLock, LOCK_DELAYS_MS } from '../../../../quickbooks/rules/statuses';
import { formHashOf } from '../../operations/formHash';
import { type Asking, knowledgeOf, type RequestContent } from '../../operations/requestContent';
import { documentRequest, readRequest } from '../../operations/requestDocument';
import {
	isKeptOut,
	type Next,
	type NextRequests,
	type Progress,
	recordsOf,
	refusedIn,
	type RequestOutcome,
	type Steps,
	whileLocked,
	xmlOf,
} from '../../operations/steps';
import { withLines } from './oneRecord';

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
	besides?: (progress: Progress) => IDataObject;
	readsBeside?: ReadsBeside;
}

/** What is read with the record, and how that completes what is wanted. */
interface ReadsBeside {
	isNeeded: (wanted: Wanted) => boolean;
	query: string;
	complete: (wanted: Wanted, records: readonly AnswerRecord[]) => Wanted;
}

/** What the steps of a change keep, as plain JSON. */
interface Kept extends IDataObject {
	/** The lines that are meant, even if the item begins anew. */
	remembered?: IdsMeant;
	/** The record as it was read before the first try. */
	base?: ReadRecord;
	/** How often it was tried. */
	attempts?: number;
	changes?: Change[];
	/** The lines that were to be removed and were not there, in words. */
	notThere?: string[];
	/** The IDs of the lines that are to be removed. Undefined after a crash. */
	gone?: readonly string[];
	/** The record as it was written, while its custom fields are still to come. */
	written?: ReadRecord;
	customFields?: CustomField[];
	/** How often custom fields have met somebody's lock. */
	lockTries?: number;
	/** Whether the answer to the change can't be read. */
	isUnread?: boolean;
	/** What it had kept when it was done, if it writes again what an earlier item has written over. */
	before?: Kept;
	/** By which the change knew the record, if nobody knows whether it was carried out. */
	editSequence?: string;
}

const keptIn = ({ kept }: Progress): Kept => kept;

/** How often a change is tried that finds the record changed or locked by somebody else. */
const MAX_ATTEMPTS = LOCK_DELAYS_MS.length + 1;

const OUTDATED = '3200';

function changeKnowledge({ formOf }: ChangePlan, asking: Asking): ChangeKnowledge {
	const { form } = asking;
	return { facts: knowledgeOf(asking).facts, form: formOf(form), timezone: form.timezone };
}

/** The request that sets a custom field of a record, or takes its value away: a change can't empty it. */
function customFieldRequest(
	{ kind, formOf }: ChangePlan,
	asking: Asking,
	{ fields }: ReadRecord,
	{ name, value }: CustomField,
): RequestContent {
	const { element, id } = idOf(fields);
	const which = {
		OwnerID: '0',
		DataExtName: name,
		...dataExtensionTypeOf(formOf(asking.form).qbxml),
		...(element === 'ListID' ? { ListObjRef: { ListID: id } } : { TxnID: id }),
	};
	const request =
		value === ''
			? { name: 'DataExtDelRq', values: which }
			: { name: 'DataExtModRq', values: { ...which, DataExtValue: value } };
	const content = documentRequest(asking, request, {
		label: kind.name,
		labels: new Map([
			['DataExtName', 'Custom Field'],
			['DataExtValue', name],
		]),
	});
	return { ...content, writes: namedByForm(asking.form, { name }).writes };
}

/**
 * A write is known by its form: a Retry recognises it although a change names all lines of the record, as they were when it was read.
 * @param field The custom field that it sets, if it sets one.
 */
const namedByForm = (form: Form, { name }: Partial<Pick<CustomField, 'name'>> = {}) => ({
	method: 'POST' as const,
	path: '',
	writes: JSON.stringify([formHashOf(form), name]),
});

/** Reads records as a whole, with all that a change may compare, by their IDs, names or numbers. */
export function readWhole(
	kind: RecordKind,
	asking: Asking,
	{ query, by, value }: { query: string; by: string; value: string },
): RequestContent {
	const values = {
		[by]: [value],
		...withLines(kind),
		...(hasCustomFields(kind) && { OwnerID: ['0'] }),
	};
	return readRequest(asking, { name: `${query}Rq`, values }, kind.name);
}

/** The request for what a change reads with its record. None if it needs nothing. */
export function readsBeside(
	{ kind, readsBeside: beside, wanted }: ChangePlan,
	asking: Asking,
): RequestContent[] {
	if (!beside?.isNeeded(wanted(asking.form))) return [];
	return [readRequest(asking, { name: `${beside.query}Rq`, values: {} }, kind.name)];
}

/** Asks whether what a line is about exists. */
function lookForNamed(asking: Asking, line: MissingLine): RequestContent {
	const named = Object.entries(nameIn(line)).map(([by, name]) => [by, [name]]);
	const values = { ...Object.fromEntries(named), IncludeRetElement: ['ListID'] };
	const { query: name } = namedInLines[line.key];
	return readRequest(asking, { name, values }, 'Lines');
}

function requireNamed(line: MissingLine, outcome: RequestOutcome): void {
	if (!('answers' in outcome) || outcome.answers.flatMap(recordsIn).length > 0) return;
	const { ListID, FullName = ListID } = nameIn(line);
	throw new FormError(
		`${line.label}: QuickBooks has no ${namedInLines[line.key].noun} "${String(FullName)}".`,
		'Nothing was written. Check the name or the ID.',
	);
}

/** The steps that change a record which has been read: compare, write, and look again if somebody else was faster. */
export function changeSteps(plan: ChangePlan): Steps {
	const { kind } = plan;
	const { noun } = kind;

	const wantedOf = (form: Form, kept?: Kept): Wanted =>
		kept?.before ? wantedAgain(plan.wanted(form)) : plan.wanted(form);

	const output = (
		progress: Progress,
		record: ReadRecord,
		changes: readonly Change[],
		more: IDataObject,
	): Next => ({
		items: [
			{
				...plan.besides?.(progress),
				changes: changes.map((change) => ({ ...change })),
				...more,
				...shownRecord(record, kind.simplified, progress.form),
			},
		],
		changes: idOf(record.fields).id,
	});

	/** The first request reads the record. */
	const readRecord = ({ outcomes: [own], ...progress }: Progress): ReadRecord => {
		const read = { ...progress, outcomes: [own] };
		const record = plan.chosen(recordsOf(read), progress.form);
		return { ...record, lineOrder: lineOrderIn(xmlOf(read)) };
	};

	/** Asks for a record once more, and for what else is to be read. */
	const readAgain = (
		asking: Asking,
		{ fields, type }: ReadRecord,
		...more: readonly RequestContent[]
	) => {
		const { element: by, id: value } = idOf(fields);
		const own = readWhole(kind, asking, { query: `${type}Query`, by, value });
		return { requests: [own, ...more], changes: value };
	};

	/** After a crash, the write alone tells which record it was about: that may be called something else by now. */
	const readWritten = (progress: Progress) => {
		const { base } = keptIn(progress);
		if (base) return readAgain(progress, base);
		const { changed } = progress;
		if (!changed) return undefined;
		const one = { query: qbxmlOf(kind.query), ...changed };
		return { requests: [readWhole(kind, progress, one)], changes: changed.value };
	};

	const extension = (
		progress: Progress,
		record: ReadRecord,
		customFields: readonly CustomField[],
		kept: Kept,
	): NextRequests => ({
		requests: customFields.map((one) => customFieldRequest(plan, progress, record, one)),
		then: 'extended',
		kept: { ...kept, customFields: [...customFields], written: record },
		changes: idOf(record.fields).id,
	});

	/** Sets the custom fields that are left, or ends. */
	const extend = (progress: Progress, record: ReadRecord, kept: Kept): Next => {
		const { customFields = [], changes = [], notThere } = kept;
		if (customFields.length === 0) {
			requireAccounts(noun, changeKnowledge(plan, progress), record, plan.wanted(progress.form));
			return output(progress, record, changes, {
				changed: true,
				...(notThere && { not_there: notThere }),
			});
		}
		return extension(progress, record, customFields, kept);
	};

	const compared = (progress: Progress): Next => {
		const { form, outcomes } = progress;
		const kept = keptIn(progress);
		const { base, attempts = 0 } = kept;
		const knowledge = changeKnowledge(plan, progress);
		const record = readRecord(progress);
		const own = wantedOf(form, kept);
		const remembered = kept.remembered ?? idsMeant(knowledge, record, own);
		const read = plan.readsBeside?.isNeeded(plan.wanted(form)) ? plan.readsBeside : undefined;
		const [, beside] = outcomes;
		const looked = outcomes.slice(read ? 2 : 1);
		const meant = meaningThese(own, remembered);
		const found = read && 'answers' in beside ? beside.answers.flatMap(recordsIn) : [];
		const wanted = read?.complete(meant, found) ?? meant;
		const conflicts = base ? conflictsOf(knowledge, base, record, wanted) : [];
		if (conflicts.length > 0) throw conflictError(noun, conflicts);
		const { changes, request, missing, gone } = differenceOf(knowledge, record, wanted);
		const looksFor = neverSeen(missing);
		if (looked.length === 0 && looksFor.length > 0) {
			const named = looksFor.map((line) => lookForNamed(progress, line));
			return {
				...readAgain(progress, record, ...readsBeside(plan, progress), ...named),
				then: 'read',
				kept: { ...kept, base: base ?? record, remembered },
			};
		}
		looksFor.forEach((line, index) => requireNamed(line, looked[index]));
		const notThere = missing.map(({ label, words }) => `${label}: ${noLineWith(words)}`);
		const without = notThere.length > 0 && { not_there: notThere };
		const custom = customChanges(record, plan.customFields(form));
		const all = [...changes, ...custom.map(({ change }) => change)];
		const { id } = idOf(record.fields);
		const isDryRun = plan.isDryRun(form);
		if (isDryRun || !(request || custom.length > 0)) {
			const changed = ['written', 'extended'].some(progress.mayHaveWritten);
			const told = { changed, ...(isDryRun && { dry_run: true }), ...without };
			return output(progress, record, isDryRun ? all : (kept.before?.changes ?? []), told);
		}
		requireIdentity(noun, record);
		const next: Kept = {
			before: kept.before,
			remembered,
			base: base ?? record,
			attempts: attempts + 1,
			changes: all,
			customFields: custom.map(({ field }) => field),
			...(without && { notThere }),
			gone,
		};
		if (!request) return extend(progress, record, next);
		const write = documentRequest(progress, request, {
			label: kind.name,
			labels: labelsOf(plan.formOf(form)),
		});
		const dates = [record.fields.TxnDate, plan.wanted(form).values.TxnDate]
			.filter((date) => date !== undefined)
			.map(String);
		return {
			requests: [{ ...write, dates, writes: namedByForm(form).writes }],
			then: 'written',
			kept: { ...next, editSequence: String(record.fields.EditSequence) },
			changes: id,
		};
	};

	/** What became of a change of which nobody knows whether it was carried out, now that the record was read again. */
	const settled = (progress: Progress): Next => {
		const kept = keptIn(progress);
		const { editSequence, base, remembered = {}, isUnread = false } = kept;
		const wanted = meaningThese(wantedOf(progress.form, kept), remembered);
		const isAdding = isAddingLines(wanted);
		const isShown = recordsOf(progress).length > 0;
		if (isAdding && !isShown) throw unclearLines(noun, wanted);
		const record = readRecord(progress);
		if (String(record.fields.EditSequence) === editSequence) throw notChanged(noun, isUnread);
		const knowledge = changeKnowledge(plan, progress);
		const { changes } = differenceOf(knowledge, record, wanted);
		if (!isAdding && changes.length === 0) {
			// A crash has made forgotten which custom fields are left.
			const left = customChanges(record, plan.customFields(progress.form));
			return extend(progress, record, { customFields: left.map(({ field }) => field), ...kept });
		}
		if (isAdding && (!base || hasOtherLines(knowledge, wanted, base, record)))
			throw unclearLines(noun, wanted);
		if (isAdding) throw linesNotAdded(noun);
		throw notAsWanted(noun, changes, isUnread);
	};

	const isOnceOnly = (form: Form, kept?: Kept): boolean => {
		const wanted = wantedOf(form, kept);
		// After a crash nobody remembers which lines were meant.
		const isForgotten = kept !== undefined && kept.remembered === undefined;
		return isAddingLines(wanted) || (isForgotten && isRemovingUnnamed(wanted));
	};

	const hasAdded = (form: Form, kept?: Kept): boolean =>
		kept?.before !== undefined && isOnceOnly(form);

	/** After a crash, what is left to do follows from the form and the record. No answer to a write shows custom fields. */
	const recalled = (progress: Progress): Next => {
		const kept = keptIn(progress);
		const { written } = kept;
		const [record] = recordsOf(progress);
		if (!(written ?? record)) throw forgottenRecord(noun, isOnceOnly(progress.form, kept));
		if (!written) return extend(progress, record, kept);
		const wanted = plan.customFields(progress.form);
		const left = record ? customChanges(record, wanted).map(({ field }) => field) : [...wanted];
		return extend(progress, record ?? withoutSequence(written), { ...kept, customFields: left });
	};

	return {
		read: { answered: compared, hasWritten: hasAdded },
		written: {
			hasWritten: hasAdded,
			requests: ({ form }) => [namedByForm(form)],
			isOnceOnly,
			answered: (progress) => {
				const [record] = recordsOf(progress);
				const kept = keptIn(progress);
				if (!record) throw withoutRecord(noun, isOnceOnly(progress.form));
				requireLinesGone(
					changeKnowledge(plan, progress),
					wantedOf(progress.form, kept),
					{ ...record, lineOrder: lineOrderIn(xmlOf(progress)) },
					{ noun, gone: kept.gone, isFinal: isOnceOnly(progress.form) },
				);
				const isLeft = !kept.customFields && plan.customFields(progress.form).length > 0;
				if (!isLeft) return extend(progress, record, kept);
				return {
					...readAgain(progress, record),
					then: 'recalled',
					kept: { ...kept, written: record },
				};
			},
			refused: (progress) => {
				const { refusal, isUnknown } = refusedIn(progress) ?? { refusal: {}, isUnknown: true };
				const kept = keptIn(progress);
				const { base, attempts = 1 } = kept;
				const wanted = wantedOf(progress.form, kept);
				const isUnclear = isAddingLines(wanted) || isRemovingUnnamed(wanted);
				const isUnread = isUnknown && refusal.code === 'unreadable_answer';
				if (isUnread && (base ? isAddingLines(wanted) : isUnclear)) return undefined;
				if (isUnknown && !base && isUnclear) throw unclearLines(noun, wanted);
				if (isUnknown) {
					const read = readWritten(progress);
					return read && { ...read, then: 'checked', kept: { ...kept, isUnread } };
				}
				if (!base) return undefined;
				const isOutdated = refusal.code === OUTDATED;
				if (!(isOutdated || isPassingLock(refusal)) || attempts >= MAX_ATTEMPTS) return undefined;
				return {
					...readAgain(progress, base, ...readsBeside(plan, progress)),
					then: 'read',
					kept,
					pauseMs: isOutdated ? 0 : LOCK_DELAYS_MS[attempts - 1],
				};
			},
		},
		checked: {
			hasWritten: hasAdded,
			isOnceOnly,
			answered: settled,
			refused: ({ form }) => {
				if (isOnceOnly(form)) throw unclearLines(noun, plan.wanted(form));
				return undefined;
			},
		},
		// Custom fields give a record another EditSequence, and only what is read after them shows the one that counts.
		shown: {
			hasWritten: isOnceOnly,
			answered: (progress) => {
				const kept = keptIn(progress);
				const { written } = kept;
				if (!written) throw withoutRecord(noun, isOnceOnly(progress.form, kept));
				const now = recordsOf(progress).find(
					({ fields }) => idOf(fields).id === idOf(written.fields).id,
				);
				return extend(progress, now ?? withoutSequence(written), kept);
			},
			refused: (progress) => {
				const kept = keptIn(progress);
				return kept.written && extend(progress, withoutSequence(kept.written), kept);
			},
		},
		extended: {
			requests: ({ form }) => plan.customFields(form).map((field) => namedByForm(form, field)),
			hasWritten: isOnceOnly,
			answered: (progress) => {
				const kept = keptIn(progress);
				const read = kept.written ? undefined : readWritten(progress);
				if (read) return { ...read, then: 'recalled', kept };
				if (!kept.written) throw forgottenRecord(noun, isOnceOnly(progress.form, kept));
				const again = readAgain(progress, kept.written);
				return { ...again, then: 'shown', kept: { ...kept, customFields: [] } };
			},
			refused: (progress) => {
				const kept = keptIn(progress);
				const { customFields = [], changes = [], written: record } = kept;
				const locked = customFields.filter((_field, index) => isKeptOut(progress.outcomes[index]));
				const others = progress.outcomes.filter(
					(outcome) => 'refusal' in outcome && !isKeptOut(outcome),
				);
				const next =
					record && others.length === 0
						? whileLocked(progress, () => extension(progress, record, locked, kept))
						: undefined;
				if (next) return next;
				// After a crash nobody knows which ones were set, nor what the record is.
				const failed = progress.outcomes.flatMap((outcome, index) =>
					'refusal' in outcome ? [{ name: customFields[index]?.name, ...outcome }] : [],
				);
				const written = changes.filter(
					({ path, field }) => path !== 'DataExt' || !failed.some(({ name }) => name === field),
				);
				const isFinal = isOnceOnly(progress.form);
				throw customFieldsNotSet(noun, failed, { written, isForgotten: !record, isFinal });
			},
		},
		recalled: { hasWritten: isOnceOnly, answered: recalled, refused: recalled },
	};
}
