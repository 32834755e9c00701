import { circumstances } from '../support/circumstances';
import { table } from '../support/tables';
import { type MeasuredCase, ROUNDS } from './measure';

/** What `docs/performance.md` says of comparing orders with the books. */
export const reportComparison = (cases: readonly MeasuredCase[]): string =>
	[
		`${circumstances('compare')} Medians of ${ROUNDS} runs, each in a process of its own.`,
		table(
			['the books are read', 'processor time', 'growth of memory'],
			cases.map(({ window, seconds, megabytes }) => [
				window === 'year' ? 'at once' : `in windows of a ${window}`,
				`${seconds.toFixed(1)} s`,
				`${megabytes.toFixed(0)} MB`,
			]),
		),
	].join('\n\n');
