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

/** What is compared: its name, and how its value of a package is written. */
const figures: Readonly<Record<string, (measured: MeasuredPackage) => string>> = {
	packed: ({ packed }) => kilobytes(packed),
	'installed, with what it brings': ({ withDependencies }) => kilobytes(withDependencies),
	'loading, on the clock': ({ loads }) => milliseconds(median(loads.map(({ clock }) => clock))),
	'loading, processor time': ({ loads }) =>
		milliseconds(median(loads.map(({ processor }) => processor))),
};

/** What `docs/performance-package.md` says of the packages. */
export const reportPackages = (packages: readonly MeasuredPackage[]): string =>
	[
		`${circumstances('package')} Medians of ${packages[0].loads.length} processes.`,
		table(
			['package', ...Object.keys(figures)],
			packages.map((measured) => [
				measured.label,
				...Object.values(figures).map((write) => write(measured)),
			]),
		),
	].join('\n\n');
