import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';

/** Folders that are made, not kept. */
const isMade = (name: string): boolean => name === 'node_modules' || name === 'dist';

/**
 * The files of a folder, all the way down, or the file itself, by their paths from the root of the repository.
 * Not asked of git, which somebody who tries the project need not have.
 */
export function repositoryFiles(place: string): string[] {
	if (!statSync(join(repositoryFolder, place)).isDirectory()) return [place];
	return readdirSync(join(repositoryFolder, place))
		.filter((name) => !isMade(name))
		.flatMap((name) => repositoryFiles(`${place}/${name}`));
}
