import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import type { Form } from '../../shared/form/form';
import type { AnswerRecord } from '../../shared/qbxml/answer';
import { withArticle } from '../../shared/qbxml/words';
import { formsOf, type RecordKind } from '../../shared/records/record';
import { shownRecord } from '../../shared/records/simplify';
import { fieldsOfCreate, namedRecords } from './createRecord';
import { findingFields, withParentApart } from './findingFields';
import { findingSteps, wasCreated } from './findingSteps';
import type { QueueingOperation } from './queueingOperation';
import { encloseWherever } from './requestDocument';
import { steppedOperation } from './steppedOperation';
import { chosenForm } from './variants';

/** Makes the Find or Create operation of a list record. */
export function findOrCreateRecord(kind: RecordKind): QueueingOperation {
	const { noun, simplified } = kind;
	const shown = (record: AnswerRecord, form: Form, created: boolean): IDataObject => ({
		...(shownRecord(record, simplified, form) as IDataObject),
		created,
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
		needsQbxml: () => true,
		enclose: encloseWherever,
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
