import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { anyServicePage } from './any-service-page';

writeFileSync(join(__dirname, 'any-service.md'), anyServicePage());
