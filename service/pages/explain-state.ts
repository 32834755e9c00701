import type { RequestJson } from '../qbxml';
import type { RequestError } from '../queue/outcome';
import { leavesOutcomeOpen } from '../store/concerns';
import type { Connection } from '../store/connections';
import type { RequestRecord, WebhookAttempt } from '../store/queued-requests';
import { isTerminal } from '../store/states';
import { type Html, html } from './html';
import { moment } from './moment';
import { explainRefusal, type Refusal } from './webhook-words';

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

/** Good news, bad news, neither yet, or nothing to wait for. */
export type Mood = 'good' | 'bad' | 'wait' | 'plain';

/** One or two sentences, and whether they are good news. */
export interface Explanation {
	readonly sentence: Html;
	readonly mood: Mood;
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

/** A count with its noun: `1 request`, `2 requests`. */
export const counted = (count: number, noun: string): string =>
	`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** A duration in its largest unit: `3 hours`. */
export function durationOf(seconds: number): string {
	const [size, unit] = units.find(([size]) => seconds >= size) ?? units[units.length - 1];
	return counted(Math.max(0, Math.floor(seconds / size)), unit);
}

const secondsBetween = (earlier: string | Date, later: string | Date): number =>
	(new Date(later).getTime() - new Date(earlier).getTime()) / 1000;

/** How long ago something was: `3 hours ago`. */
function ago(time: string, now: Date): string {
	const seconds = secondsBetween(time, now);
	return seconds < MINUTE ? 'less than a minute ago' : `${durationOf(seconds)} ago`;
}

/** Whether and when the customer’s connector last called. */
export function explainConnector({
	connection,
	isActive,
	now,
}: Pick<Circumstances, 'connection' | 'isActive' | 'now'>): Html {
	if (isActive) return html`The Web Connector is syncing right now.`;
	const { last_connected_at, password_hash, company_file, other_file } = connection;
	if (other_file !== null && company_file !== null) {
		const instead =
			other_file === ''
				? html`could not open ${company_file}. It may have been moved or renamed, or QuickBooks has
					another file open.`
				: html`found ${other_file} open instead of ${company_file}.`;
		return html`Nothing is sent: the Web Connector ${instead} Open ${company_file}, or move this
		connection on its page if it is in another place now.`;
	}
	if (last_connected_at !== null)
		return html`Last sync: ${moment(last_connected_at)} (${ago(last_connected_at, now)}).`;
	return password_hash === null
		? html`This company hasn’t been set up yet: the customer still has to follow the steps on its
			setup page.`
		: html`This company hasn’t been set up yet: the Web Connector has never signed in. It hasn’t run
			so far, or its password is wrong.`;
}

function waiting(circumstances: Circumstances): Html {
	const { ahead, connection, isActive } = circumstances;
	const queue =
		ahead === 0 ? '' : ` ${counted(ahead, 'request')} ${ahead === 1 ? 'is' : 'are'} ahead of it.`;
	const hint =
		connection.last_connected_at !== null && !isActive
			? ' It goes out with the next sync; the computer must be on for that.'
			: '';
	return html`Waiting for the desktop. ${explainConnector(circumstances)}${queue}${hint}`;
}

const errorOf = ({ error }: Pick<RequestRecord, 'error'>): RequestError | undefined =>
	error === null ? undefined : (JSON.parse(error) as RequestError);

/** Whether nobody knows if the request took effect. */
export const isUnknown = ({
	state,
	error,
	request_json,
}: Pick<RequestRecord, 'state' | 'error' | 'request_json'>): boolean =>
	state === 'error' &&
	leavesOutcomeOpen(
		(JSON.parse(request_json) as RequestJson).request.name,
		errorOf({ error })?.code ?? '',
	);

const sentenceOf = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Why a request has failed, with the code to look up; empty if it has not. */
export function reasonOf(request: Parameters<typeof isUnknown>[0]): string {
	const { code, message } = errorOf(request) ?? {};
	if (code === undefined || message === undefined) return '';
	const reason =
		code === 'connection_error' && isUnknown(request)
			? 'The Web Connector went away in the middle of it.'
			: sentenceOf(message);
	return `${reason} (Code ${code})`;
}

function failure(record: RequestRecord): Explanation {
	const reason = reasonOf(record);
	if (isUnknown(record))
		return {
			mood: 'bad',
			sentence: html`Nobody knows whether QuickBooks has carried this out. ${reason} It is never
			sent again by itself. Look in QuickBooks before you do it again.`,
		};
	return {
		mood: 'bad',
		sentence: /^\d+$/.test(errorOf(record)?.code ?? '')
			? html`QuickBooks refused this: ${reason}`
			: html`This failed: ${reason}`,
	};
}

/** Explains where a request is, or what came of it, from its state and its times. */
export function explainState(record: RequestRecord, circumstances: Circumstances): Explanation {
	const { now } = circumstances;
	const changed = ago(record.updated_at, now);
	switch (record.state) {
		case 'waiting':
			return { mood: 'wait', sentence: waiting(circumstances) };
		case 'retryable': {
			const { message = '' } = errorOf(record) ?? {};
			return {
				mood: 'wait',
				sentence: html`QuickBooks could not take this ${changed}: ${sentenceOf(message)} It goes out
				again with the next sync. ${explainConnector(circumstances)}`,
			};
		}
		case 'ticketed':
			return { mood: 'wait', sentence: html`The Web Connector picked this up ${changed}.` };
		case 'sent':
			if (!circumstances.isActive && record.message_set !== null)
				return {
					mood: 'wait',
					sentence: html`The Web Connector went away in the middle of this. Its next sync asks
					QuickBooks whether it was carried out; it isn’t sent a second time.
					${explainConnector(circumstances)}`,
				};
			return {
				mood: 'wait',
				sentence: html`QuickBooks has had this for
				${durationOf(secondsBetween(record.updated_at, now))} and hasn’t answered yet.`,
			};
		case 'response_received':
			return {
				mood: 'good',
				sentence: html`Done: QuickBooks answered
				${moment(record.updated_at)}.${
					record.answer_deleted_at === null
						? ''
						: html` The answer was deleted ${moment(record.answer_deleted_at)}, because answers are
							not kept for ever.`
				}`,
			};
		case 'error':
			return failure(record);
		case 'discarded':
			return { mood: 'plain', sentence: html`Removed before it was sent. Nothing was written.` };
	}
}

const tries = (count: number): string => (count === 1 ? '1 try' : `${count} tries`);

function nextTry({ nextTryAt, now }: Circumstances): Html {
	return nextTryAt === undefined || secondsBetween(now, nextTryAt) <= 0
		? html`It is being delivered again now; reload this page to see how that went.`
		: html`It will be delivered again at ${moment(nextTryAt)}.`;
}

const moodOfPending: Readonly<Record<Refusal['kind'], Mood>> = {
	finished: 'plain',
	notReady: 'wait',
	problem: 'wait',
};

/**
 * Explains what became of a request’s delivery, apart from the request itself: one that succeeded stays good news, however
 * its delivery went.
 * @returns undefined while the request has not ended, and when nobody asked for a delivery
 */
export function explainDelivery(
	{ state, webhook_state, webhook_url }: RequestRecord,
	circumstances: Circumstances,
): Explanation | undefined {
	const { attempts, nextTryAt } = circumstances;
	const last = attempts.at(-1);
	const refusal = webhook_url !== null && last && explainRefusal(webhook_url, last.response);
	switch (webhook_state) {
		case 'not_applicable':
			return undefined;
		case 'succeeded':
			return {
				mood: 'good',
				sentence: last ? html`Delivered ${moment(last.attempted_at)}.` : html`Delivered.`,
			};
		case 'pending':
			if (!refusal)
				return nextTryAt === undefined || !isTerminal(state)
					? undefined
					: { mood: 'wait', sentence: html`Its result is being delivered for the first time.` };
			// Nothing follows, whatever is planned.
			if (refusal.kind === 'finished')
				return { mood: 'plain', sentence: html`Not delivered. ${refusal.reason}` };
			return {
				mood: moodOfPending[refusal.kind],
				sentence: html`Not delivered yet after ${tries(attempts.length)}.
				${sentenceOf(refusal.reason)} ${nextTry(circumstances)}`,
			};
		case 'failed':
			return refusal && refusal.kind === 'finished'
				? { mood: 'plain', sentence: html`Not delivered. ${refusal.reason}` }
				: {
						mood: 'bad',
						sentence: html`Not delivered: given up after ${tries(attempts.length)}.
						${refusal ? sentenceOf(refusal.reason) : ''}`,
					};
	}
}
