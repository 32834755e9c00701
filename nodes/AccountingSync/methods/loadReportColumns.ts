import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { chosenIn } from '../../../quickbooks/form/choice';
import { loadRequestFacts } from '../../../quickbooks/qbxml/requestFacts';
import { reportColumns } from '../../../quickbooks/reports/reportTypes';

/** The columns that the chosen report can have. None if it has its own only. */
export async function loadReportColumns(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const name = String(chosenIn(this.getCurrentNodeParameter('reportType')) ?? '');
	return reportColumns(await loadRequestFacts(), name);
}
