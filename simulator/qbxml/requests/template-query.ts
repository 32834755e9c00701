import { answerRecord } from '../query/output';
import { answerQuery, counting } from '../query/pages';
import { templateRet } from '../records/lists';
import { leaf, text } from '../schema/particles';
import type { RequestType } from '../schema/request-type';

/** Templates have no filters. */
export const templateQuery: RequestType = {
	name: 'TemplateQueryRq',
	attributes: counting,
	content: [leaf('IncludeRetElement', text(50), { repeats: true })],
	answer: (request, { templates }, session) =>
		answerQuery(request, session, () => ({
			records: templates.map((template) =>
				answerRecord(request, 'TemplateRet', template, templateRet),
			),
		})),
};
