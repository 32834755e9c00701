import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { chartOf, charts } from '../../bench/charts';
import { type Chart, drawChart } from '../../bench/support/chart';
import { numberIn, tablesIn } from '../../bench/support/page-tables';
import { linksOf } from '../../docs/pages';

const docs = path.join(__dirname, '..', '..', 'docs');
const read = (...file: string[]): string => readFileSync(path.join(docs, ...file), 'utf8');

describe('the charts of the pages', () => {
	it.each(charts)(
		'$name.svg shows the figures of docs/$page (npm run generate -- charts)',
		(chart) => {
			expect(read('charts', `${chart.name}.svg`)).toBe(chartOf(chart, read(chart.page)));
		},
	);

	it.each(charts)('docs/$page shows $name.svg', ({ name, page }) => {
		expect(linksOf(`docs/${page}`).map(({ file }) => file)).toContain(`docs/charts/${name}.svg`);
	});

	it('are all of the folder', () => {
		expect(readdirSync(path.join(docs, 'charts')).sort()).toEqual(
			charts.map(({ name }) => `${name}.svg`).sort(),
		);
	});

	it('need their table in the page, once', () => {
		const [chart] = charts;
		expect(() => chartOf(chart, 'No table.\n')).toThrow('no table for');
		const page = read(chart.page);
		expect(() => chartOf(chart, page + page)).toThrow('several tables for');
	});
});

describe('a chart', () => {
	const chart: Chart = {
		title: 'Time & money',
		subtitle: 'Seconds',
		series: ['this', 'other'],
		groups: [
			{ label: 'a < b', values: [10, 5], written: ['10 s', '5 s'] },
			{ label: 'half', values: [null, 2.5], written: ['', '2.5 s'] },
		],
	};

	/** The widths of the bars, which are as high as no other rectangle. */
	const barsOf = (svg: string): Array<[series: string, width: number]> =>
		[...svg.matchAll(/class="(s\d)" [^>]*width="([\d.]+)" height="15"/g)].map(
			([, series, width]) => [series, Number(width)],
		);

	it('has bars as long as their values, and none where there is no value', () => {
		const bars = barsOf(drawChart(chart));
		const [[, longest]] = bars;
		expect(bars.map(([series]) => series)).toEqual(['s0', 's1', 's1']);
		expect(bars[1][1] / longest).toBeCloseTo(0.5, 2);
		expect(bars[2][1] / longest).toBeCloseTo(0.25, 2);
	});

	it('escapes what it writes', () => {
		const svg = drawChart(chart);
		expect(svg).toContain('Time &amp; money');
		expect(svg).toContain('a &lt; b');
	});

	it.each(charts)('has room for every word: $name', ({ name }) => {
		const svg = read('charts', `${name}.svg`);
		const [, width] = /viewBox="0 0 (\d+) /.exec(svg) ?? [];
		const words = [...svg.matchAll(/<text class="\w+" x="([\d.]+)"[^>]*anchor="(\w+)">([^<]*)/g)];
		const outside = words.filter(([, x, anchor, text]) =>
			anchor === 'end' ? Number(x) < text.length * 7 : Number(x) + text.length * 7 > Number(width),
		);
		expect(outside.map(([, , , text]) => text)).toEqual([]);
	});
});

test('a figure is the number that a cell begins with', () => {
	expect(['1,454 ms', '17.7 MB', '-7.92, met', ''].map(numberIn)).toEqual([
		1454,
		17.7,
		-7.92,
		null,
	]);
	expect(() => numberIn('none')).toThrow('"none" is no figure.');
});

test('a table of a page is read as it is written', () => {
	const page = 'Before\n\n| a | b |\n|---|--:|\n|  | `x` |\n| 1 |  |\n\nAfter\n';
	expect(tablesIn(page)).toEqual([
		{
			head: ['a', 'b'],
			rows: [
				['', '`x`'],
				['1', ''],
			],
		},
	]);
});
