import { textOf } from '../../docs/pages';
import { scripts } from '../../package.json';

test('CONTRIBUTING lists every command of package.json in one table, and no other', () => {
	const [table] = textOf('CONTRIBUTING.md').split('\n## ');
	const listed = [...table.matchAll(/^\| `npm (?:run )?([\w:]+)/gm)].map(([, name]) => name);
	expect(listed.sort()).toEqual(Object.keys(scripts).sort());
});
