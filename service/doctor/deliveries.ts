import { DAYS_OF_CONCERNS, sinceOfConcerns } from '../store/concerns';
import type { Store } from '../store/database';
import { lateByHost } from '../store/deliveries';
import { countConcerns, pendingDeliveries } from '../store/measures';
import { counted, type Finding, hindered, listed, minuteOf, orWell, wrong } from './findings';

/** What is due is made at once, or waits for others to the same host. */
const SECONDS_DUE = 300;

/** Whether answers reach those who wait for them. */
export async function checkDeliveries(
	store: Store | undefined,
	now: number,
): Promise<readonly Finding[]> {
	if (!store) return [hindered('Deliveries could not be counted: the database can’t be read.')];
	const { pending, oldestDue } = await pendingDeliveries(store, new Date(now).toISOString());
	const since = sinceOfConcerns(now);
	const undelivered = (await countConcerns(store, since)).filter(
		({ concern }) => concern === 'undelivered',
	);
	const given = undelivered.reduce((sum, { count }) => sum + count, 0);
	const hosts = await lateByHost(store);
	const late = hosts.reduce((sum, { count }) => sum + count, 0);
	const found: Finding[] = [];
	if (oldestDue !== null && now - Date.parse(oldestDue) > SECONDS_DUE * 1000)
		found.push(
			wrong(
				`A delivery has been due since ${minuteOf(oldestDue)} and has not been made.`,
				'Check that the service is running, and look in its log.',
			),
		);
	if (late > 0)
		found.push(
			wrong(
				`${counted(late, 'delivery has', 'deliveries have')} failed four times or more and will be tried again, to ${listed(hosts.map(({ host }) => host))}.`,
				'Check that n8n is running and can be reached from here. The request’s page says what it answered.',
			),
		);
	if (given > 0)
		found.push(
			wrong(
				`${counted(given, 'delivery was', 'deliveries were')} given up in the last ${DAYS_OF_CONCERNS} days (${listed(undelivered.map(({ application }) => application))}).`,
				`Once the cause is fixed, "deliver-again --since ${since.slice(0, 10)}T00:00:00Z" makes them again. *Done with This* on the first page puts away what nobody needs.`,
			),
		);
	return orWell(
		found,
		pending === 0
			? `Nothing waits, and nothing that was given up in the last ${DAYS_OF_CONCERNS} days needs anybody.`
			: `${counted(pending, 'delivery waits', 'deliveries wait')} for the next try, and none that was given up in the last ${DAYS_OF_CONCERNS} days needs anybody.`,
	);
}
