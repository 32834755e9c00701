import type { HourlyCount } from '../store/overview';
import { type Html, html } from './html';
import { moment } from './moment';
import { table } from './parts';

/** What the chart tells apart, from the bottom of a bar to its top. */
const series = [
	{ key: 'done', label: 'Done', outcomes: ['response_received'] },
	{
		key: 'waiting',
		label: 'Not done yet',
		outcomes: ['waiting', 'retryable', 'ticketed', 'sent'],
	},
	{ key: 'failed', label: 'Failed', outcomes: ['error'] },
	{ key: 'unknown', label: 'Outcome unknown', outcomes: ['unknown'] },
	{ key: 'removed', label: 'Removed', outcomes: ['discarded'] },
] as const;

type Key = (typeof series)[number]['key'];

type Hour = { readonly start: string } & Readonly<Record<Key, number>>;

const WIDTH = 720;
const HEIGHT = 210;
const LEFT = 44;
const TOP = 20;
const BOTTOM = 34;
const GAP = 4;
const HOURS_BETWEEN_LABELS = 3;

const startOf = (hour: string): string => `${hour}:00:00.000Z`;

function hourOf(hour: string, counts: readonly HourlyCount[]): Hour {
	const inHour = counts.filter((each) => each.hour === hour);
	const sum = (outcomes: readonly string[]): number =>
		inHour
			.filter(({ outcome }) => outcomes.includes(outcome))
			.reduce((total, { count }) => total + count, 0);
	const entries = series.map(({ key, outcomes }) => [key, sum(outcomes)] as const);
	return { start: startOf(hour), ...(Object.fromEntries(entries) as Record<Key, number>) };
}

const totalOf = (hour: Hour): number => series.reduce((total, { key }) => total + hour[key], 0);

/** The lowest round number that is not below. */
function roundUp(count: number): number {
	const size = 10 ** Math.floor(Math.log10(count));
	return [1, 2, 5, 10].map((step) => step * size).find((round) => round >= count) ?? count;
}

function bar(hour: Hour, index: number, width: number, scale: number): Html {
	let top = HEIGHT - BOTTOM;
	const segments = series
		.filter(({ key }) => hour[key] > 0)
		.map(({ key }) => {
			// Also the one that failed among a thousand has to be seen.
			const height = Math.max(3, hour[key] * scale);
			top -= height;
			return html`<rect
				class="${key}"
				x="${LEFT + index * width + GAP / 2}"
				y="${top.toFixed(1)}"
				width="${(width - GAP).toFixed(1)}"
				height="${height.toFixed(1)}"
			/>`;
		});
	const label =
		index % HOURS_BETWEEN_LABELS === 0 &&
		html`<text
			class="${index % (2 * HOURS_BETWEEN_LABELS) === 0 ? 'hour' : 'hour between'}"
			x="${LEFT + (index + 0.5) * width}"
			y="${HEIGHT - 10}"
			text-anchor="middle"
			data-hour="${hour.start}"
			>${hour.start.slice(11, 16)}</text
		>`;
	return html`${segments}${label}`;
}

/** Stripes and dots tell the outcomes apart for those who can’t by colour. */
const patterns = html`<defs>
	<pattern
		id="stripes"
		width="6"
		height="6"
		patternUnits="userSpaceOnUse"
		patternTransform="rotate(45)"
	>
		<rect class="failed-ground" width="6" height="6" />
		<rect class="paper" width="2" height="6" />
	</pattern>
	<pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">
		<rect class="unknown-ground" width="6" height="6" />
		<circle class="paper" cx="3" cy="3" r="1.5" />
	</pattern>
</defs>`;

const legend = (shown: ReadonlyArray<(typeof series)[number]>): Html =>
	html`<ul class="legend">
		${shown.map(
			({ key, label }) =>
				html`<li>
					<svg width="14" height="14" aria-hidden="true">
						<rect class="${key}" width="14" height="14" />
					</svg>
					${label}
				</li>`,
		)}
	</ul>`;

/**
 * A day’s requests, hour by hour, by what came of them: as a picture, and as the table behind it.
 * @param hours the starts of the hours, such as `2026-01-01T12`
 */
export function dayChart(hours: readonly string[], counts: readonly HourlyCount[]): Html {
	const day = hours.map((hour) => hourOf(hour, counts));
	const busiest = Math.max(...day.map(totalOf));
	if (busiest === 0) return html`<p class="soft">No requests in the last 24 hours.</p>`;
	const top = roundUp(busiest);
	const scale = (HEIGHT - TOP - BOTTOM) / top;
	const width = (WIDTH - LEFT) / day.length;
	const shown = series.filter(({ key }) => day.some((hour) => hour[key] > 0));
	const sums = shown.map(
		({ key, label }) =>
			`${label}: ${day.reduce((sum, hour) => sum + hour[key], 0).toLocaleString('en')}`,
	);
	return html`<figure>
			<svg
				class="day"
				viewBox="0 0 ${WIDTH} ${HEIGHT}"
				role="img"
				aria-labelledby="day-title day-words"
			>
				<title id="day-title">Requests per hour in the last 24 hours</title>
				<desc id="day-words">
					${sums.join('. ')}. At most ${busiest.toLocaleString('en')} in an hour. The table below
					has all hours.
				</desc>
				${patterns}
				${[0, 0.5, 1].map((part) => {
					const y = HEIGHT - BOTTOM - part * top * scale;
					return html`<line x1="${LEFT}" x2="${WIDTH}" y1="${y}" y2="${y}" /> ${
							Number.isInteger(part * top) &&
							html`<text x="${LEFT - 6}" y="${y + 4}" text-anchor="end"
								>${(part * top).toLocaleString('en')}</text
							>`
						}`;
				})}
				${day.map((hour, index) => bar(hour, index, width, scale))}
			</svg>
			<figcaption>${legend(shown)}</figcaption>
		</figure>
		<details>
			<summary>The same as a table</summary>
			${table(
				'Requests per hour in the last 24 hours',
				[
					{ heading: 'From', cell: ({ start }: Hour) => moment(start) },
					...shown.map(({ key, label }) => ({
						heading: label,
						cell: (hour: Hour) => hour[key].toLocaleString('en'),
					})),
				],
				day.filter((hour) => totalOf(hour) > 0),
			)}
		</details>`;
}
