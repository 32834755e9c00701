import { listConnections, type ListedConnection } from '../calls/connections';
import type { Clock, Service } from '../calls/ports';
import { settled } from '../calls/settled';
import type { Reader } from './localMoment';
import { momentInZone } from './momentInZone';

/** What we know of a company's desktop: when it last synced, in milliseconds since 1970. Null for never. */
export interface LastSync {
	company?: string;
	at?: number | null;
}

/** By connection. Empty if the service can't be asked. */
export type LastSyncs = ReadonlyMap<string, LastSync>;

const DAY = 24 * 60 * 60_000;

function lastSyncOf({ name, last_connected_at: at }: ListedConnection): LastSync {
	const moment = typeof at === 'string' ? Date.parse(at) : NaN;
	return {
		...(typeof name === 'string' && name !== '' && { company: name }),
		...(at === null ? { at } : !Number.isNaN(moment) && { at: moment }),
	};
}

/** How long we wait for the connections, in milliseconds. */
const PATIENCE = 3_000;

/**
 * Asks for all connections in one call. This only makes messages clearer: if the call fails or takes long, the messages
 * say less.
 */
export async function readLastSyncs(service: Service, clock: Clock): Promise<LastSyncs> {
	const result = await settled(listConnections(service, clock.timeout(PATIENCE)));
	return result.status === 'fulfilled'
		? new Map(result.value.map((connection) => [connection.id, lastSyncOf(connection)]))
		: new Map();
}

/** One sentence about a company's last sync. Empty if the service does not say. */
export function lastSyncSentence({ company, at }: LastSync, reader: Reader): string {
	if (at === undefined) return '';
	return at === null
		? `${company ?? 'This company'} hasn't been set up yet: the customer has yet to finish the setup.`
		: `Last sync${company === undefined ? '' : ` of ${company}`}: ${momentInZone(at, reader)}.`;
}

/** How many companies a sentence names. */
const MOST_NAMED = 3;

/** The same for several companies in one sentence, those first that have been away the longest. */
export function lastSyncsSentence(lastSyncs: readonly LastSync[], reader: Reader): string {
	const [only, ...others] = lastSyncs;
	if (only && others.length === 0) return lastSyncSentence(only, reader);
	const known = lastSyncs
		.filter(({ at }) => at !== undefined)
		.sort((one, other) => Number(one.at ?? 0) - Number(other.at ?? 0));
	if (known.length === 0) return '';
	const named = known.slice(0, MOST_NAMED).map(({ company = 'a company without a name', at }) => {
		const when = typeof at === 'number' ? momentInZone(at, reader) : 'not set up yet';
		return `${company}, ${when}`;
	});
	const more = known.length > named.length ? [`${known.length - named.length} more`] : [];
	return `Last sync: ${[...named, ...more].join('; ')}.`;
}

/** Whether a company's desktop has not synced for a day, as far as the service says. */
export const isAway = ({ at }: LastSync, now: number): boolean =>
	at === null || (at !== undefined && now - at > DAY);
