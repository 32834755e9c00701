import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { quickBooksPage } from './quickbooks-page';

writeFileSync(join(__dirname, 'quickbooks.md'), quickBooksPage());
