import { table } from '../support/tables';
import type { Measured } from './measure';

/** One row for each setting and rate. */
export const report = (measured: readonly Measured[]): string =>
	table(
		[
			'',
			'queue an invoice: median / 99th percentile, ms',
			'delivered in a second',
			'memory of the service, MB',
		],
		measured.flatMap(({ setting, steps }) =>
			steps.map(({ rate, queueTimes, deliveredASecond, memory }) => [
				`${setting.name}, ${rate} a second`,
				[0.5, 0.99]
					.map((share) => queueTimes[Math.floor(queueTimes.length * share)].toFixed(0))
					.join(' / '),
				deliveredASecond.toFixed(0),
				memory.toFixed(0),
			]),
		),
	);
