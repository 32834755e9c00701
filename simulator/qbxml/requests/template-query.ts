import { answerRecord } from '../query/output';
import { answerQuery, COUNTING } from '../query/pages';
import { TEMPLATE_RET } from '../records/lists';
import type { RequestType } from '../request-type';
import { leaf, text } from '../schema/particles';

/** Templates have no filters. */
export const templateQuery: RequestType = {
	name: 'TemplateQueryRq',
	attributes: COUNTING,
	content: [leaf('IncludeRetElement', text(50), { repeats: true })],
	answer: (request, { templates }, session) =>
		answerQuery(request, session, () => ({
			records: templates.map((template) =>
				answerRecord(request, 'TemplateRet', template, TEMPLATE_RET),
			),
		})),
};
