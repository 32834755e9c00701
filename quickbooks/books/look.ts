import type { Messages } from '../facts/facts';
import type { DocumentRequest } from '../qbxml/document';
import { elementAt } from '../qbxml/recordFacts';
import { totalElements } from '../qbxml/totals';
import { isNewer } from '../qbxml/versions';
import { deletedQueries, deletedRequest } from '../queries/deletedRecords';
import { earliest } from './earliest';
import { idElementOf, partners, type Wanted } from './wanted';

const elementOf = (facts: Messages, request: string, path: string) =>
	elementAt(facts.get(request)?.content ?? [], path);

const guidOf = (facts: Messages, type: string) =>
	elementOf(facts, `${type}AddRq`, `${type}Add.ExternalGUID`);

/**
 * Whether the accounting application keeps and shows the `ExternalGUID` of records of a type.
 * @param version That of its qbXML. Before its first connection, the look went out in a version that has it, and was answered.
 */
export function isGuidShown(facts: Messages, type: string, version: string | undefined): boolean {
	const element = guidOf(facts, type);
	return element !== undefined && !(version && element.since && isNewer(element.since, version));
}

/**
 * The elements by which an added record is recognised if it has no `ExternalGUID`. None for others: QuickBooks shows that only in whole
 * records, whatever is asked for, and without it each record would look like somebody else's.
 */
const signs: Readonly<Record<Wanted['kind'], readonly string[]>> = {
	list: ['ListID', 'TimeCreated', 'Name', 'FullName'],
	transaction: [
		...['TxnID', 'TimeCreated', 'RefNumber', 'TxnDate', ...partners],
		...['Subtotal', 'SalesTaxTotal', ...totalElements],
	],
};

/**
 * Asks for what was added or changed since a request was queued, and then for what was deleted: a record that is deleted in
 * between is in both answers. For the latter, there is no request if the accounting application keeps no list of this type.
 */
export function requestsForAdded(
	facts: Messages,
	{ type, kind }: Wanted,
	queuedAt: string,
): DocumentRequest[] {
	const from = earliest(queuedAt);
	const values = {
		...(kind === 'list'
			? { ActiveStatus: 'All', FromModifiedDate: from }
			: { 'ModifiedDateRangeFilter.FromModifiedDate': from }),
		...(guidOf(facts, type) === undefined && { IncludeRetElement: signs[kind] }),
	};
	return [
		{ name: `${type}QueryRq`, values },
		...deletedQueries([type]).map((query) => deletedRequest(query, from)),
	];
}

/** Asks for one record, with its lines. */
export function requestForRecord(facts: Messages, wanted: Wanted, id: string): DocumentRequest {
	const name = `${wanted.type}QueryRq`;
	const hasLines = elementOf(facts, name, 'IncludeLineItems') !== undefined;
	return {
		name,
		values: { [idElementOf(wanted)]: [id], ...(hasLines && { IncludeLineItems: true }) },
	};
}
