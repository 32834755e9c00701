import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Inspector } from '../support/inspector';
import type { Measure } from './judge';

/** Something to be sampled again and again. */
export interface Watched {
	measure: Measure;
	sample(): Promise<number>;
}

const MEBIBYTE = 1024 * 1024;

/** How much memory the system has given a process, in MiB. */
async function residentMebibytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** How many files and connections a process has open. */
const handles = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

/** The process and the threads that Linux counts to it. */
const threads = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/task`)).length;

/** How many files there are below a folder. */
async function files(folder: string): Promise<number> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	return entries.filter((entry) => entry.isFile()).length;
}

/** What is watched of a process. It has to be one of Linux. */
export const ofProcess = (name: string, pid: number, inspector: Inspector): Watched[] => [
	{
		measure: { name: `${name}: heap`, unit: 'MiB', mayGrow: 12 },
		sample: async () => (await inspector.heapBytes()) / MEBIBYTE,
	},
	{
		measure: { name: `${name}: memory`, unit: 'MiB', mayGrow: 96 },
		sample: async () => await residentMebibytes(pid),
	},
	{
		measure: { name: `${name}: handles`, unit: '', mayGrow: 6 },
		sample: async () => await handles(pid),
	},
	{
		measure: { name: `${name}: threads`, unit: '', mayGrow: 4 },
		sample: async () => await threads(pid),
	},
];

/** Files that a process leaves in the folder for temporary ones. */
export const temporaryFiles = (folder: string): Watched => ({
	measure: { name: 'temporary files', unit: '', mayGrow: 3 },
	sample: async () => await files(path.resolve(folder)),
});
