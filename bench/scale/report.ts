import { circumstances } from '../support/circumstances';
import type { ScaleFigures } from './measure';
import { plan } from './measure';

const rows: Array<[what: string, figure: keyof ScaleFigures]> = [
	['deliveries answered', 'deliveries'],
	['executions finished', 'executions'],
	['invoices written, Wait (Sleep Until Done)', 'writes'],
];

const rate = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}/s`;

/** What `docs/scaling.md` says of one process and of six. */
export function reportScaling({
	single,
	six,
}: {
	single: ScaleFigures;
	six: ScaleFigures;
}): string {
	const { pages, senders, rounds, runs, invoices } = plan;
	return [
		`${circumstances('scaling')} Everything ran on this one machine, the service and the simulated desktop too. Medians of ${rounds} rounds; a round is ${pages} pages from ${senders} concurrent senders, and ${runs} executions side by side that create ${invoices} invoices each.`,
		'',
		'| | one process, SQLite | six processes, PostgreSQL | growth |',
		'|---|---|---|---|',
		...rows.map(
			([what, figure]) =>
				`| ${what} | ${rate(single[figure])} | ${rate(six[figure])} | × ${(six[figure] / single[figure]).toFixed(2)} |`,
		),
	].join('\n');
}
