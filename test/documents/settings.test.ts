import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import { variableOf } from '../../service/command-line/environment';
import { settingRows } from '../../service/server/settings';
import { ENCRYPTION_KEY_VARIABLE } from '../../service/store/webhook-secrets';
import { repositoryFiles } from '../support/repository-files';

const textOf = (file: string): string => readFileSync(join(repositoryFolder, file), 'utf8');

const files = ['deploy', 'docs', 'packages', 'compose.yaml']
	.flatMap(repositoryFiles)
	.filter((file) => /\.(md|ya?ml|service|conf)$|file$/i.test(file));

test('every variable in the files for those who run the service is one of a setting', () => {
	const known = new Set([
		ENCRYPTION_KEY_VARIABLE,
		...settingRows.map(([, { option }]) => variableOf(option.split(' ')[0])),
	]);
	const used = files.flatMap((file) =>
		[...textOf(file).matchAll(/\bACCOUNTING_SYNC_[A-Z_]*[A-Z]\b/g)].map(([name]) => ({
			file,
			name,
		})),
	);
	expect(used.length).toBeGreaterThan(40);
	expect(used.filter(({ name }) => !known.has(name.replace(/_FILE$/, '')))).toEqual([]);
});
