import { connection } from '../../../shared/fields/connection';
import { withOffset } from '../../../shared/fields/filters/dates';
import { type Form, requiredId } from '../../../shared/form/form';
import type { DocumentRequest } from '../../../shared/qbxml/document';
import { elementAt } from '../../../shared/qbxml/recordFacts';
import { totalElements } from '../../../shared/qbxml/totals';
import { isNewer } from '../../../shared/qbxml/versions';
import { deletedQueries, deletedRequest } from '../../../shared/queries/deletedRecords';
import type { QbxmlKnowledge, RequestContent } from '../requestContent';
import { documentRequest } from '../requestDocument';
import { idElementOf, partners, type Wanted } from './wanted';

/** What the looks of an item are made with. */
export interface Looking {
	form: Form;
	qbxml: QbxmlKnowledge | undefined;
}

const DAY = 86_400_000;

/** The clocks of n8n, the service and the desktop may differ, and so may their time zones. */
const MARGIN = 2 * DAY;

/** The moment from which on a request may have taken effect. Undefined if nobody knows when it was queued. */
export function earliest(queuedAt: string): string | undefined {
	const queued = Date.parse(queuedAt);
	if (Number.isNaN(queued)) return undefined;
	// By whole days, so that many items can share one look.
	const from = Math.floor((queued - MARGIN) / DAY) * DAY;
	return new Date(from).toISOString().replace('.000', '');
}

function contentOf({ qbxml }: Looking, request: string) {
	return qbxml?.facts.get(request)?.content ?? [];
}

/** Whether the accounting application shows the `ExternalGUID` of records of a type. */
export function showsGuid(looking: Looking, type: string): boolean {
	const { form, qbxml } = looking;
	const element = elementAt(contentOf(looking, `${type}AddRq`), `${type}Add.ExternalGUID`);
	const version = qbxml?.desktops.get(requiredId(form, connection))?.version;
	// Before its first connection, the look went out in a version that has it, and was answered.
	return element !== undefined && !(version && element.since && isNewer(element.since, version));
}

const read = ({ form, qbxml }: Looking, request: DocumentRequest): RequestContent => ({
	...documentRequest(form, qbxml, [request], { label: 'Books', labels: new Map() }),
	isRead: true,
});

/** The elements by which an added record is recognised. */
const signsOf = ({ kind }: Wanted, hasGuid: boolean): string[] => [
	...(hasGuid ? ['ExternalGUID'] : []),
	...(kind === 'list'
		? ['ListID', 'TimeCreated', 'Name', 'FullName']
		: ['TxnID', 'TimeCreated', 'RefNumber', 'TxnDate', ...partners, 'Subtotal', 'SalesTaxTotal']),
	...(kind === 'list' ? [] : totalElements),
];

/** What was deleted since a moment. None if the accounting application keeps no list of this type. */
const lookForDeleted = (looking: Looking, type: string, from: string | undefined) =>
	deletedQueries([type]).map((query) => read(looking, deletedRequest(query, from)));

/**
 * Asks for what was added or changed since a request was queued, and then for what was deleted: a record that is deleted in
 * between is in both answers.
 * @param from See `earliest`.
 */
export function lookForAdded(
	looking: Looking,
	wanted: Wanted,
	from: string | undefined,
): RequestContent[] {
	const { type, kind } = wanted;
	const hasGuid =
		elementAt(contentOf(looking, `${type}AddRq`), `${type}Add.ExternalGUID`) !== undefined;
	const since = from && withOffset(from);
	const filters =
		kind === 'list'
			? { ActiveStatus: 'All', FromModifiedDate: since }
			: { 'ModifiedDateRangeFilter.FromModifiedDate': since };
	const values = { ...filters, IncludeRetElement: signsOf(wanted, hasGuid) };
	return [
		read(looking, { name: `${type}QueryRq`, values }),
		...lookForDeleted(looking, type, from),
	];
}

/** Asks for one record, with its lines. */
export function readRecord(
	looking: Looking,
	wanted: Pick<Wanted, 'kind' | 'type'>,
	id: string,
): RequestContent {
	const name = `${wanted.type}QueryRq`;
	const hasLines = elementAt(contentOf(looking, name), 'IncludeLineItems') !== undefined;
	return read(looking, {
		name,
		values: { [idElementOf(wanted)]: [id], ...(hasLines && { IncludeLineItems: true }) },
	});
}
