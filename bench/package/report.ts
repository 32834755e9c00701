import { circumstances } from '../support/circumstances';
import { median } from '../support/statistics';
import { table } from '../support/tables';
import type { InstalledPackage } from './installed';

export interface LoadTime {
	/** Milliseconds. */
	clock: number;
	processor: number;
}

export interface MeasuredPackage extends InstalledPackage {
	loads: LoadTime[];
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;

/** What is compared: its name, its value for a package, how it is written, and which of the others' values is the goal. */
const figures: ReadonlyArray<{
	name: string;
	of: (measured: MeasuredPackage) => number;
	write: (value: number) => string;
	goal: 'median' | 'least';
}> = [
	{ name: 'packed', of: ({ packed }) => packed, write: kilobytes, goal: 'median' },
	{ name: 'unpacked', of: ({ unpacked }) => unpacked, write: kilobytes, goal: 'median' },
	{
		name: 'installed, with what it brings',
		of: ({ withDependencies }) => withDependencies,
		write: kilobytes,
		goal: 'median',
	},
	{
		name: 'loading, on the clock',
		of: ({ loads }) => median(loads.map(({ clock }) => clock)),
		write: milliseconds,
		goal: 'least',
	},
	{
		name: 'loading, processor time',
		of: ({ loads }) => median(loads.map(({ processor }) => processor)),
		write: milliseconds,
		goal: 'least',
	},
];

const goals = {
	median: { words: 'less than the median', of: median },
	least: { words: 'less than every other', of: (values: number[]) => Math.min(...values) },
};

/** What `docs/performance-package.md` says of the packages. The first one is this one. */
export function reportPackages([own, ...others]: readonly MeasuredPackage[]): string {
	const verdicts = figures.map(({ name, of, write, goal }) => {
		const bound = goals[goal].of(others.map(of));
		const verdict = of(own) < bound ? 'met' : '**missed**';
		return [name, write(of(own)), `${goals[goal].words}: ${write(bound)}`, verdict];
	});
	const packages = [own, ...others].map((measured) => [
		measured.label,
		...figures.map(({ of, write }) => write(of(measured))),
	]);
	return [
		`${circumstances('package')} Medians of ${own.loads.length} processes.`,
		table(['figure', 'this package', 'goal', ''], verdicts),
		table(['package', ...figures.map(({ name }) => name)], packages),
	].join('\n\n');
}
