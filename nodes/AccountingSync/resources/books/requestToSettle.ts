import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { chosen, isChoice } from '../../../shared/form/choice';
import { required, trimmed } from '../../../shared/form/convert';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { elementsIn, recordsIn } from '../../../shared/qbxml/answer';
import { loadRequestFacts } from '../../../shared/qbxml/requestFacts';
import { type RequestElement, writeRequestXml } from '../../../shared/qbxml/requestXml';
import type { ServiceContext } from '../../../shared/transport/client';
import {
	hasFailed,
	isTerminal,
	type QueuedRecord,
	refusalIn,
	wroteNothing,
} from '../../../shared/transport/queuedRecord';
import {
	externalGuidIn,
	findRequest,
	requestIdIn,
	sameId,
	searchPhraseFor,
	searchRequests,
} from '../../../shared/transport/queuedRequests';
import { queuedRequest } from '../../fields/queuedRequest';
import { requestInXml } from '../../operations/settling/settleAddition';
import { wantedOf } from '../../operations/settling/wanted';
import { type Outcome, outcomeItem } from './outcomeItem';

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
	queuedAt: string;
	guid: string;
	/** Its words, without its identifier. */
	xml: string;
}

const notFound = (name: string): FormError =>
	new FormError(
		`There is no request "${name}" in the queue of this connection.`,
		'Check the connection and the number. Queued Request > Get Many lists the requests.',
	);

/** The newest request that the user called so. One that certainly wrote nothing does not count beside others. */
async function findByName(
	context: ServiceContext,
	connectionId: string,
	name: string,
	itemIndex: number,
): Promise<QueuedRecord> {
	const isIt = (record: QueuedRecord): boolean => {
		const identifier = requestIdIn(record);
		return identifier === name || identifier?.endsWith(`:${name}`) === true;
	};
	const phrase = searchPhraseFor(name);
	const found = await searchRequests(context, connectionId, phrase, isIt, itemIndex);
	const [newest] = found;
	if (!newest) throw notFound(name);
	const record = found.find((one) => !wroteNothing(one)) ?? newest;
	return (await findRequest(context, record.id, itemIndex)) ?? record;
}

async function findChosen(
	context: ServiceContext,
	form: Form,
	itemIndex: number,
): Promise<QueuedRecord> {
	const connectionId = requiredId(form, connection);
	const { [requestToSettle.name]: given } = form.values;
	if (isChoice(given) && given.mode === BY_NAME) {
		const reading = { label: requestToSettle.displayName, timezone: form.timezone };
		const name = String(chosen(required(trimmed))(given, reading));
		return await findByName(context, connectionId, name, itemIndex);
	}
	const id = requiredId(form, requestToSettle);
	const record = await findRequest(context, id, itemIndex);
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

/** Another request that adds the same record, and was carried out or is still to be. */
async function standInOf(
	context: ServiceContext,
	form: Form,
	record: QueuedRecord,
	itemIndex: number,
): Promise<QueuedRecord | undefined> {
	const guid = externalGuidIn(record);
	if (guid === '') return undefined;
	const adds = (one: QueuedRecord): boolean => externalGuidIn(one) === guid;
	const connectionId = requiredId(form, connection);
	const found = await searchRequests(context, connectionId, guid, adds, itemIndex);
	return found.find((one) => !hasFailed(one));
}

interface ElementInJson {
	name?: unknown;
	text?: unknown;
	attributes?: Record<string, string> | null;
	children?: readonly ElementInJson[] | null;
}

const elementOfJson = ({ name, text, attributes, children }: ElementInJson): RequestElement => ({
	name: String(name),
	attributes: { ...attributes },
	text: String(text ?? ''),
	children: (children ?? []).map(elementOfJson),
});

/** The request of a record, whichever way the record shows it. Undefined if it shows none that can be read. */
function requestIn({ request_xml: xml, request_json: json }: QueuedRecord) {
	if (typeof xml === 'string' && xml.trim() !== '') return requestInXml(xml);
	const { request } = (json ?? {}) as { request?: ElementInJson };
	return request && elementOfJson(request);
}

function withoutIdentifier({ attributes, ...request }: RequestElement): RequestElement {
	const kept = { ...attributes };
	delete kept.requestID;
	return { ...request, attributes: kept };
}

const VERSION = /<\?qbxml\s+version\s*=\s*["']([\d.]+)["']/;

function versionIn({ request_xml: xml, request_json: json }: QueuedRecord): string {
	const { version } = (json ?? {}) as { version?: unknown };
	return VERSION.exec(String(xml))?.[1] ?? String(version ?? '13.0');
}

/**
 * Reads the request that was chosen, and what the queue says became of it.
 * @throws FormError if there is none. NodeApiError if the service can't be asked.
 */
export async function readRequestToSettle(
	context: ServiceContext,
	form: Form,
	itemIndex: number,
): Promise<IDataObject> {
	const own = await findChosen(context, form, itemIndex);
	const isUnknown = (one: QueuedRecord): boolean =>
		isTerminal(one) && hasFailed(one) && !wroteNothing(one);
	const record =
		(isUnknown(own) ? await standInOf(context, form, own, itemIndex) : undefined) ?? own;
	const done = (outcome: Outcome, because = ''): IDataObject => {
		const [answered] = elementsIn(record).flatMap(recordsIn);
		return {
			done: outcomeItem(form, { outcome, because, requestId: record.id, record: answered }),
		};
	};
	if (!isTerminal(record)) return done('waiting', String(record.state));
	if (!hasFailed(record)) return done('carriedOut');
	if (wroteNothing(record)) {
		const { message } = (record.error ?? {}) as { message?: string };
		return done('refused', refusalIn(record)?.message ?? message ?? '');
	}
	const request = requestIn(record);
	if (!request || !wantedOf(await loadRequestFacts(), request)) {
		return done(
			'unclear',
			'it does not add, change, void or delete a record that can be looked up',
		);
	}
	const unknown: UnknownRequest = {
		requestId: record.id,
		queuedAt: String(record.inserted_at ?? ''),
		guid: externalGuidIn(record),
		xml: writeRequestXml(versionIn(record), withoutIdentifier(request)),
	};
	return { unknown };
}
