import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { checkedRequestsPage } from '../../docs/checked-requests-page';

test('the page on checked requests has the messages of the check (npm run generate -- docs)', () => {
	const page = readFileSync(join(__dirname, '..', '..', 'docs', 'checked-requests.md'), 'utf8');
	expect(page).toBe(checkedRequestsPage());
});
