import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { type Chart, drawChart } from './support/chart';
import { numberIn, type PageTable, tablesIn } from './support/page-tables';

/** A chart of a page, drawn from one of its tables, so that both always show the same figures. */
export interface PageChart extends Pick<Chart, 'title' | 'subtitle'> {
	/** In `docs/charts`, without `.svg`. */
	name: string;
	/** In `docs`. */
	page: string;
	/** A column that only this table of the page has. */
	table: string;
	/** The columns that the label of a row is in. */
	labels: readonly string[];
	/** The columns that become bars, with their names in the legend. */
	bars: Readonly<Record<string, string>>;
	/** Shorter words for cells that are too long for a label. */
	shorter?: Readonly<Record<string, string>>;
}

/** Every chart that a bench's tables are drawn as. */
export const charts: readonly PageChart[] = [
	{
		name: 'deliveries',
		page: 'performance.md',
		table: 'WooCommerce Trigger',
		title: 'Taking deliveries',
		subtitle: 'Deliveries a second, by the records in a page; more is better',
		labels: ['n8n', 'records in a page'],
		bars: {
			'this trigger': 'this trigger',
			'WooCommerce Trigger': 'WooCommerce',
			'Webhook → Crypto → If → Code': 'Crypto, If, Code',
			Webhook: 'bare Webhook',
		},
		shorter: {
			'as it comes': 'default settings',
			'`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`': 'sandboxes only if needed',
		},
	},
	{
		name: 'package-loading',
		page: 'performance-package.md',
		table: 'package',
		title: 'Loading the package',
		subtitle: 'Milliseconds of processor time; less is better',
		labels: ['package'],
		bars: { 'loading, processor time': 'processor time' },
	},
	{
		name: 'scaling-workers',
		page: 'scaling.md',
		table: 'executions finished',
		title: 'More workers',
		subtitle: 'A second, at the same share of a core for each worker; more is better',
		labels: ['workers'],
		bars: { 'executions finished': 'executions finished', 'waits woken': 'waits woken' },
	},
	{
		name: 'scaling-processors',
		page: 'scaling.md',
		table: 'deliveries answered',
		title: 'More webhook processors',
		subtitle: 'Deliveries a second, at the same share of a core for each; more is better',
		labels: ['webhook processors'],
		bars: { 'deliveries answered': 'deliveries answered' },
	},
	{
		name: 'scaling-on-paper',
		page: 'scaling.md',
		table: 'cores',
		title: '1,000 companies, 100,000 requests an hour',
		subtitle: 'Cores that are busy all the time, calculated',
		labels: ['part'],
		bars: { cores: 'cores' },
	},
];

function tableOf({ name, page, table }: PageChart, text: string): PageTable {
	const [found, ...others] = tablesIn(text).filter(({ head }) => head.includes(table));
	if (!found || others.length > 0)
		throw new Error(`docs/${page} has ${found ? 'several tables' : 'no table'} for ${name}.svg.`);
	return found;
}

/** The chart as SVG, drawn from the text of its page. */
export function chartOf(chart: PageChart, text: string): string {
	const { head, rows } = tableOf(chart, text);
	const placeOf = (column: string): number => {
		const place = head.indexOf(column);
		if (place < 0) throw new Error(`docs/${chart.page} has no column "${column}".`);
		return place;
	};
	const labels = chart.labels.map(placeOf);
	const bars = Object.keys(chart.bars).map(placeOf);
	return drawChart({
		...chart,
		series: Object.values(chart.bars),
		groups: rows.map((row) => ({
			label: labels.map((place) => chart.shorter?.[row[place]] ?? row[place]).join(', '),
			values: bars.map((place) => numberIn(row[place])),
			written: bars.map((place) => row[place]),
		})),
	});
}

/** Draws the charts of a page anew from its tables, into `docs/charts`. */
export async function drawCharts(page: string): Promise<void> {
	const docs = join(repositoryFolder, 'docs');
	const text = await readFile(join(docs, page), 'utf8');
	await mkdir(join(docs, 'charts'), { recursive: true });
	for (const chart of charts.filter((each) => each.page === page))
		await writeFile(join(docs, 'charts', `${chart.name}.svg`), chartOf(chart, text));
}
