import { table } from '../support/tables';
import { calls, type Measured } from './measure';

const measuredCalls = [
	calls.queue,
	calls.list,
	'authenticate',
	'sendRequestXML',
	'receiveResponseXML',
	'closeConnection',
	calls.delivery,
];

/** One column for each setting and rate. */
export function report(measured: readonly Measured[]): string {
	const columns = measured.flatMap(({ setting, steps }) =>
		steps.map((step) => ({ name: `${setting.name}, ${step.rate} a second`, step })),
	);
	const rowOf = (name: string, figure: (step: (typeof columns)[number]['step']) => string) => [
		name,
		...columns.map(({ step }) => figure(step)),
	];
	const share = (milliseconds: number, seconds: number) =>
		`${((milliseconds / seconds / 1000) * 100).toFixed(0)} %`;
	return table(
		['median / 99th percentile, ms', ...columns.map(({ name }) => name)],
		[
			...measuredCalls.map((call) =>
				rowOf(
					call,
					({ tally }) =>
						`${tally.within(call, 0.5).toFixed(0)} / ${tally.within(call, 0.99).toFixed(0)}`,
				),
			),
			rowOf('queued in a second', ({ tally, seconds }) =>
				(tally.count(calls.queue) / seconds).toFixed(0),
			),
			rowOf('delivered in a second', ({ tally, seconds }) =>
				(tally.count(calls.delivery) / seconds).toFixed(0),
			),
			rowOf('processor, the service, of one core', ({ times, seconds }) =>
				share(times.service, seconds),
			),
			rowOf('processor, PostgreSQL', ({ times, seconds }) => share(times.postgres, seconds)),
			rowOf('processor, the load itself', ({ times, seconds }) => share(times.load, seconds)),
			rowOf('memory of the service, MB', ({ memory }) => memory.toFixed(0)),
			rowOf('the database grows by, KB a request', ({ bytesARequest }) =>
				(bytesARequest / 1000).toFixed(1),
			),
		],
	);
}
