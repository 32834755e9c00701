import { earliest } from '../../../../../quickbooks/books/earliest';
import { judgeAddition, type Verdict } from '../../../../../quickbooks/books/judgeAddition';
import {
	idElementOf,
	partners,
	type Wanted,
	wantedOf,
} from '../../../../../quickbooks/books/wanted';
import { requiredId } from '../../../../../quickbooks/form/form';
import { recordsIn } from '../../../../../quickbooks/qbxml/answer';
import type { DocumentRequest } from '../../../../../quickbooks/qbxml/document';
import { elementAt } from '../../../../../quickbooks/qbxml/recordFacts';
import { requestInXml } from '../../../../../quickbooks/qbxml/requestXml';
import { totalElements } from '../../../../../quickbooks/qbxml/totals';
import { isNewer } from '../../../../../quickbooks/qbxml/versions';
import { deletedQueries, deletedRequest } from '../../../../../quickbooks/queries/deletedRecords';
import { connection } from '../../../../shared/fields/connection';
import type { Asking, RequestContent } from '../../../operations/requestContent';
import { readRequest } from '../../../operations/requestDocument';
import type { Progress } from '../../../operations/steps';

function contentOf({ qbxml }: Asking, request: string) {
	return qbxml?.facts.get(request)?.content ?? [];
}

/** What a request writes, by its document. */
export function wantedBy({ qbxml }: Asking, xml: string): Wanted {
	const request = requestInXml(xml);
	const wanted = qbxml && request && wantedOf(qbxml.facts, request);
	if (!wanted) throw new Error("It can't be told what the request writes.");
	return wanted;
}

/** Whether the accounting application keeps and shows the `ExternalGUID` of records of a type. */
export function showsGuid(asking: Asking, type: string): boolean {
	const { form, qbxml } = asking;
	const element = elementAt(contentOf(asking, `${type}AddRq`), `${type}Add.ExternalGUID`);
	const version = qbxml?.desktops.get(requiredId(form, connection))?.version;
	// Before its first connection, the look went out in a version that has it, and was answered.
	return element !== undefined && !(version && element.since && isNewer(element.since, version));
}

const read = (asking: Asking, request: DocumentRequest): RequestContent =>
	readRequest(asking, request, 'Books');

/**
 * The elements by which an added record is recognised if it has no `ExternalGUID`. None for others: QuickBooks shows that only in whole
 * records, whatever is asked for, and without it each record would look like somebody else's.
 */
function signsOf({ kind }: Wanted, hasGuid: boolean): string[] {
	if (hasGuid) return [];
	return kind === 'list'
		? ['ListID', 'TimeCreated', 'Name', 'FullName']
		: [
				'TxnID',
				'TimeCreated',
				'RefNumber',
				'TxnDate',
				...partners,
				'Subtotal',
				'SalesTaxTotal',
				...totalElements,
			];
}

/** What was deleted since a moment. None if the accounting application keeps no list of this type. */
const lookForDeleted = (asking: Asking, type: string, from: string | undefined) =>
	deletedQueries([type]).map((query) => read(asking, deletedRequest(query, from)));

/**
 * Asks for what was added or changed since a request was queued, and then for what was deleted: a record that is deleted in
 * between is in both answers.
 */
export function lookForAdded(asking: Asking, wanted: Wanted, queuedAt: string): RequestContent[] {
	const { type, kind } = wanted;
	const from = earliest(queuedAt);
	const hasGuid =
		elementAt(contentOf(asking, `${type}AddRq`), `${type}Add.ExternalGUID`) !== undefined;
	const filters =
		kind === 'list'
			? { ActiveStatus: 'All', FromModifiedDate: from }
			: { 'ModifiedDateRangeFilter.FromModifiedDate': from };
	const signs = signsOf(wanted, hasGuid);
	const values = { ...filters, ...(signs.length > 0 && { IncludeRetElement: signs }) };
	return [read(asking, { name: `${type}QueryRq`, values }), ...lookForDeleted(asking, type, from)];
}

/** What the answers to `lookForAdded` say of the addition. What was deleted may not have been told. */
export function judgeLook(
	progress: Progress,
	wanted: Wanted,
	{ guid, queuedAt }: { guid: string; queuedAt: string },
): Verdict {
	const [records = [], deleted] = progress.outcomes.map((outcome) =>
		'answers' in outcome ? outcome.answers.flatMap(recordsIn) : undefined,
	);
	return judgeAddition(wanted, guid, {
		records,
		deleted,
		from: earliest(queuedAt),
		showsGuid: showsGuid(progress, wanted.type),
	});
}

/** Asks for one record, with its lines. */
export function readRecord(
	asking: Asking,
	wanted: Pick<Wanted, 'kind' | 'type'>,
	id: string,
): RequestContent {
	const name = `${wanted.type}QueryRq`;
	const hasLines = elementAt(contentOf(asking, name), 'IncludeLineItems') !== undefined;
	return read(asking, {
		name,
		values: { [idElementOf(wanted)]: [id], ...(hasLines && { IncludeLineItems: true }) },
	});
}
