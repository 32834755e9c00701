import { proofOf, statusIn } from '../../quickbooks/rules/statuses';

/**
 * What of a queue needs somebody, as conditions in SQL. Each has a partial index, because only few requests of a long queue
 * do. A database uses such an index only for a query with the very same words.
 */

/** Whether the application refused a request with this code, and so is known to have written nothing. */
export const isRefusal = (code: string): boolean => proofOf(statusIn(code)) !== undefined;

/** Whether a request of this name only reads. */
export const isRead = (name: string): boolean => name.endsWith('QueryRq');

/** Whether an error leaves open if a request took effect: a write that the application has not certainly refused. */
export const leavesOutcomeOpen = (request: string, code: string): boolean =>
	!isRead(request) && !isRefusal(code);

/** `leavesOutcomeOpen` in SQL. */
const LEAVES_OUTCOME_OPEN = 'is_read = 0 and is_refused = 0';

/** A write of which nobody knows whether it took effect, such as one whose session broke off. */
export const UNKNOWN_WRITE = `state = 'error' and ${LEAVES_OUTCOME_OPEN}`;

export const OTHER_FAILURE = `state = 'error' and not (${LEAVES_OUTCOME_OPEN})`;

/** Nobody has said that it is done with. */
export const IS_OPEN = 'put_aside_at is null';

/** The same has not been queued again since. What became of the last try is what counts. */
export const IS_LAST_TRY = `not exists (
	select 1 from queued_requests as later where later.repeats = queued_requests.page_request_id)`;

/** Whether n8n answered that the execution to be woken has finished by now. `IS_STILL_WANTED` says the same in SQL. */
export function receiverHadFinished(response: string): boolean {
	const start = response.startsWith('409 ') ? response.indexOf('The execution ') : -1;
	return start >= 0 && response.includes('has finished', start);
}

/** The receiver was an execution of n8n that has finished by now, so nobody waits for the delivery any more. */
export const IS_STILL_WANTED = `not exists (
	select 1 from webhook_attempts
	where webhook_attempts.page_request_id = queued_requests.page_request_id
		and webhook_attempts.response like '409 %The execution %has finished%')`;

export const GIVEN_UP = `webhook_state = 'failed'`;

/** The ended requests that need somebody, by the reason; the worst first. */
export const CONCERNS = {
	unknown: UNKNOWN_WRITE,
	failed: `${OTHER_FAILURE} and ${IS_LAST_TRY}`,
	undelivered: `${GIVEN_UP} and ${IS_STILL_WANTED}`,
} as const;

/** Why a request needs somebody. */
export type Concern = keyof typeof CONCERNS;

export const concerns = Object.keys(CONCERNS) as Concern[];

/** How many days back is looked for them. */
export const DAYS_OF_CONCERNS = 7;

const MILLISECONDS_PER_DAY = 86_400_000;

/** The moment since when is looked for them, as ISO 8601 UTC. */
export const sinceOfConcerns = (now: number): string =>
	new Date(now - DAYS_OF_CONCERNS * MILLISECONDS_PER_DAY).toISOString();

/** A delivery that failed this often is late enough to be shown, long before the last try. */
export const IS_LATE = 'tries >= 4';

/**
 * The answers that nobody waits for any more. Those of failed requests stay, because they say whether something was written, and
 * so do those that nobody has been able to deliver. The index is used only for a query with the very same words.
 */
export const DELETABLE_ANSWER = `state = 'response_received' and answer_deleted_at is null
	and webhook_state in ('not_applicable', 'succeeded')`;
