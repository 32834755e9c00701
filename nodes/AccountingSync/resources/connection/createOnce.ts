import { createHash } from 'node:crypto';

import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError, sleep } from 'n8n-workflow';

import { LONGEST_WAIT, path } from '../../../shared/transport/client';
import {
	errorOf,
	failureOfEnvelope,
	outcomeIsUnknown,
	retryAfterOf,
} from '../../../shared/transport/errors';
import { keptInRun } from '../../execution/run/keptInRun';
import {
	listConnections,
	sendForObject,
	type ListedConnection,
} from '../../../shared/transport/connections';
import { isCanceled } from '../../../shared/n8nInternals/cancellation';

/** What POST /connections takes (interface, section 4.1). */
export interface GivenConnection {
	name?: string;
	redirect_url?: string;
}

/** What became of an item in an earlier try: without a connection it was sent, and no answer came. */
interface Creation {
	connection?: IDataObject;
}

interface Kept {
	/** The IDs of the connections that were there before the first one of the run was created. */
	before?: string[];
	/** By item and by what is asked for: a form that was changed meanwhile asks for another connection. */
	creations?: Record<string, Creation>;
}

/** How often a connection is sent in one try at most, when it is certain each time that the one before did not come about. */
const MOST_SENT = 3;

/** Milliseconds before the two looks at what has come about: an answer may break off while the service is still at work. */
const pauses = [500, 2_000];

/** Whether a listed connection is the one that was asked for; `undefined` where that can't be told. */
type Likeness = boolean | undefined;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A service may write an address in another form, such as with a slash behind the host. */
const address = (value: unknown): string =>
	URL.canParse(String(value)) ? new URL(String(value)).href : String(value);

/**
 * A value that was given is found again as it is; one that the list does not show may be it. In place of one that was
 * not given, a service may have put one of its own (interface, section 2.1).
 */
function likeness(given: unknown, listed: unknown, form: (value: unknown) => string): Likeness {
	if (isBlank(given)) return isBlank(listed) ? true : undefined;
	return listed === undefined ? undefined : form(listed) === form(given);
}

/** Compares what both sections 2.1 and 4.1 of the interface have. */
export function isTheOne(given: GivenConnection, listed: IDataObject): Likeness {
	const all = [
		likeness(given.name, listed.name, (value) => String(value).trim()),
		likeness(given.redirect_url, listed.redirect_url, address),
	];
	if (all.includes(false)) return false;
	return all.includes(undefined) ? undefined : true;
}

const lowerCase = (id: unknown): string => String(id).toLowerCase();

function outcomeUnknown(context: IExecuteFunctions, itemIndex: number, description: string[]) {
	const error = new NodeOperationError(
		context.getNode(),
		'It is unknown whether this connection was created.',
		{ itemIndex, description: description.join(' ') },
	);
	error.context.code = 'unknown_outcome';
	return error;
}

/** What there is to do where the connections did not tell. */
const LOOK_AGAIN =
	'It was not sent again, so that no connection is created twice. Retry looks for it once more before it sends anything; or look yourself with Connection > Get Many.';

/**
 * The one connection that has come about since the run began, looks like the one that was asked for, and is no other
 * item's.
 * @returns `undefined` when two looks have found none.
 * @throws NodeOperationError when it can't be told.
 */
async function lookForIt(
	context: IExecuteFunctions,
	given: GivenConnection,
	{ before = [], creations = {} }: Kept,
	itemIndex: number,
): Promise<ListedConnection | undefined> {
	const known = new Set([
		...before,
		...Object.values(creations).map(({ connection }) => lowerCase(connection?.id)),
	]);
	let failure: PromiseRejectedResult | undefined;
	for (const pause of pauses) {
		await sleep(pause, context.getExecutionCancelSignal());
		const [look] = await Promise.allSettled([listConnections(context, itemIndex)]);
		// A look that failed may be made up for by the next one; the last one counts.
		failure = look.status === 'rejected' ? look : undefined;
		const listed = look.status === 'fulfilled' ? look.value : [];
		const possible = listed.filter(
			(connection) => !known.has(lowerCase(connection.id)) && isTheOne(given, connection) !== false,
		);
		if (possible.length === 1 && isTheOne(given, possible[0]) === true) return possible[0];
		if (possible.length > 0) {
			throw outcomeUnknown(context, itemIndex, [
				'No usable answer came when it was created.',
				`It may be one of these, which are new since this run began: ${possible.map(({ id }) => id).join(', ')}.`,
				'It was not sent again, so that no connection is created twice. Look at them with Connection > Get Many, and delete what is too many.',
				'A new execution does not count these, and creates another one.',
			]);
		}
	}
	if (failure) {
		throw outcomeUnknown(context, itemIndex, [
			`No usable answer came when it was created, and the connections could not be listed (${(failure.reason as Error).message}).`,
			LOOK_AGAIN,
		]);
	}
	return undefined;
}

/** Sends it once. An answer without a connection tells as little as none. */
async function create(
	context: IExecuteFunctions,
	given: GivenConnection,
	itemIndex: number,
): Promise<IDataObject> {
	const request = { method: 'POST' as const, path: path('connections'), body: given };
	const connection = await sendForObject(context, request, itemIndex);
	if (typeof connection.id === 'string') return connection;
	throw errorOf(context.getNode(), failureOfEnvelope, itemIndex);
}

/** What names one creation of a run. */
const keyOf = (given: GivenConnection, itemIndex: number): string =>
	`${itemIndex} ${createHash('sha256').update(JSON.stringify(given)).digest('base64url').slice(0, 16)}`;

/**
 * Creates a connection once for each item of a run, however often n8n runs the node again: the interface knows neither
 * an identifier of the caller's for it nor a second creation, so that the list before and after has to tell.
 * @throws NodeApiError when the service refuses it; NodeOperationError when nobody can tell whether it came about.
 */
export async function createOnce(
	context: IExecuteFunctions,
	given: GivenConnection,
	itemIndex: number,
): Promise<IDataObject> {
	const kept: Kept = keptInRun(context, 'accountingSyncCreated');
	kept.creations ??= {};
	const { creations } = kept;
	const key = keyOf(given, itemIndex);
	const earlier = creations[key] as Creation | undefined;
	if (earlier?.connection) return earlier.connection;

	kept.before ??= (await listConnections(context, itemIndex)).map(({ id }) => lowerCase(id));
	const keep = (connection: IDataObject): IDataObject => {
		creations[key] = { connection };
		return connection;
	};
	let isUnknown = earlier !== undefined;
	for (let sent = 0; ; sent++) {
		if (isUnknown) {
			const found = await lookForIt(context, given, kept, itemIndex);
			if (found) return keep(found);
		}
		if (sent === MOST_SENT) {
			throw outcomeUnknown(context, itemIndex, [
				`No usable answer came to ${MOST_SENT} tries, and it is not among the connections so far.`,
				LOOK_AGAIN,
			]);
		}
		// Noted before it is sent: the process may end before the answer.
		creations[key] = {};
		const [result] = await Promise.allSettled([create(context, given, itemIndex)]);
		if (result.status === 'fulfilled') return keep(result.value);
		const { reason } = result;
		// One that was looked for in vain may still come about late.
		if (!outcomeIsUnknown(reason) && !isUnknown) delete creations[key];
		const wait = retryAfterOf(reason) ?? 0;
		if (!outcomeIsUnknown(reason) || isCanceled(context) || wait > LONGEST_WAIT) throw reason;
		await sleep(wait, context.getExecutionCancelSignal());
		isUnknown = true;
	}
}
