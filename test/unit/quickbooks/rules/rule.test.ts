import { rules } from '../../../../quickbooks/rules';

test('each rule is said in sentences', () => {
	for (const { does, when = '' } of Object.values(rules)) {
		expect(does).toMatch(/^[A-Z`].*\.$/);
		// It may begin with the name of an element.
		expect(when).not.toMatch(/^[A-Z][a-z]*\s|\.$/);
	}
});
