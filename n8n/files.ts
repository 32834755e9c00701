import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where things lie in this repository; the one place that knows. */
export const repositoryFolder = join(__dirname, '..');

/** An n8n in a folder of its own, with a `package.json` and a lock file of its own. */
export interface Installation {
	folder: string;
	lockFile: string;
	modulesFolder: string;
	/** n8n wants another Node than this project may run with, so each brings its own. */
	nodeBinary: string;
	n8nProgram: string;
	/** What only this n8n has to be told to send nothing to its makers. */
	settings: Record<string, string>;
}

function installationIn(folder: string, settings: Installation['settings'] = {}): Installation {
	const modulesFolder = join(folder, 'node_modules');
	return {
		folder,
		lockFile: join(folder, 'package-lock.json'),
		modulesFolder,
		nodeBinary: join(modulesFolder, 'node', 'bin', 'node'),
		n8nProgram: join(modulesFolder, 'n8n', 'bin', 'n8n'),
		settings,
	};
}

/** The newest n8n that the package is tried with: the one of the demo, the end-to-end tests and the measurements. */
export const latest = installationIn(__dirname, {
	// The catalogue of MCP servers is fetched from them; an n8n that has none won't start with this.
	N8N_DISABLED_MODULES: 'mcp-registry',
});

/** Every n8n that the package is tried with. What exactly, and on which Node, is in the `package.json` of each. */
export const installations = {
	'1.123': installationIn(join(__dirname, 'versions', '1.123')),
	'2.0': installationIn(join(__dirname, 'versions', '2.0')),
	latest,
} as const satisfies Record<string, Installation>;

/** Which n8n and which Node an installation's lock file names. */
export async function versionsIn({
	lockFile,
}: Installation): Promise<{ n8n: string; node: string }> {
	const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as {
		packages: Record<string, { version: string }>;
	};
	const versionOf = (name: string) => packages[`node_modules/${name}`].version;
	return { n8n: versionOf('n8n'), node: versionOf('node') };
}
