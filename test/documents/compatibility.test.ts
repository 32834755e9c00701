import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compatibilityPage, withCompatibility } from '../../docs/compatibility-page';
import { installations, repositoryFolder, versionsIn } from '../../n8n/files';

const outcome = (name: string, title: string, status = 'passed') => ({
	ancestorTitles: [name],
	title,
	status,
});

const old = { name: 'n8n old', n8n: '1.2.3', node: '20.0.1' };
const young = { name: 'n8n young', n8n: '9.8.7', node: '30.0.2' };
const run = {
	startTime: Date.UTC(2026, 1, 3, 4),
	testResults: [
		{
			assertionResults: [
				outcome(old.name, 'Create', 'failed'),
				outcome(old.name, 'Query'),
				outcome(young.name, 'Create'),
				outcome(young.name, 'Query'),
			],
		},
	],
};

test('the page says of each n8n what works and what fails, and when it was tried', () => {
	const page = compatibilityPage(run, [old, young]);
	expect(page).toContain('2026-02-03');
	expect(page).toContain('- n8n 1.2.3, Node.js 20.0.1\n- n8n 9.8.7, Node.js 30.0.2\n');
	expect(page).toContain('- Create (**fails in n8n 1.2.3**)\n- Query\n');
});

test('the README gets its table between the markers, and keeps the rest', () => {
	const before = 'Before\n\n<!-- compatibility -->\nOld\n<!-- /compatibility -->\n\nAfter\n';
	const readme = withCompatibility(before, run, [old, young]);
	expect(readme).toContain('| 1.2.3 | 20.0.1 | 2026-02-03 | 1 of 2 |');
	expect(readme).toContain('| 9.8.7 | 30.0.2 | 2026-02-03 | 2 of 2 |');
	expect(readme).toMatch(/^Before\n/);
	expect(readme).toMatch(/\nAfter\n$/);
	expect(readme).not.toContain('Old');
	expect(withCompatibility(readme, run, [old, young])).toBe(readme);
	expect(() => withCompatibility('Nothing', run, [old])).toThrow('has no <!-- compatibility -->');
});

test('a run that left something out makes no table', () => {
	const assertionResults = [outcome(old.name, 'Create'), outcome(young.name, 'Create', 'pending')];
	const partial = { ...run, testResults: [{ assertionResults }] };
	expect(() => compatibilityPage(partial, [old, young])).toThrow('n8n young');
	expect(() => compatibilityPage({ ...run, testResults: [] }, [old])).toThrow('n8n old');
});

test.each(Object.entries(installations))(
	'the README and the page tell of the n8n that is pinned: %s; npm run generate -- compatibility makes them',
	async (_name, installation) => {
		const { n8n, node } = await versionsIn(installation);
		const linesWith = (file: string, text: string) =>
			readFileSync(join(repositoryFolder, file), 'utf8')
				.split('\n')
				.filter((line) => line.includes(text));
		expect(linesWith('README.md', `| ${n8n} | ${node} |`)).toHaveLength(1);
		expect(linesWith('docs/compatibility.md', `n8n ${n8n}, Node.js ${node}`)).toHaveLength(1);
	},
);
