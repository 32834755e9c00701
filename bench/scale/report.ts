import { cpus, loadavg, totalmem } from 'node:os';

import type { ScaleFigures } from './measure';
import { plan } from './measure';

const BEGIN = '<!-- made by npm run bench:scale -->';
const END = '<!-- end of what npm run bench:scale made -->';

const rows: Array<[what: string, figure: keyof ScaleFigures]> = [
	['deliveries answered', 'deliveries'],
	['executions finished', 'executions'],
	['invoices written, Wait (Sleep Until Done)', 'writes'],
];

const rate = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}/s`;

function figuresOf(single: ScaleFigures, six: ScaleFigures): string {
	const [{ model }] = cpus();
	const gigabytes = Math.round(totalmem() / 2 ** 30);
	const { pages, senders, rounds, runs, invoices } = plan;
	return [
		`Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${model}, ${gigabytes} GB, load average at the end ${loadavg()[0].toFixed(1)}; everything on this one machine, the service and the simulated desktop too. Medians of ${rounds} rounds; a round is ${pages} pages from ${senders} concurrent senders, and ${runs} executions side by side that create ${invoices} invoices each.`,
		'',
		'| | one process, SQLite | six processes, PostgreSQL | growth |',
		'|---|---|---|---|',
		...rows.map(
			([what, figure]) =>
				`| ${what} | ${rate(single[figure])} | ${rate(six[figure])} | × ${(six[figure] / single[figure]).toFixed(2)} |`,
		),
	].join('\n');
}

/**
 * Puts the figures into the page, in place of those of the last run.
 * @throws Error when the page has no place for them
 */
export function withFigures(
	page: string,
	{ single, six }: { single: ScaleFigures; six: ScaleFigures },
): string {
	const [before, , after] = page.split(new RegExp(`(${BEGIN}[^]*${END})`));
	if (after === undefined) throw new Error('docs/scaling.md has no place for the figures.');
	return `${before}${BEGIN}\n\n${figuresOf(single, six)}\n\n${END}${after}`;
}
