import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Service } from '../../../../queue/calls/ports';
import { openHistory, shownIn } from '../../../../queue/reader/history';
import { findRequest, sameId } from '../../../../queue/reader/queuedRequests';
import { sameWritesSince } from '../../../../queue/reader/sameWrites';
import { provesItself, withoutCheck } from '../../../../queue/requests/identifiers';
import {
	errorOn,
	hasFailed,
	isTerminal,
	type QueuedRecord,
	refusalIn,
	wroteNothing,
} from '../../../../queue/requests/queuedRecord';
import {
	externalGuidIn,
	IDENTIFIER_START,
	isCallersOwn,
	requestIdIn,
} from '../../../../queue/requests/requestId';
import { mayWrite, wordsShown } from '../../../../queue/requests/requestWords';
import { type Outcome, outcomeItem } from '../../../../quickbooks/books/outcomeItem';
import { wantedOf } from '../../../../quickbooks/books/wanted';
import { chosen, isChoice } from '../../../../quickbooks/form/choice';
import { required, trimmed } from '../../../../quickbooks/form/convert';
import { type Form, requiredId, valueOf } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { isObject } from '../../../../quickbooks/json/object';
import { elementsIn, recordsIn } from '../../../../quickbooks/qbxml/answer';
import { isUnclear, type Unclear } from '../../../../quickbooks/qbxml/certainty';
import { elementOfJson } from '../../../../quickbooks/qbxml/contents';
import { loadRequestFacts } from '../../../../quickbooks/qbxml/requestFacts';
import {
	type RequestElement,
	requestInXml,
	writeRequestXml,
} from '../../../../quickbooks/qbxml/requestXml';
import { records } from '../../../../quickbooks/records/registry';
import { connection } from '../../../shared/fields/connection';
import { serviceOf } from '../../../shared/transport/service';
import { orderIdentifierOf } from '../../operations/fields/orderNumber';
import { queuedRequest } from '../../operations/fields/queuedRequest';
import { addsKind, newestOf } from './recordsOfOrders';

const BY_NAME = 'name';

/** The request to settle: From List, By ID, or by what the user called it. */
export const requestToSettle: INodeProperties = {
	...queuedRequest,
	description: 'The request whose outcome is unknown',
	modes: [
		...(queuedRequest.modes ?? []),
		{
			displayName: 'By Order Number or Custom Request ID',
			name: BY_NAME,
			type: 'string',
			placeholder: 'e.g. 1042',
		},
	],
};

/** A request whose outcome is unknown, as far as the books can tell it. It is plain JSON. */
export interface UnknownRequest extends IDataObject {
	requestId: string;
	/** The last request for the same write, which certainly was not carried out if the books don't show it. */
	newestId: string;
	queuedAt: string;
	guid: string;
	/** Its words. */
	xml: string;
}

const notFound = (name: string): FormError =>
	new FormError(
		`There is no request "${name}" in the queue of this connection.`,
		'Check the connection and the number. Queued Request > Get Many lists the requests.',
	);

const hidden = (name: string, { because }: Unclear): FormError =>
	new FormError(
		`This service can't tell which request is called "${name}", since ${because}.`,
		'Choose the request from the list, or enter its ID.',
	);

const ambiguous = (name: string, identifiers: readonly string[]): FormError =>
	new FormError(
		`Several records were written under "${name}": ${identifiers.join(', ')}.`,
		'Enter one of these instead, or choose the request from the list.',
	);

/** The identifier of the order that is called `invoice:1042`. Undefined for a name without a kind of record. */
function orderNamed(name: string): string | undefined {
	const kind = records.find(({ value }) => name.startsWith(`${value}:`));
	return kind && orderIdentifierOf(kind.value, name.slice(kind.value.length + 1));
}

/** What requests are called that have a name, or add a record for the order with this number. */
const identifiersOf = (name: string): string[] => [
	name,
	...[orderNamed(name) ?? []].flat(),
	...records.map(({ value }) => orderIdentifierOf(value, name)),
];

/** Whether a request adds a record of the kind that its order identifier names, if it is one. */
function isOfItsKind(record: QueuedRecord, name: string): boolean {
	const identifier = requestIdIn(record);
	if (identifier === name || identifier === orderNamed(name)) return true;
	const kind = records.find(({ value }) => identifier === orderIdentifierOf(value, name));
	return addsKind(kind)(wordsShown(record)?.elements ?? []);
}

/** The newest request that the user called so (see `newestOf`). */
async function findByName(
	service: Service,
	connectionId: string,
	name: string,
): Promise<QueuedRecord> {
	const identifiers = identifiersOf(name);
	const history = await openHistory(service, connectionId, {
		phrases: identifiers,
		mayBeIt: mayWrite,
		arePrebuilt: false,
		isOurs: provesItself,
	});
	const shown = await shownIn(history, (one) => identifiers.includes(one), new Map());
	const carrying = shown.found.map(({ record }) => record);
	const found = carrying.filter((record) => isOfItsKind(record, name));
	const called = new Set(found.map(requestIdIn).reverse());
	if (called.size > 1)
		throw ambiguous(
			name,
			[...called].map((one) => withoutCheck(String(one))),
		);
	const newest = newestOf(found, shown.doubt && hidden(name, shown.doubt));
	if (!newest) throw notFound(name);
	return newest;
}

async function findChosen(service: Service, form: Form): Promise<QueuedRecord> {
	const connectionId = requiredId(form, connection);
	const { [requestToSettle.name]: given } = form.values;
	if (isChoice(given) && given.mode === BY_NAME) {
		const name = String(valueOf(form, requestToSettle, chosen(required(trimmed))));
		return await findByName(service, connectionId, name);
	}
	const id = requiredId(form, requestToSettle);
	const record = await findRequest(service, id);
	if (!record) throw notFound(id);
	const { connection_id: owner } = record;
	if (typeof owner === 'string' && !sameId(owner, connectionId)) {
		throw new FormError(
			'The request belongs to another connection.',
			'Choose the connection that it was queued for.',
		);
	}
	return record;
}

/** The request of a record, whichever way the record shows it. Undefined if it shows none that can be read. */
function requestIn({ request_xml: xml, request_json: json }: QueuedRecord) {
	if (typeof xml === 'string' && xml.trim() !== '') return requestInXml(xml);
	return elementOfJson(isObject(json) ? json.request : undefined);
}

/** A request to be queued once more. It keeps only an identifier that was given to it, such as the number of an order. */
function onceMore({ attributes, ...request }: RequestElement): RequestElement {
	const { requestID: identifier, ...others } = attributes;
	const isGiven = isCallersOwn(identifier) && !identifier.startsWith(IDENTIFIER_START);
	return { ...request, attributes: isGiven ? attributes : others };
}

const VERSION = /<\?qbxml\s+version\s*=\s*["']([\d.]+)["']/;

function versionIn({ request_xml: xml, request_json: json }: QueuedRecord): string {
	const { version } = (json ?? {}) as { version?: unknown };
	return VERSION.exec(String(xml))?.[1] ?? String(version ?? '13.0');
}

/**
 * Reads the request that was chosen, and what the queue says became of it.
 * @throws FormError if there is none. ServiceError if the service can't be asked.
 */
export async function readRequestToSettle(
	context: IExecuteFunctions,
	form: Form,
): Promise<IDataObject> {
	const service = serviceOf(context);
	const own = await findChosen(service, form);
	const done = (outcome: Outcome, record: QueuedRecord, because = ''): IDataObject => {
		const [answered] = elementsIn(record).flatMap(recordsIn);
		return {
			done: outcomeItem(form, { outcome, because, requestId: record.id, record: answered }),
		};
	};
	const ended = (record: QueuedRecord): IDataObject =>
		isTerminal(record) ? done('carriedOut', record) : done('waiting', record, String(record.state));
	if (!isTerminal(own) || !hasFailed(own)) return ended(own);
	if (wroteNothing(own)) {
		return done('refused', own, refusalIn(own)?.message ?? errorOn(own).message ?? '');
	}
	const request = requestIn(own);
	const wanted = request && wantedOf(await loadRequestFacts(), request);
	if (!wanted) {
		const because = 'it does not add, change, void or delete a record that can be looked up';
		return done('unclear', own, because);
	}
	const connectionId = requiredId(form, connection);
	const others = await sameWritesSince(service, connectionId, own, wanted);
	if (isUnclear(others)) return done('unclear', own, others.because);
	const other = others.find((one) => !hasFailed(one));
	if (other) return ended(other);
	const unknown: UnknownRequest = {
		requestId: own.id,
		newestId: (others[0] ?? own).id,
		queuedAt: String(own.inserted_at ?? ''),
		guid: externalGuidIn(own),
		xml: writeRequestXml(versionIn(own), onceMore(request)),
	};
	return { unknown };
}
