import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { LONGEST_WAIT, sendForObject } from '../../../../queue/calls/client';
import { listConnections, type ListedConnection } from '../../../../queue/calls/connections';
import {
	failureOfEnvelope,
	QueueError,
	reasonOf,
	ServiceError,
	UNKNOWN_OUTCOME,
} from '../../../../queue/calls/errors';
import type { Service } from '../../../../queue/calls/ports';
import { path } from '../../../../queue/calls/serviceCall';
import { settled } from '../../../../queue/calls/settled';
import { hashOfText } from '../../../../queue/calls/shortHash';
import type { Form } from '../../../../quickbooks/form/form';
import { isUrl } from '../../../../quickbooks/form/isUrl';
import { isCanceled } from '../../../shared/n8nInternals/cancellation';
import { serviceOf } from '../../../shared/transport/service';
import { keptInRun } from '../../execution/run/keptInRun';

/** What POST /connections takes (interface, section 4.1). */
interface GivenConnection {
	name?: string;
	redirect_url?: string;
}

/** What became of an item in an earlier try. Without a connection, the item was sent and no answer came. */
interface Creation {
	connection?: IDataObject;
}

interface Kept {
	/** The IDs of the connections that existed before the run created its first one. */
	before?: string[];
	/** By item and by what was asked for. If the form has changed meanwhile, it asks for another connection. */
	creations?: Record<string, Creation>;
}

/**
 * The most times a connection is sent in one try. It is sent again only when the previous one was certainly not
 * created.
 */
const MOST_SENT = 3;

/**
 * Milliseconds before the two looks for the new connection: an answer can break off while the service is still working.
 */
const pauses = [500, 2_000];

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A service may write an address in another form, such as with a slash after the host. */
const address = (value: unknown): string =>
	isUrl(String(value)) ? new URL(String(value)).href : String(value);

/**
 * Compares one value. A given value must be listed unchanged. If the list does not show it, we can't tell. If no value
 * was given, the service may have filled in its own (interface, section 2.1).
 */
function isLike(given: unknown, listed: unknown, form: (value: unknown) => string) {
	if (isBlank(given)) return isBlank(listed) ? true : undefined;
	return listed === undefined ? undefined : form(listed) === form(given);
}

/**
 * Whether a listed connection is the one that was asked for, by the fields that are in both sections 2.1 and 4.1 of the interface.
 * Undefined if we can't tell.
 */
function isTheOne(given: GivenConnection, listed: IDataObject): boolean | undefined {
	const isNamed = isLike(given.name, listed.name, (value) => String(value).trim());
	const isRedirected = isLike(given.redirect_url, listed.redirect_url, address);
	return isNamed === false ? false : isRedirected && isNamed;
}

const lowerCase = (id: unknown): string => String(id).toLowerCase();

const outcomeUnknown = (...sentences: string[]): QueueError =>
	new QueueError(
		'It is unknown whether this connection was created.',
		sentences.join(' '),
		UNKNOWN_OUTCOME,
	);

/** What to do when the list of connections did not settle it. */
const LOOK_AGAIN =
	'It was not sent again, so that no connection is created twice. Retry looks for it again before it sends anything; or check yourself with Connection > Get Many.';

/**
 * Finds the one connection that was created since the run began, looks like the one that was asked for, and belongs to
 * no other item.
 * @returns `undefined` if two looks found none.
 * @throws QueueError if we can't tell.
 */
async function lookForIt(
	context: IExecuteFunctions,
	given: GivenConnection,
	{ before = [], creations = {} }: Kept,
): Promise<ListedConnection | undefined> {
	const known = new Set([
		...before,
		...Object.values(creations).map(({ connection }) => lowerCase(connection?.id)),
	]);
	let failure: PromiseRejectedResult | undefined;
	for (const pause of pauses) {
		await sleep(pause, context.getExecutionCancelSignal());
		const look = await settled(listConnections(serviceOf(context)));
		// If one look fails, the next may still succeed. The last one counts.
		failure = look.status === 'rejected' ? look : undefined;
		const listed = look.status === 'fulfilled' ? look.value : [];
		const possible = listed.filter(
			(connection) => !known.has(lowerCase(connection.id)) && isTheOne(given, connection) !== false,
		);
		if (possible.length === 1 && isTheOne(given, possible[0]) === true) return possible[0];
		if (possible.length > 0) {
			throw outcomeUnknown(
				'No usable answer came when it was created.',
				`It may be one of these, which are new since this run began: ${possible.map(({ id }) => id).join(', ')}.`,
				"It was not sent again, so that no connection is created twice. Look at them with Connection > Get Many, and delete those you don't need.",
				'A new execution does not count these, and creates another one.',
			);
		}
	}
	if (failure) {
		throw outcomeUnknown(
			`No usable answer came when it was created, and the connections could not be listed (${reasonOf(failure.reason)}).`,
			LOOK_AGAIN,
		);
	}
	return undefined;
}

/** Sends it once. We learn nothing from an answer without a connection, so it is treated like no answer. */
async function create(service: Service, given: GivenConnection): Promise<IDataObject> {
	const request = { method: 'POST' as const, path: path('connections'), body: given };
	const connection = await sendForObject(service, request);
	if (typeof connection.id === 'string') return connection;
	throw new ServiceError(failureOfEnvelope);
}

/** Names one creation of a run. */
const keyOf = (given: GivenConnection, itemIndex: number): string =>
	`${itemIndex} ${hashOfText(16, JSON.stringify(given))}`;

/**
 * Creates a connection once for each item of a run, however often n8n runs the node again. The interface has no
 * caller's identifier for this call, and can't recognise a second creation. So we compare the list before and after.
 * @throws ServiceError if the service refuses it. QueueError if nobody can tell whether it was created.
 */
export async function createOnce(
	context: IExecuteFunctions,
	given: GivenConnection,
	itemIndex: number,
	{ repetition = 0 }: Form,
): Promise<IDataObject> {
	const kept: Kept = keptInRun(context, `accountingSyncCreated${repetition}`);
	kept.creations ??= {};
	const { creations } = kept;
	const key = keyOf(given, itemIndex);
	const earlier = creations[key] as Creation | undefined;
	if (earlier?.connection) return earlier.connection;

	kept.before ??= (await listConnections(serviceOf(context))).map(({ id }) => lowerCase(id));
	const keep = (connection: IDataObject): IDataObject => {
		creations[key] = { connection };
		return connection;
	};
	let isUnknown = earlier !== undefined;
	for (let sent = 0; ; sent++) {
		if (isUnknown) {
			const found = await lookForIt(context, given, kept);
			if (found) return keep(found);
		}
		if (sent === MOST_SENT) {
			throw outcomeUnknown(
				`No usable answer came to ${MOST_SENT} tries, and it is not among the connections so far.`,
				LOOK_AGAIN,
			);
		}
		// Recorded before sending, since the process may end before the answer.
		creations[key] = {};
		const result = await settled(create(serviceOf(context), given));
		if (result.status === 'fulfilled') return keep(result.value);
		const { reason } = result;
		// A connection that we looked for in vain may still appear later.
		const failure = reason instanceof ServiceError && reason.outcomeIsUnknown ? reason : undefined;
		if (!failure && !isUnknown) delete creations[key];
		const wait = failure?.retryAfter ?? 0;
		if (!failure || isCanceled(context) || wait > LONGEST_WAIT) throw reason;
		await sleep(wait, context.getExecutionCancelSignal());
		isUnknown = true;
	}
}
