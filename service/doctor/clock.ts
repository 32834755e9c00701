import { type RawBuilder, sql } from 'kysely';

import type { Store } from '../store/database';
import { isShared } from '../store/service-processes';
import type { Asked } from './asked';
import { type Finding, hindered, notChecked, well, wrong } from './findings';

/** Processes that differ by more may take each other for dead, and signatures of deliveries get old sooner. */
const MOST_SECONDS = 5;

/** Another clock, as it was read. Times are in milliseconds by this clock. */
export interface Reading {
	readonly whose: string;
	readonly time: number;
	/** When it was asked, and how long the answer took. */
	readonly at: number;
	readonly took: number;
	/** How far its time may be behind because it has no fractions of a second. */
	readonly coarse?: number;
}

/** How far another clock is ahead of this one at least, in seconds: 0 if they may be the same. */
export function secondsAhead({ time, at, took, coarse = 0 }: Reading): number {
	if (time > at + took) return (time - (at + took)) / 1000;
	return time + coarse < at ? (time + coarse - at) / 1000 : 0;
}

const NTP = 'Have NTP set the clocks of both machines (timedatectl set-ntp true).';

/** Whether another clock shows the same time as this one. */
export function judgeReading(reading: Reading): Finding {
	const ahead = secondsAhead(reading);
	const seconds = Math.abs(ahead);
	if (seconds > MOST_SECONDS)
		return wrong(
			`The clock of ${reading.whose} is ${Math.round(seconds)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this one.`,
			NTP,
		);
	return well(`The clock of ${reading.whose} is right: it shows the same time as this one.`);
}

const NOW: RawBuilder<string> = sql`(extract(epoch from clock_timestamp()) * 1000)::text`;

async function ofDatabase(store: Store): Promise<Finding> {
	if (!isShared(store))
		return notChecked('An SQLite file has no clock of its own: it is on this machine.');
	const at = Date.now();
	const { rows } = await sql<{ now: string }>`select ${NOW} as now`.execute(store);
	return judgeReading({
		whose: 'the database',
		time: Number(rows[0].now),
		at,
		took: Date.now() - at,
	});
}

const WHOLE_SECONDS = 1000;

function ofAddress(address: string | undefined, asked: Asked | undefined): Finding {
	if (address === undefined) return notChecked('There is no public address with a clock.');
	if (asked?.date === undefined || !Number.isFinite(asked.date))
		return hindered(`The clock of ${address} is not known: it has answered nothing with a date.`);
	const { at, took, date: time } = asked;
	return judgeReading({ whose: address, time, at, took, coarse: WHOLE_SECONDS });
}

const ofService = ({ at, took, introduction }: Extract<Asked, { who: 'this service' }>): Finding =>
	judgeReading({ whose: 'the service', time: Date.parse(introduction.time), at, took });

/** Compares the clocks of the database, the public address and the service with this machine's. */
export async function checkClock(
	store: Store | undefined,
	address: string | undefined,
	asked: { readonly outside?: Asked; readonly service?: Asked },
): Promise<readonly Finding[]> {
	const { outside, service } = asked;
	return [
		store
			? await ofDatabase(store)
			: hindered('The clock of the database is not known: it can’t be read.'),
		ofAddress(address, outside),
		...(service?.who === 'this service' ? [ofService(service)] : []),
	];
}
