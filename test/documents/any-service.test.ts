import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { anyServicePage } from '../../docs/any-service-page';

test('the page on services is as the conformance suite has it (npm run generate -- docs)', () => {
	const page = readFileSync(join(__dirname, '..', '..', 'docs', 'any-service.md'), 'utf8');
	expect(page).toBe(anyServicePage());
});
