import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkedRequestsPage } from './checked-requests-page';

writeFileSync(join(__dirname, 'checked-requests.md'), checkedRequestsPage());
