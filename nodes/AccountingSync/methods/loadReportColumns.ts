import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { chosenIn } from '../../shared/form/choice';
import { loadRequestFacts } from '../../shared/qbxml/requestFacts';
import { reportColumns } from '../resources/report/reportTypes';

/** The columns that the chosen report can have. None if it has its own only. */
export async function loadReportColumns(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const name = String(chosenIn(this.getCurrentNodeParameter('reportType')) ?? '');
	return reportColumns(await loadRequestFacts(), name);
}
