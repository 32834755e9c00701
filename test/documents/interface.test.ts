import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';

const read = (file: string): string => readFileSync(join(repositoryFolder, file), 'utf8');

const sections = new Set(
	[...read('docs/interface.md').matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, number]) => number),
);

const sources = [
	'nodes',
	'quickbooks',
	'queue',
	'credentials',
	'service',
	'simulator',
	'test',
].flatMap((folder) =>
	readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

/** The numbers in what a comment says behind "interface, section", such as "2.2 and 4.3". */
const cited = sources.flatMap((file) =>
	[...read(file).matchAll(/interface, sections? ((?:\d+(?:\.\d+)?(?:, | and | to )?)+)/g)].flatMap(
		([, numbers]) =>
			numbers
				.split(/, | and | to /)
				.map((number): [number: string, file: string] => [number, file]),
	),
);

test('every section of the interface that the code cites is on the page', () => {
	expect(sections.size).toBeGreaterThan(15);
	expect(cited.length).toBeGreaterThan(100);
	expect(cited.filter(([number]) => number !== '' && !sections.has(number))).toEqual([]);
});
