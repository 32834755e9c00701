import { besidesOfChange } from '../../../../quickbooks/changes/change';
import { dryRun } from '../../../../quickbooks/filledIn/changeRows';
import { customFieldsIn, isDryRun, wantedIn } from '../../../../quickbooks/filledIn/changeValues';
import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import { qbxmlOf } from '../../../../quickbooks/queries/query';
import { hasCustomFields } from '../../../../quickbooks/records/customFields';
import { formsOf, type RecordKind } from '../../../../quickbooks/records/record';
import { connection } from '../../../shared/fields/connection';
import { refuseClosedPeriods } from '../../operations/fields/closedPeriods';
import type { QueueingOperation } from '../../operations/queueingOperation';
import { steppedOperation } from '../../operations/steppedOperation';
import { customFields, fieldsOfChange } from './changeFields';
import { type ChangePlan, changeSteps, readsBeside, readWhole } from './changeRecord';
import {
	byWhich,
	chosenRecord,
	namedRecordOf,
	namingOf,
	oneOf,
	recordField,
	requireType,
} from './oneRecord';
import { fieldsOfForms, variantFields } from './variants';

/** Refuses a form by which nothing would ever change. */
function requireSomething(plan: ChangePlan, form: Form): void {
	const { values, clear = [], lines = {} } = plan.wanted(form);
	const isEmpty = [values, clear, lines, plan.customFields(form)].every(
		(part) => Object.keys(part).length === 0,
	);
	if (!isEmpty) return;
	const places = [
		'Additional Fields',
		'Fields to Clear',
		...(hasCustomFields(plan.kind) ? ['Custom Fields'] : []),
		...(plan.formOf(form).lines ? ['Lines'] : []),
	];
	throw new FormError(
		'There is nothing to change.',
		`Fill in something under ${places.slice(0, -1).join(', ')} or ${places.at(-1)}. Empty fields stay as they are.`,
	);
}

/**
 * Makes the Update operation of a record: it is read, compared with what is wanted, and only what differs is written. What
 * somebody else changes in the meantime is never overwritten.
 */
export function updateRecord(
	kind: RecordKind,
	more: Pick<ChangePlan, 'readsBeside'> = {},
): QueueingOperation {
	const { noun } = kind;
	const field = recordField(kind, namingOf(kind));
	const formOf = (form: Form) => chosenForm(kind, form.values);
	const plan: ChangePlan = {
		...more,
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
		furtherOptions: kind.kind === 'transaction' ? [refuseClosedPeriods] : [],
		request: (form, qbxml) => {
			requireSomething(plan, form);
			const chosen = chosenRecord(field, form);
			const by = byWhich(kind, chosen);
			const query = qbxmlOf(kind.query);
			return [
				readWhole(kind, { form, qbxml }, { query, by, value: chosen.value }),
				...readsBeside(plan, { form, qbxml }),
			];
		},
		then: 'read',
		steps: changeSteps(plan),
		namedRecords: (form) => namedRecordOf(kind, chosenRecord(field, form)),
	});
}
