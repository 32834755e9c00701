import { answerRecord, outputElements } from '../query/output';
import { answerQuery } from '../query/pages';
import type { RequestType } from '../schema/request-type';

/** Templates have no filters. */
export const templateQuery: RequestType = {
	name: 'TemplateQueryRq',
	support: outputElements,
	answer: (request, { templates }, session) =>
		answerQuery(request, session, () => ({
			records: templates.map((template) => answerRecord(request, 'TemplateRet', template)),
		})),
};
