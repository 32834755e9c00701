import { collectionIn, type Form } from '../form/form';
import type { AnswerRecord } from '../qbxml/answer';
import type { AnswerObject } from '../qbxml/answerFromXml';
import { chosenElements } from '../queries/queryRequest';
import { recordOfType } from '../records/registry';
import { givesWholeRecords, simplified } from '../records/simplify';

/**
 * Records as Find gives them, whoever has asked for them. What is no record of the nodes stays as it is.
 * @param form With the fields that were chosen under Options of the query.
 */
export const asFound =
	(form: Form) =>
	(record: AnswerRecord): AnswerObject => {
		const { values, timezone } = form;
		const kind = recordOfType(record.type);
		if (!kind || givesWholeRecords(form)) return record.fields;
		const options = collectionIn(values, 'queryOptions');
		return simplified(record, kind.simplified, chosenElements(kind.query, { options, timezone }));
	};
