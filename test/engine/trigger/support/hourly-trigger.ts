import type { IDataObject } from 'n8n-workflow';

import type { GivenCredentials } from '../../harness';
import { publishedTrigger, storedStaticData } from './published-trigger';
import { startedSchedule } from './schedule';

/** Moments at which such a schedule is due, one after the other. */
export const FIRST = '2026-03-01T08:00:00Z';
export const SECOND = '2026-03-01T09:00:00Z';
export const THIRD = '2026-03-01T10:00:00Z';

const hourly = { schedule: 'cron', cronExpression: '0 * * * *', splitIntoItems: true };

/** An activated trigger that is due every hour and hands over one record after the other, with its schedule. */
export async function hourlyTrigger(
	{ credentials }: { credentials: GivenCredentials },
	form: IDataObject,
) {
	const parameters = { ...hourly, ...form };
	const host = await publishedTrigger({ credentials, parameters });
	await host.activate();
	const staticData = storedStaticData(host);
	return { host, schedule: await startedSchedule({ credentials, parameters, staticData }) };
}
