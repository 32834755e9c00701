import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { packPackage } from '../../n8n/install/pack';
import { Cleanup } from '../../n8n/processes/cleanup';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';

interface Manifest {
	name: string;
	version: string;
	dependencies?: Record<string, string>;
	overrides?: Record<string, string>;
	peerDependencies: Record<string, string>;
	files: string[];
	scripts: Record<string, string>;
	publishConfig: { access: string; provenance: boolean };
	n8n: { nodes: string[]; credentials: string[] };
}

/** The packed package as npm installs it. */
export interface Unpacked {
	folder: string;
	/** The size of the tarball. */
	packedBytes: number;
	/** Every file, relative to the folder. */
	files: string[];
	manifest: Manifest;
	remove(): Promise<void>;
}

export async function unpackPackage(): Promise<Unpacked> {
	const cleanup = new Cleanup();
	const parent = await temporaryFolder(cleanup, 'package');
	const packed = await packPackage(parent);
	const folder = join(parent, 'unpacked');
	mkdirSync(folder);
	execFileSync('tar', ['-xzf', packed.tarball, '-C', folder, '--strip-components=1']);
	return {
		folder,
		packedBytes: statSync(packed.tarball).size,
		files: packed.files.sort(),
		manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest,
		remove: async () => await cleanup.run(),
	};
}
