import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorsPage } from './errors-page';

writeFileSync(join(__dirname, 'errors.md'), errorsPage());
