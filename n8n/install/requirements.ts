import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Machine } from './machine';

/** What an n8n needs that npm does not bring. */
interface Wanted {
	/** Where it is to be installed. */
	folder: string;
	/** The version of its database driver, sqlite3. */
	driver: string;
}

const GIGABYTE = 1e9;

/** Once installed it is 2.2 GB, and npm keeps what it has downloaded. */
const NEEDED_BYTES = 3 * GIGABYTE;

/** The newest Node-API that the driver has binaries for. */
const NODE_API = 6;

const asGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** Where the driver's installer looks for a ready binary. */
function binaryUrl({ env, platform, arch }: Machine, driver: string): string {
	const mirror = env.npm_config_sqlite3_binary_host ?? env.npm_config_sqlite3_binary_host_mirror;
	const host = mirror ?? 'https://github.com/TryGhost/node-sqlite3/releases/download';
	return `${host}/v${driver}/sqlite3-v${driver}-napi-v${NODE_API}-${platform}-${arch}.tar.gz`;
}

/** Where a compiler's run would download the headers of the running Node. */
function headersUrl({ env }: Machine): string {
	const { version } = process;
	const host = env.npm_config_disturl ?? env.NODEJS_ORG_MIRROR ?? 'https://nodejs.org/dist';
	return `${host}/${version}/node-${version}-headers.tar.gz`;
}

/** The folder with the headers that came with the running Node, for machines that can't download them. */
export function nodeHeaders({ env, nodePrefix }: Machine): string | undefined {
	if (env.npm_config_nodedir) return env.npm_config_nodedir;
	return existsSync(join(nodePrefix, 'include', 'node', 'node.h')) ? nodePrefix : undefined;
}

/** What compiles the driver, and the programs of which each is enough. */
const compilers: { name: string; programs: (machine: Machine) => (string | undefined)[] }[] = [
	{
		name: 'Python 3',
		programs: ({ env }) => [env.npm_config_python, env.PYTHON, 'python3', 'python'],
	},
	{ name: 'make', programs: ({ env }) => [env.MAKE ?? 'make'] },
	{
		name: 'a C++ compiler',
		programs: ({ env, platform }) => [
			env.CXX?.split(' ')[0] ?? (platform === 'darwin' ? 'c++' : 'g++'),
		],
	},
];

/** The command that installs what compiles the driver, by the program that installs packages. */
const packageManagers: { program: string; command: string }[] = [
	{ program: 'apt-get', command: 'apt-get install python3 make g++' },
	{ program: 'dnf', command: 'dnf install python3 make gcc-c++' },
	{ program: 'zypper', command: 'zypper install python3 make gcc-c++' },
	{ program: 'pacman', command: 'pacman -S python make gcc' },
];

function installCommand({ platform, isRoot, runs }: Machine): string {
	if (platform === 'darwin') return 'Install them with: xcode-select --install';
	const manager = packageManagers.find(({ program }) => runs(program));
	if (!manager) return "Install them with your system's package manager.";
	return `Install them with: ${isRoot ? '' : 'sudo '}${manager.command}`;
}

/** In an enumeration: `a, b and c`. */
const listed = (names: string[]): string =>
	names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function missingCompilers(machine: Machine): string[] {
	const { platform, runs } = machine;
	// Without its developer tools, a Mac has programs of these names that do nothing but offer to install them.
	if (platform === 'darwin' && !runs('xcode-select', ['--print-path'])) {
		return ["Apple's command line developer tools"];
	}
	return compilers
		.filter(({ programs }) => !programs(machine).some((program) => program && runs(program)))
		.map(({ name }) => name);
}

/** What is missing to compile the driver, if it has to be compiled. */
async function missingForDriver(machine: Machine, driver: string): Promise<string[]> {
	const url = binaryUrl(machine, driver);
	if (await machine.canDownload(url)) return [];
	const why = `n8n's database driver has to be compiled, because there is no ready one at ${new URL(url).origin} for this computer, or it can't be reached.`;
	const missing = missingCompilers(machine);
	const headers = headersUrl(machine);
	const hasHeaders = nodeHeaders(machine) !== undefined || (await machine.canDownload(headers));
	return [
		...(missing.length === 0
			? []
			: [`Missing: ${listed(missing)}. ${why}\n  ${installCommand(machine)}`]),
		...(hasHeaders
			? []
			: [
					`Missing: the headers of Node.js ${process.version}. ${why}\n  They can't be downloaded from ${new URL(headers).origin}. Install Node.js from https://nodejs.org, which brings them.`,
				]),
	];
}

/** What rules the whole install out. */
function impossible({ platform, hasMusl }: Machine): string | undefined {
	if (platform === 'win32') {
		return 'It runs on Linux and macOS only. On Windows, run it in WSL: wsl --install';
	}
	return hasMusl
		? 'It does not run on Alpine Linux, because the Node.js that n8n needs is not made for musl.'
		: undefined;
}

/**
 * What an install of n8n needs and the machine lacks, each with what to do about it. Looks before anything is
 * downloaded, because an install takes minutes and gigabytes.
 */
export async function missingRequirements(
	{ folder, driver }: Wanted,
	machine: Machine,
): Promise<string[]> {
	const obstacle = impossible(machine);
	if (obstacle !== undefined) return [obstacle];
	const free = await machine.freeBytes(folder);
	return [
		...(free < NEEDED_BYTES
			? [
					`Missing: disk space. ${folder} needs ${asGigabytes(NEEDED_BYTES)}; ${asGigabytes(free)} are free.`,
				]
			: []),
		...(await missingForDriver(machine, driver)),
	];
}
