import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withSettings } from './settings-table';

const page = join(__dirname, 'settings.md');
writeFileSync(page, withSettings(readFileSync(page, 'utf8')));
