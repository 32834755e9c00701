import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rules } from '../../../quickbooks/rules';

const tests = readdirSync(__dirname)
	.map((file) => readFileSync(join(__dirname, file), 'utf8'))
	.join('\n');
const tested = new Set([...tests.matchAll(/\brule\(\s*(['"])(.+?)\1/g)].map(([, , name]) => name));

test('no two rules have the same name', () => {
	const folder = join(__dirname, '../../../quickbooks/rules');
	const tables = readdirSync(folder)
		.flatMap((file) =>
			Object.entries(jest.requireActual<Record<string, object>>(join(folder, file))),
		)
		.filter(([name]) => name.endsWith('Rules'));
	// The later of two with the same name would silently take the place of the other.
	const lost = tables.flatMap(([, table]) =>
		Object.entries(table).filter(([name, rule]) => rules[name as keyof typeof rules] !== rule),
	);
	expect(tables.length).toBeGreaterThan(10);
	expect(lost).toEqual([]);
});

test('each rule that the simulated desktop follows has a test, and no other', () => {
	const followed = Object.entries(rules)
		.filter(([, { simulated }]) => typeof simulated === 'string')
		.map(([name]) => name);
	expect([...tested].sort()).toEqual(followed.sort());
});

test('a rule of which nobody is sure is played both ways, or it is said why not', () => {
	const oneWay = Object.entries(rules).filter(
		([, { certainty, simulated }]) => certainty === 'unsure' && simulated === 'yes',
	);
	expect(oneWay).toEqual([]);
});

test('a rule that refuses or warns says when', () => {
	const always = Object.entries(rules).filter(([, { status, when }]) => status && !when);
	expect(always).toEqual([]);
});
