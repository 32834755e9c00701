import { statfs } from 'node:fs/promises';

/** What an install asks of the machine it is to happen on. */
export interface Machine {
	platform: NodeJS.Platform;
	arch: string;
	/** The version of its C library, glibc; undefined on macOS, and where the library is another, as in Alpine Linux. */
	glibc?: string;
	/** The bytes that are free where a folder is. */
	freeBytes(folder: string): Promise<number>;
}

async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

function glibc(): string | undefined {
	const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
	return header.glibcVersionRuntime;
}

/** The machine that this process runs on, or one that differs from it. */
export const machineWith = (changes: Partial<Machine> = {}): Machine => ({
	platform: process.platform,
	arch: process.arch,
	glibc: glibc(),
	freeBytes,
	...changes,
});
