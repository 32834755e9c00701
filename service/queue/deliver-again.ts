import { deliveryOf } from '../deliveries/payload';
import type { Store } from '../store/database';
import { givenUpSince, makeDueAgain } from '../store/deliveries';
import { recordOfPage } from '../store/queued-requests';

/** What is wrong with a text of which `momentOf` makes nothing. */
export const WHAT_A_MOMENT_IS = 'must be a time, such as 2026-01-31 or 2026-01-31T18:00:00Z.';

const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/i;

const DAY_LENGTH = '2026-01-31'.length;

const isSame = (day: string, time: number): boolean =>
	!Number.isNaN(time) && new Date(time).toISOString().startsWith(day);

/** A moment as people write one, such as 2026-01-31, in ISO 8601 UTC; undefined if it is none. */
export function momentOf(text: string): string | undefined {
	// The parser takes more: 1 for the first day of 2001, and the 30th of February for a day in March.
	const day = text.slice(0, DAY_LENGTH);
	const isDay = MOMENT.test(text) && isSame(day, Date.parse(day));
	const time = isDay ? Date.parse(text) : Number.NaN;
	return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/**
 * Makes all deliveries due again that were given up.
 * @param since ISO 8601 UTC; only those of requests that have ended since then
 * @param applicationId of one application; of all of them unless given
 * @returns how many
 */
export async function deliverAgainSince(
	store: Store,
	since: string,
	applicationId?: string,
): Promise<number> {
	let count = 0;
	// One after the other: their answers together may be more than fits into the memory.
	for (const pageRequestId of await givenUpSince(store, since, applicationId)) {
		const record = await recordOfPage(store, pageRequestId);
		const delivery = record && deliveryOf(record);
		if (!delivery) continue;
		await makeDueAgain(store, delivery, new Date().toISOString());
		count += 1;
	}
	return count;
}
