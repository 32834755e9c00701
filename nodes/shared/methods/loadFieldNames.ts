import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { lastAnswers } from '../../../queue/lists/cachedList';
import { fieldsSeen } from '../../../queue/lists/listItems';
import { alphabetically } from '../../../quickbooks/form/alphabetically';
import { qbxmlOf } from '../../../quickbooks/queries/query';
import { queryOf } from '../../../quickbooks/records/registry';
import { clock } from '../transport/clock';
import { serviceOf } from '../transport/service';
import { chosenConnection } from './chosenConnection';
import { heldValues } from './loadRecords';
import { withDeadline } from './withDeadline';

/** The names seen in answers to a query on the chosen connection. None if we can't find out in time. */
const seenNames = async (context: ILoadOptionsFunctions, query: string): Promise<string[]> =>
	await withDeadline(context, async (deadline) => {
		const connectionId = await chosenConnection(context);
		const look = { service: serviceOf(context), connectionId, clock };
		return fieldsSeen(query, await lastAnswers(look, query, deadline));
	}).catch(() => []);

/**
 * The fields that a query can include, by name: the ones that the interface names, the ones seen in earlier answers to
 * the query on the connection, and the ones that are chosen.
 */
export async function loadFieldNames(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const resource = String(
		this.getCurrentNodeParameter('queriedResource') ?? this.getCurrentNodeParameter('resource'),
	);
	const query = queryOf(resource);
	if (query === undefined) return [];
	const names = [
		...query.fields,
		...heldValues(this, ['options', 'queryOptions'], 'fields'),
		...(await seenNames(this, qbxmlOf(query))),
	];
	return alphabetically([...new Set(names)], (name) => name).map((name) => ({ name, value: name }));
}
