import { quickBooksPage } from '../../../docs/quickbooks-page';
import { rules } from '../../../quickbooks/rules';

test('each rule stands on the page, in sentences', () => {
	const page = quickBooksPage();
	for (const { does, when = '', source } of Object.values(rules)) {
		expect(does).toMatch(/^[A-Z`].*\.$/);
		// It may begin with the name of an element.
		expect(when).not.toMatch(/^[A-Z][a-z]*\s|\.$/);
		expect(page).toContain(source.replace(/\|/g, '\\|'));
	}
});
