import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { version } from '../package.json';
import { entryOf } from './changelog';

// npx tsx release/entry.ts TAG: prints the changelog's entry for a tag, and fails if there is none or the package is at
// another version.

try {
	const tag = process.argv[2] ?? `v${version}`;
	if (tag !== `v${version}`) {
		throw new Error(`The tag is ${tag}, but package.json is at version ${version}.`);
	}
	const changelog = readFileSync(join(repositoryFolder, 'CHANGELOG.md'), 'utf8');
	process.stdout.write(`${entryOf(changelog, version)}\n`);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
