import { connection } from '../../shared/fields/connection';
import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { withArticle } from '../../shared/qbxml/words';
import { qbxmlOf } from '../../shared/queries/query';
import { hasCustomFields } from '../../shared/records/customFields';
import { formsOf, type RecordKind } from '../../shared/records/record';
import { customFields, dryRun, fieldsOfChange } from '../fields/changeFields';
import { besidesOfChange, type ChangePlan, changeSteps, readWhole } from './changeRecord';
import { customFieldsIn, isDryRun, wantedIn } from './changeValues';
import {
	type ChosenRecord,
	chosenRecord,
	namedRecordOf,
	namingOf,
	oneOf,
	recordField,
	requireType,
} from './oneRecord';
import type { QueueingOperation } from './queueingOperation';
import { encloseWherever } from './requestDocument';
import { steppedOperation } from './steppedOperation';
import { chosenForm, fieldsOfForms, variantFields } from './variants';

/** Refuses a form by which nothing would ever change. */
function requireSomething(plan: ChangePlan, form: Form): void {
	const { values, clear = [], lines = {} } = plan.wanted(form);
	const isEmpty = [values, clear, lines, plan.customFields(form)].every(
		(part) => Object.keys(part).length === 0,
	);
	if (!isEmpty) return;
	const places = [
		'Additional Fields',
		'Clear Field Names or IDs',
		...(hasCustomFields(plan.kind) ? ['Custom Fields'] : []),
		...(plan.formOf(form).lines ? ['Lines'] : []),
	];
	throw new FormError(
		'There is nothing to change.',
		`Fill in something under ${places.slice(0, -1).join(', ')} or ${places.at(-1)}. Empty fields stay as they are.`,
	);
}

/** How a query asks for the record that was chosen. */
function byWhich(kind: RecordKind, { isName }: ChosenRecord): string {
	if (kind.kind === 'list') return isName ? 'FullName' : 'ListID';
	return isName ? 'RefNumber' : 'TxnID';
}

/**
 * Makes the Update operation of a record: it is read, compared with what is wanted, and only what differs is written. What
 * somebody else changes in the meantime is never overwritten.
 */
export function updateRecord(kind: RecordKind): QueueingOperation {
	const { noun } = kind;
	const field = recordField(kind, namingOf(kind));
	const formOf = (form: Form) => chosenForm(kind, form.values);
	const plan: ChangePlan = {
		kind,
		formOf,
		wanted: (form) => wantedIn(formOf(form), form),
		customFields: customFieldsIn,
		isDryRun,
		chosen: (records, form) => {
			const record = oneOf(kind, records, chosenRecord(field, form).value);
			requireType(kind, record, formOf(form));
			return record;
		},
	};
	return steppedOperation({
		value: 'update',
		name: 'Update',
		action: `Update ${withArticle(noun)}`,
		description: `Change ${withArticle(noun)} in QuickBooks`,
		answer: formsOf(kind).map(({ qbxml }) => `${qbxml}ModRs`),
		besides: besidesOfChange,
		simplified: kind.simplified,
		properties: [
			connection,
			...variantFields(kind),
			field,
			...fieldsOfForms(kind, fieldsOfChange),
			...(hasCustomFields(kind) ? [customFields] : []),
			dryRun,
		],
		needsQbxml: () => true,
		enclose: encloseWherever,
		request: (form, qbxml) => {
			requireSomething(plan, form);
			const chosen = chosenRecord(field, form);
			const by = byWhich(kind, chosen);
			return readWhole(kind, form, qbxml, {
				query: qbxmlOf(kind.query),
				by,
				value: chosen.value,
			});
		},
		then: 'read',
		steps: changeSteps(plan),
		namedRecords: (form) => namedRecordOf(kind, chosenRecord(field, form)),
	});
}
