import type { IDataObject } from 'n8n-workflow';

import { besidesOfChange } from '../../../../quickbooks/changes/change';
import type { Wanted } from '../../../../quickbooks/changes/difference';
import type { WantedLines } from '../../../../quickbooks/changes/planLines';
import { changeLines, changeRows } from '../../../../quickbooks/filledIn/changeRows';
import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import { elementOf, givenLines, recordValues } from '../../../../quickbooks/filledIn/recordValues';
import { soughtIn, withParentApart } from '../../../../quickbooks/finding/sought';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import type { AnswerRecord } from '../../../../quickbooks/qbxml/answer';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { formsOf, type RecordKind } from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { connection } from '../../../shared/fields/connection';
import type { QueueingOperation } from '../../operations/queueingOperation';
import { steppedOperation } from '../../operations/steppedOperation';
import type { Next, Progress, Step } from '../../operations/steps';
import { changeSteps, readWhole } from './changeRecord';
import { fieldsOfCreate, namedRecords } from './createRecord';
import { findingFields } from './findingFields';
import { findingSteps, wasCreated } from './findingSteps';

const partsOfName = ['Name', 'ParentRef'];

const { changed, changes } = besidesOfChange;

/** What a form that may create a record wants one to be that is there: without what only a new one takes. */
function wantedOf(kind: RecordKind, form: Form): Wanted {
	const chosen = chosenForm(kind, form.values);
	const { by } = soughtIn(kind, form);
	// It has what it is found by already, though perhaps written in another way.
	const foundBy = by ? [by.key.element] : partsOfName;
	const paths = changeRows(chosen)
		.map(({ path }) => path)
		.filter((path) => !foundBy.includes(path));
	const values = Object.entries(recordValues(chosen, form)).filter(([path]) =>
		paths.includes(path),
	);
	const lines = changeLines(chosen).flatMap((one): Array<[string, WantedLines]> => {
		const given = givenLines(one, chosen.qbxml, form);
		if (given.length === 0) return [];
		return [
			[
				one.path,
				{ mode: 'replace', lines: given.map((line, index) => elementOf(one, line, index)) },
			],
		];
	});
	return { values: Object.fromEntries(values), lines: Object.fromEntries(lines) };
}

/** Makes the Upsert operation of a list record: what is found is changed as by Update, what is not is created. */
export function upsertRecord(kind: RecordKind): QueueingOperation {
	const { noun, simplified, query } = kind;
	const apart = (form: Form): Form => withParentApart(kind, form);
	const formOf = (form: Form) => chosenForm(kind, form.values);
	const read = (progress: Progress, { fields }: AnswerRecord): Next => ({
		requests: [
			readWhole(kind, progress, {
				query: qbxmlOf(query),
				by: 'ListID',
				value: String(fields.ListID),
			}),
		],
		then: 'read',
		kept: progress.kept,
	});
	const finding = findingSteps(kind, {
		found: read,
		listed: read,
		created: (record, form): IDataObject => ({
			created: true,
			changes: [],
			changed: false,
			...shownRecord(record, simplified, form),
		}),
		takesInactive: (form) => 'IsActive' in wantedOf(kind, form).values,
		adviceForInactive: 'Switch on Is Active under Additional Fields to make it active again.',
	});
	const changing = changeSteps({
		kind,
		formOf,
		wanted: (form) => wantedOf(kind, apart(form)),
		customFields: () => [],
		isDryRun: () => false,
		chosen: ([record]) => {
			if (record) return record;
			throw new FormError(
				`The ${noun} was found by its name or another value, but is not there by its ID.`,
				'Nothing was written. Someone may have deleted it in the meantime: run the item again.',
			);
		},
		besides: (progress) => ({ created: wasCreated(progress) }),
	});
	const steps: Record<string, Step> = { ...finding.steps, ...changing };
	return steppedOperation({
		value: 'upsert',
		name: 'Create or Update',
		action: `Create or update ${withArticle(noun)}`,
		description: 'Create a new record, or update the current one if it already exists (upsert)',
		answer: formsOf(kind).map(({ qbxml }) => `${qbxml}AddRs`),
		besides: { created: { type: 'boolean' }, changes, changed },
		simplified,
		properties: [connection, ...findingFields(kind), ...fieldsOfCreate(kind)],
		namedRecords: (form) => namedRecords(formOf(form), apart(form)),
		request: finding.request,
		then: finding.then,
		steps,
	});
}
