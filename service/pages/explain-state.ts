import type { RequestError } from '../queue/outcome';
import type { Connection } from '../store/connections';
import type { RequestRecord, WebhookAttempt } from '../store/queued-requests';

/** What an explanation is based on, besides the record. */
interface Circumstances {
	readonly connection: Connection;
	/** Whether the connection has an open connector session. */
	readonly isActive: boolean;
	/** How many requests will be fetched before this one. */
	readonly ahead: number;
	/** The delivery attempts of the record, oldest first. */
	readonly attempts: readonly WebhookAttempt[];
	/** When the next delivery attempt is due; undefined when there is none. */
	readonly nextTryAt?: string;
	readonly now: Date;
}

/** One or two sentences, and whether they are good news, bad news, or neither yet. */
export interface Explanation {
	readonly sentence: string;
	readonly mood: 'good' | 'bad' | 'wait';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const units = [
	[DAY, 'day'],
	[HOUR, 'hour'],
	[MINUTE, 'minute'],
	[1, 'second'],
] as const;

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A duration in its largest unit: `3 hours`. */
export function durationOf(seconds: number): string {
	const [size, unit] = units.find(([size]) => seconds >= size) ?? units[units.length - 1];
	return plural(Math.max(0, Math.floor(seconds / size)), unit);
}

const secondsBetween = (earlier: string | Date, later: string | Date): number =>
	(new Date(later).getTime() - new Date(earlier).getTime()) / 1000;

function ago(moment: string, now: Date): string {
	const seconds = secondsBetween(moment, now);
	return seconds < MINUTE ? 'less than a minute ago' : `${durationOf(seconds)} ago`;
}

/** Whether and when the customer’s connector last called. */
export function explainConnector({
	connection,
	isActive,
	now,
}: Pick<Circumstances, 'connection' | 'isActive' | 'now'>): string {
	if (isActive) return 'A connector session is open right now.';
	const { last_connected_at, password_hash } = connection;
	if (last_connected_at !== null)
		return `The connector was last here ${ago(last_connected_at, now)}.`;
	return password_hash === null
		? 'The connector has never signed in, and there is no password yet: the customer has not finished the setup behind the onboarding link.'
		: 'The connector has never signed in: the customer has not run it yet, or it has a wrong password.';
}

function waiting(circumstances: Circumstances): string {
	const { ahead, connection, isActive } = circumstances;
	const queue = ahead > 0 ? ` ${plural(ahead, 'request')} must be taken before it.` : '';
	const hint =
		connection.last_connected_at !== null && !isActive
			? ' It goes out when the connector runs next; the computer must be on for that.'
			: '';
	return `Nobody has taken this request yet. ${explainConnector(circumstances)}${queue}${hint}`;
}

function delivery(
	{ webhook_state, webhook_error }: RequestRecord,
	{ attempts, nextTryAt, now }: Circumstances,
): Explanation {
	const last = attempts.at(-1);
	switch (webhook_state) {
		case 'not_applicable':
			return { mood: 'good', sentence: 'No webhook was asked for, so nobody was told.' };
		case 'succeeded':
			return {
				mood: 'good',
				sentence: `The webhook was delivered at ${last?.attempted_at ?? '?'}.`,
			};
		case 'failed':
			return { mood: 'bad', sentence: `The webhook was given up. ${webhook_error ?? ''}`.trim() };
		case 'pending': {
			if (last === undefined)
				return { mood: 'wait', sentence: 'The webhook is on its way for the first time.' };
			const [reason] = last.response.split('\n');
			const seconds = nextTryAt === undefined ? 0 : secondsBetween(now, nextTryAt);
			const next =
				seconds > 0 ? ` The next try is in ${durationOf(seconds)}.` : ' The next try is now.';
			return {
				mood: 'bad',
				sentence: `The webhook has not been accepted in ${attempts.length === 1 ? '1 try' : `${attempts.length} tries`}; the last answer was: ${reason}.${next}`,
			};
		}
	}
}

const errorOf = ({ error }: RequestRecord): RequestError | undefined =>
	error === null ? undefined : (JSON.parse(error) as RequestError);

function ended(record: RequestRecord, circumstances: Circumstances, what: string): Explanation {
	const told = delivery(record, circumstances);
	const mood = record.state === 'response_received' ? told.mood : 'bad';
	return { mood, sentence: `${what} ${told.sentence}` };
}

/** Explains why a request’s response has or has not arrived, from its state and its times. */
export function explainState(record: RequestRecord, circumstances: Circumstances): Explanation {
	const error = errorOf(record);
	const since = durationOf(secondsBetween(record.updated_at, circumstances.now));
	switch (record.state) {
		case 'waiting':
			return { mood: 'wait', sentence: waiting(circumstances) };
		case 'retryable':
			return {
				mood: 'wait',
				sentence: `The accounting application could not take this request ${ago(record.updated_at, circumstances.now)}: ${error?.message ?? ''} It goes out again when the connector runs next. ${explainConnector(circumstances)}`,
			};
		case 'ticketed':
			return {
				mood: 'wait',
				sentence: `A connector session took this request ${ago(record.updated_at, circumstances.now)}.`,
			};
		case 'sent':
			return {
				mood: 'wait',
				sentence: `The accounting application has had this request for ${since} and has not answered yet.`,
			};
		case 'response_received':
			return ended(record, circumstances, 'The accounting application has answered.');
		case 'error':
			return ended(
				record,
				circumstances,
				`The request failed with code ${error?.code ?? ''}: ${error?.message ?? ''}`,
			);
		case 'discarded':
			return ended(record, circumstances, 'The request was removed before it was sent.');
	}
}
