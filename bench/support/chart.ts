/** A chart of horizontal bars: for each group of bars, one bar for each series. */
export interface Chart {
	title: string;
	/** What the bars show, and whether more is better. */
	subtitle: string;
	series: readonly string[];
	groups: readonly ChartGroup[];
}

interface ChartGroup {
	label: string;
	/** In the order of the series; null if a series has no bar here. */
	values: ReadonlyArray<number | null>;
	/** The same as the page's table writes them. */
	written: readonly string[];
}

const WIDTH = 800;
const MARGIN = 20;
const HEADING = 60;
const LEGEND = 26;
const BAR = 15;
const BAR_GAP = 3;
const GROUP_GAP = 14;
/** Room for what is written behind the longest bar. */
const WRITTEN = 90;
/** Wide enough for any letter but the widest ones, at the font size of the labels. */
const LETTER = 7.2;

/** The colour of a series on light and on dark; both are told apart by people who confuse red and green. */
const colours = [
	['#1f7a5c', '#4cc49a'],
	['#d9731a', '#f2a35e'],
	['#4a6fa5', '#8fb3e8'],
	['#7b818a', '#a9b0ba'],
];

const style = `
	.back { fill: #ffffff } .title { fill: #1d2b26; font-weight: 700; font-size: 16px } .label { fill: #1d2b26 } .soft { fill: #56635d }
	${colours.map(([light], place) => `.s${place} { fill: ${light} }`).join(' ')}
	@media (prefers-color-scheme: dark) {
		.back { fill: #161b22 } .title, .label { fill: #e6edf3 } .soft { fill: #a5b0bc }
		${colours.map(([, dark], place) => `.s${place} { fill: ${dark} }`).join(' ')}
	}`;

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const text = (kind: string, x: number, y: number, words: string, anchor = 'start'): string =>
	`<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(words)}</text>`;

/** The chart as SVG, which brings its own background and is readable on light and on dark pages. */
export function drawChart(chart: Chart): string {
	const { title, subtitle, series, groups } = chart;
	const labelWidth = Math.ceil(Math.max(...groups.map(({ label }) => label.length)) * LETTER);
	const left = MARGIN + labelWidth + 10;
	const longest = WIDTH - left - WRITTEN - MARGIN;
	const largest = Math.max(...groups.flatMap(({ values }) => values.map((value) => value ?? 0)));
	const lines: string[] = [];

	let legend = left;
	if (series.length > 1)
		for (const [place, name] of series.entries()) {
			lines.push(
				`<rect class="s${place}" x="${legend}" y="${HEADING}" width="12" height="12" rx="2"/>`,
			);
			lines.push(text('label', legend + 18, HEADING + 11, name));
			legend += Math.ceil(name.length * LETTER) + 34;
		}

	let y = HEADING + (series.length > 1 ? LEGEND : 0) + GROUP_GAP / 2;
	for (const { label, values, written } of groups) {
		const bars = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]));
		const height = bars.length * (BAR + BAR_GAP) - BAR_GAP;
		lines.push(text('label', left - 10, y + height / 2 + 4.5, label, 'end'));
		for (const { value, place } of bars) {
			const width = Math.max(1, Math.round((value / largest) * longest));
			lines.push(
				`<rect class="s${place}" x="${left}" y="${y}" width="${width}" height="${BAR}" rx="2"/>`,
			);
			lines.push(text('soft', left + width + 6, y + 12, written[place]));
			y += BAR + BAR_GAP;
		}
		y += GROUP_GAP;
	}

	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13">`,
		`<title>${escaped(title)}</title>`,
		`<style>${style}\n</style>`,
		`<rect class="back" width="${WIDTH}" height="${y}" rx="10"/>`,
		text('title', MARGIN, 28, title),
		text('soft', MARGIN, 47, subtitle),
		...lines,
		'</svg>\n',
	].join('\n');
}
