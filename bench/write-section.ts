import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repositoryFolder } from '../n8n/files';
import { drawCharts } from './charts';
import { type SectionName, sections, withSection } from './support/sections';

/** Writes a measured section into its page and draws the page's charts anew. */
export async function writeSection(name: SectionName, section: string): Promise<void> {
	const { page } = sections[name];
	const path = join(repositoryFolder, 'docs', page);
	await writeFile(path, withSection(await readFile(path, 'utf8'), name, section));
	await drawCharts(page);
}
