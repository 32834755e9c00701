import { cpus, loadavg } from 'node:os';

import { median } from '../support/statistics';
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
	goal?: 'median' | 'least';
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

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The page of the figures, whole. The first package is this one. */
export function report([own, ...others]: readonly MeasuredPackage[], versions: string): string {
	const verdicts = figures.map(({ name, of, write, goal }) => {
		if (!goal) return row([name, write(of(own)), '', '']);
		const bound = goals[goal].of(others.map(of));
		const verdict = of(own) < bound ? 'met' : '**missed**';
		return row([name, write(of(own)), `${goals[goal].words}: ${write(bound)}`, verdict]);
	});
	const packages = [own, ...others].map((measured) =>
		row([measured.label, ...figures.map(({ of, write }) => write(of(measured)))]),
	);
	return `# How big the package is, and how fast it loads

\`npm run bench:package\` makes this page: it installs this package and four well-known ones from the registry, each in a
folder of its own. n8n's own loader then loads each in a fresh process, in turns. It has loaded another, tiny package
before, so what the loader itself needs is there. Everything is loaded: this package's two nodes and its credential,
and all nodes and credentials of the others.

Measured on ${new Date().toISOString().slice(0, 10)}: ${versions}; medians of ${own.loads.length} processes; ${cpus().length} cores (${cpus()[0].model.trim()}), load average ${loadavg()[0].toFixed(1)}, the measurement's own included. On a busy machine, the processor time tells more than the clock does.

| figure | this package | goal | |
| --- | --- | --- | --- |
${verdicts.join('\n')}

| package | ${figures.map(({ name }) => name).join(' | ')} |
| --- |${' --- |'.repeat(figures.length)}
${packages.join('\n')}

![Size of this package and of four others: packed, unpacked, and installed with dependencies](charts/package-size.svg)

![Processor time that loading this package and four others takes](charts/package-loading.svg)

The packed size is that of the package alone. This package contains everything it needs. Most of the others have
dependencies instead, which the third column counts. 14 kB of this package are the rules of qbXML, which n8n loads only when
a request is checked for the first time.
The names of functions are kept, because people report stack traces: that costs about 5 kB packed.
`;
}
