import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../shared/fields/connection';
import type { Form } from '../../shared/form/form';
import { FormError } from '../../shared/form/formError';
import { type AnswerRecord, recordsIn } from '../../shared/qbxml/answer';
import { withArticle } from '../../shared/qbxml/words';
import { qbxmlOf } from '../../shared/queries/query';
import { formsOf, type RecordKind } from '../../shared/records/record';
import { shownRecord } from '../../shared/records/simplify';
import { additionOf, fieldsOfCreate } from './createRecord';
import type { QueueingOperation } from './queueingOperation';
import { recordValues } from './recordValues';
import { documentRequest, encloseWherever } from './requestDocument';
import { steppedOperation } from './steppedOperation';
import { answersOf, type Progress } from './steps';
import { chosenForm } from './variants';

/** The name that the form gives the record. */
function nameIn(kind: RecordKind, form: Form): string {
	const { Name: name } = recordValues(chosenForm(kind, form.values), form);
	return String(name);
}

/** Makes the Find or Create operation of a list record. */
export function findOrCreateRecord(kind: RecordKind): QueueingOperation {
	const { noun } = kind;
	const shown = (record: AnswerRecord, form: Form, created: boolean): IDataObject => ({
		...(shownRecord(record, kind.simplified, form) as IDataObject),
		created,
	});
	const first = ({ form, ...progress }: Progress, created: boolean): IDataObject[] => {
		const [record] = answersOf({ form, ...progress }).flatMap(recordsIn);
		if (!record) {
			throw new FormError(
				`The accounting application has created the ${noun}, but its answer does not show it.`,
				'Do not run this item again: look for the record in the accounting application.',
			);
		}
		return [shown(record, form, created)];
	};
	return steppedOperation({
		value: 'findOrCreate',
		name: 'Find or Create',
		action: `Find or create ${withArticle(noun)}`,
		description: `Find ${withArticle(noun)}, or create it if there is none`,
		answer: formsOf(kind).map(({ qbxml }) => `${qbxml}AddRs`),
		besides: { created: { type: 'boolean' } },
		simplified: kind.simplified,
		properties: [connection, ...fieldsOfCreate(kind)],
		needsQbxml: () => true,
		enclose: encloseWherever,
		request: (form, qbxml) => ({
			...documentRequest(
				form,
				qbxml,
				[{ name: `${qbxmlOf(kind.query)}Rq`, values: { FullName: [nameIn(kind, form)] } }],
				{ label: kind.name, labels: new Map() },
			),
			isRead: true,
		}),
		then: 'found',
		steps: {
			found: {
				answered: (progress) => {
					const { form, qbxml } = progress;
					const [record] = answersOf(progress).flatMap(recordsIn);
					if (record) return { items: [shown(record, form, false)] };
					return {
						requests: [additionOf(kind, form, qbxml)],
						then: 'created',
						changes: nameIn(kind, form).toLowerCase(),
					};
				},
			},
			created: { answered: (progress) => ({ items: first(progress, true) }) },
		},
	});
}
