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
folder of its own, and has n8n's own loader load each in a fresh process, in turns. The loader has loaded another, tiny
package before, so that what it needs itself is there. Loading means everything: this package's two nodes and its
credential, the others' nodes and credentials.

Measured on ${new Date().toISOString().slice(0, 10)}: ${versions}; medians of ${own.loads.length} processes; ${cpus().length} cores (${cpus()[0].model.trim()}), load average ${loadavg()[0].toFixed(1)}, the measurement's own included. On a busy machine, the processor time says more than the clock.

| figure | this package | goal | |
| --- | --- | --- | --- |
${verdicts.join('\n')}

| package | ${figures.map(({ name }) => name).join(' | ')} |
| --- |${' --- |'.repeat(figures.length)}
${packages.join('\n')}

The packed size is that of the package alone. This package carries everything it needs in it; most of the
others bring such code as dependencies, which the third column counts. 14 kB of it are the facts of qbXML, which n8n loads
only when a request is checked for the first time.
The names of functions are kept, because people report stack traces: that costs about 5 kB packed.
`;
}
