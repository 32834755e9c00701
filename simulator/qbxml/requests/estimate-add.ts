import { childrenOf } from '../../../xml/read-xml';
import { addEstimate } from '../../company/estimates';
import { statusOf } from '../protocol/status-errors';
import { answerRecord, outputElements } from '../query/output';
import type { RequestType } from '../schema/request-type';
import { readSale, saleSupport } from './read-sale';

/** Adds an estimate. The service has no pre-built endpoint for this. A refused one leaves no trace. */
export const estimateAdd: RequestType = {
	name: 'EstimateAddRq',
	support: { EstimateAdd: saleSupport('EstimateLineAdd'), ...outputElements },
	answer: (request, company) => {
		const [add] = childrenOf(request, 'EstimateAdd');
		const draft = readSale(add, company, { name: 'Estimate', line: 'EstimateLineAdd' });
		const estimate = addEstimate(company, draft, company.now());
		return {
			status: statusOf(0),
			records: [answerRecord(request, 'EstimateRet', estimate)],
		};
	},
};
