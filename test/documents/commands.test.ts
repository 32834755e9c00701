import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withCommands } from '../../docs/commands-table';
import { repositoryFolder } from '../../n8n/files';

test('CONTRIBUTING.md has every task of every command (npm run generate -- docs)', () => {
	const page = readFileSync(join(repositoryFolder, 'CONTRIBUTING.md'), 'utf8');
	expect(page).toBe(withCommands(page));
});
