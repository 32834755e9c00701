import type { Machine } from './machine';

const GIGABYTE = 1e9;

/** Once installed it is 2 GB; the rest is for what runs. */
const NEEDED_BYTES = 3 * GIGABYTE;

/** What the ready binary of n8n's database driver was linked with, as major and minor version. */
const neededGlibc = [2, 34];

const asGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

function isOlder(version: string, [neededMajor, neededMinor]: number[]): boolean {
	const [major, minor] = version.split('.').map(Number);
	return major < neededMajor || (major === neededMajor && minor < neededMinor);
}

/** What rules the whole install out. */
function impossible({ platform, arch, glibc }: Machine): string | undefined {
	if (platform !== 'linux' && platform !== 'darwin') {
		return 'It runs on Linux and macOS only. On Windows, run it in WSL: wsl --install';
	}
	if (arch !== 'x64' && arch !== 'arm64') {
		return `It runs on x64 and arm64 processors only; this is ${arch}.`;
	}
	if (platform === 'darwin') return undefined;
	if (glibc === undefined) {
		return 'It does not run on Alpine Linux, because the Node.js that n8n needs is not made for musl.';
	}
	return isOlder(glibc, neededGlibc)
		? `It needs a Linux with glibc ${neededGlibc.join('.')} or newer, such as Debian 12 or Ubuntu 22.04; this one has ${glibc}.`
		: undefined;
}

/**
 * What an install of n8n needs and the machine lacks, each with what to do about it. Looks before anything is
 * downloaded, because an install takes minutes and gigabytes.
 * @param folder where it is to be installed
 */
export async function missingRequirements(folder: string, machine: Machine): Promise<string[]> {
	const obstacle = impossible(machine);
	if (obstacle !== undefined) return [obstacle];
	const free = await machine.freeBytes(folder);
	return free < NEEDED_BYTES
		? [
				`Missing: disk space. ${folder} needs ${asGigabytes(NEEDED_BYTES)}; ${asGigabytes(free)} are free.`,
			]
		: [];
}
