import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { quickBooksPage } from '../../../docs/quickbooks-page';
import { rules } from '../../../quickbooks/rules';

test('docs/quickbooks.md is what the rules give; npm run generate -- docs makes it', () => {
	const page = readFileSync(join(__dirname, '../../../docs/quickbooks.md'), 'utf8');
	expect(page).toBe(quickBooksPage());
});

test('each rule stands on the page, in sentences', () => {
	const page = quickBooksPage();
	for (const { does, when = '', source } of Object.values(rules)) {
		expect(does).toMatch(/^[A-Z`].*\.$/);
		// It may begin with the name of an element.
		expect(when).not.toMatch(/^[A-Z][a-z]*\s|\.$/);
		expect(page).toContain(source.replace(/\|/g, '\\|'));
	}
});
