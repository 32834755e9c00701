import { circumstances } from '../support/circumstances';
import { table } from '../support/tables';
import { type MeasuredCase, ROUNDS } from './measure';

/** What `docs/performance.md` says of comparing orders with the books. */
export const reportComparison = (cases: readonly MeasuredCase[]): string =>
	[
		`${circumstances('compare')} Medians of ${ROUNDS} runs, each in a process of its own.`,
		table(
			[
				'orders, as many invoices',
				'the books are read',
				'requests',
				'their answers',
				'processor time',
				'for each order',
				'growth of memory',
			],
			cases.map(({ orders, window, requests, answerMegabytes, seconds, megabytes }) => [
				orders.toLocaleString('en'),
				window === undefined ? 'at once' : `in windows of a ${window}`,
				String(requests),
				`${answerMegabytes.toFixed(1)} MB`,
				`${seconds.toFixed(1)} s`,
				`${((seconds / orders) * 1000).toFixed(2)} ms`,
				`${megabytes.toFixed(0)} MB`,
			]),
		),
	].join('\n\n');
