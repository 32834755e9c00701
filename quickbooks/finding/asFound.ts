import type { JsonObject } from '../json/object';
import type { AnswerRecord } from '../qbxml/answer';
import type { AnswerObject } from '../qbxml/answerFromXml';
import { chosenElements } from '../queries/queryRequest';
import { recordOfType } from '../records/registry';
import { simplified } from '../records/simplify';

/**
 * Records as Find gives them, whoever has asked for them. What is no record of the nodes stays as it is.
 * @param options Of the form, with the fields that were chosen.
 */
export const asFound =
	(options: JsonObject, timezone: string) =>
	(record: AnswerRecord): AnswerObject => {
		const kind = recordOfType(record.type);
		if (!kind) return record.fields;
		return simplified(record, kind.simplified, chosenElements(kind.query, { options, timezone }));
	};
