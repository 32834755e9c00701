import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withCommands } from './commands-table';

const page = join(__dirname, '..', 'CONTRIBUTING.md');
writeFileSync(page, withCommands(readFileSync(page, 'utf8')));
