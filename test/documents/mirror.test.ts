import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const folder = join(root, 'test', 'unit');

/** What the fields of a record become is tried with the forms that are made from its file of rows. */
const FORMS_OF_RECORDS = 'nodes/AccountingSync/resources/records';

/** Play all that can happen with `queue/once`, and with the steps of operations. */
const explorations = ['queue/explore', 'nodes/AccountingSync/explore'];

const inCamelCase = (text: string): string =>
	text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The names of the files in a folder of sources, without their endings. */
const sourcesIn = (path: string): string[] =>
	existsSync(join(root, path))
		? readdirSync(join(root, path)).map((name) => inCamelCase(name.split('.')[0]))
		: [];

/** Whether a test is about one file, about all of its folder, or about a whole room such as `nodes`. */
function hasItsPlace(file: string): boolean {
	const path = dirname(file);
	const name = inCamelCase(basename(file).split('.')[0]);
	if (!path.includes('/')) return true;
	return [
		...sourcesIn(path),
		...(path === FORMS_OF_RECORDS ? sourcesIn('quickbooks/records') : []),
		basename(path),
	].includes(name);
}

test('each unit test stands at the path of what it tests, and its name begins with that file', () => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
		(file) => file.endsWith('.test.ts') && !explorations.some((one) => file.startsWith(one)),
	);
	expect(files.length).toBeGreaterThan(100);
	expect(files.filter((file) => !hasItsPlace(file))).toEqual([]);
});
