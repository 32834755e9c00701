import { readFileSync } from 'node:fs';
import path from 'node:path';

import { repositoryFiles } from '../support/repository-files';

const ROOT = path.join(__dirname, '../..');

/** Where people read what we say: the forms and the errors of the nodes, the service, the pages and the workflows. */
const places = [
	'nodes',
	'quickbooks',
	'queue',
	'credentials',
	'service',
	'docs',
	'workflows',
	'README.md',
];

/** What things were called that have a better name now. */
const gone: readonly RegExp[] = [
	/Prevents Duplicates/,
	/The item was not queued\. If you are sure/,
	/Look up its current ID with Find/,
	/Clear Field Names or IDs/,
	/As the Report Has It/,
	/From and to a Date/,
	/(?:Receivables|Payables) by Age/,
	/, Every Transaction/,
	/Settle a [Rr]equest|Settle it again/,
	/At least one line is needed under/,
	/status: '(?:alike|doubled)'|`(?:alike|doubled)`/,
	/Waiting for the desktop since/,
	/so it no longer needs it/,
	/No desktop is simulated/,
	/Ask in Windows/,
	/displayName: 'Record'/,
];

const files = places.flatMap(repositoryFiles).filter((file) => /[.](?:ts|md|json)$/.test(file));

test.each(gone)('nobody reads %s any more', (words) => {
	const found = files.filter((file) => words.test(readFileSync(path.join(ROOT, file), 'utf8')));
	expect(found).toEqual([]);
});

test('there is something to look at', () => {
	expect(files.length).toBeGreaterThan(500);
});
