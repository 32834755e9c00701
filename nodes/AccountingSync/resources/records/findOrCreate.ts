import type { IDataObject } from 'n8n-workflow';

import { chosenForm } from '../../../../quickbooks/filledIn/chosenForm';
import { withParentApart } from '../../../../quickbooks/finding/sought';
import type { Form } from '../../../../quickbooks/form/form';
import type { AnswerRecord } from '../../../../quickbooks/qbxml/answer';
import { withArticle } from '../../../../quickbooks/qbxml/words';
import { formsOf, type RecordKind } from '../../../../quickbooks/records/record';
import { shownRecord } from '../../../../quickbooks/records/simplify';
import { connection } from '../../../shared/fields/connection';
import type { QueueingOperation } from '../../operations/queueingOperation';
import { steppedOperation } from '../../operations/steppedOperation';
import { fieldsOfCreate, namedRecords } from './createRecord';
import { findingFields } from './findingFields';
import { findingSteps, wasCreated } from './findingSteps';

/** Makes the Find or Create operation of a list record. */
export function findOrCreateRecord(kind: RecordKind): QueueingOperation {
	const { noun, simplified } = kind;
	const shown = (record: AnswerRecord, form: Form, created: boolean): IDataObject => ({
		created,
		...shownRecord(record, simplified, form),
	});
	return steppedOperation({
		value: 'findOrCreate',
		name: 'Find or Create',
		action: `Find or create ${withArticle(noun)}`,
		description: `Find ${withArticle(noun)}, or create it if there is none`,
		answer: formsOf(kind).map(({ qbxml }) => `${qbxml}AddRs`),
		besides: { created: { type: 'boolean' } },
		simplified,
		properties: [connection, ...findingFields(kind), ...fieldsOfCreate(kind)],
		namedRecords: (form) => {
			const apart = withParentApart(kind, form);
			return namedRecords(chosenForm(kind, apart.values), apart);
		},
		...findingSteps(kind, {
			found: (progress, record) => ({
				items: [shown(record, progress.form, wasCreated(progress))],
			}),
			created: (record, form) => shown(record, form, true),
			takesInactive: () => false,
			adviceForInactive: 'Make it active again with Update.',
		}),
	});
}
