import { childrenOf } from '../../../xml/read-xml';
import { addEstimate } from '../../company/estimates';
import { statusOf } from '../protocol/status-errors';
import { answerRecord } from '../query/output';
import { estimateRet } from '../records/sales';
import { leaf, text } from '../schema/particles';
import type { RequestType } from '../schema/request-type';
import { estimateAddContent } from './estimate-add-content';
import { readSale } from './read-sale';

/** Adds an estimate. The service has no pre-built endpoint for this. A refused one leaves no trace. */
export const estimateAdd: RequestType = {
	name: 'EstimateAddRq',
	attributes: [],
	content: [estimateAddContent, leaf('IncludeRetElement', text(50), { repeats: true })],
	answer: (request, company) => {
		const [add] = childrenOf(request, 'EstimateAdd');
		const draft = readSale(add, company, { name: 'Estimate', line: 'EstimateLineAdd' });
		const estimate = addEstimate(company, draft, company.now());
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'EstimateRet', estimate, estimateRet)],
		};
	},
};
