import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chartOf, charts } from '../../bench/charts';
import { ageOf, commitFor, writtenSection } from '../../bench/support/age';
import {
	sectionIn,
	sectionNames,
	sections,
	sectionsIn,
	withSection,
} from '../../bench/support/sections';
import { commandsIn, isCommand } from '../support/npm-commands';

const root = path.join(__dirname, '..', '..');
const textOf = (page: string) => readFileSync(path.join(root, 'docs', page), 'utf8');
const pages = readdirSync(path.join(root, 'docs')).filter((file) => file.endsWith('.md'));

describe('the sections of figures', () => {
	it('are those that the pages have marks for, once each', () => {
		const marked = pages.flatMap((page) => sectionsIn(textOf(page)).map((name) => [name, page]));
		const known = sectionNames.map((name) => [name, sections[name].page]);
		expect(marked.sort()).toEqual(known.sort());
	});

	it.each(sectionNames)('%s: its code and its command exist', (name) => {
		const { code, command } = sections[name];
		expect(code.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
		expect(commandsIn(command).map(isCommand)).toEqual([true]);
	});

	// Whether this version comes from that commit is for `npm run bench -- stale` to say: a merge may change it, and no code.
	it.each(sectionNames)(
		'%s: names the commit that it was measured at, or says it is gone',
		(name) => {
			expect(() => ageOf(root, writtenSection(root, name), sections[name].code)).not.toThrow();
		},
	);

	it.each(charts)('have the table of $name.svg, so that it is known how old it is', (chart) => {
		const ofPage = sectionNames.filter((name) => sections[name].page === chart.page);
		const figures = ofPage.map((name) => `${writtenSection(root, name)}\n`).join('\n');
		expect(() => chartOf(chart, figures)).not.toThrow();
	});

	it('are replaced between their marks', () => {
		const page =
			'Before\n\n<!-- measured: calls -->\n\nold\n\n<!-- /measured: calls -->\n\nAfter\n';
		const written = withSection(page, 'calls', 'new');
		expect(written).toBe(page.replace('old', 'new'));
		expect(sectionIn(written, 'calls')).toBe('new');
		expect(() => withSection('No marks', 'calls', 'new')).toThrow('docs/performance.md has no');
	});
});

describe('the age of a section', () => {
	let folder: string;
	const git = (...args: string[]) =>
		execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
	const write = (name: string) => writeFileSync(path.join(folder, name), String(Math.random()));
	const commit = () => {
		git('add', '--all');
		git('commit', '--quiet', '--message', 'Change');
	};
	const code = ['code.ts', 'more.ts'];
	const measure = () => `Measured ${commitFor(folder, code)}: fast.`;

	beforeEach(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'accounting-sync-age-'));
		git('init', '--quiet');
		git('config', 'user.name', 'Somebody');
		git('config', 'user.email', 'somebody@accounting-sync.example');
		git('config', 'commit.gpgsign', 'false');
		write('code.ts');
		write('page.md');
		commit();
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it('is that of its code, whatever else changes', () => {
		const section = measure();
		write('page.md');
		commit();
		expect(ageOf(folder, section, code)).toMatchObject({ withChanges: false, changed: [] });
	});

	it.each([true, false])('is seen when its code changes (committed: %s)', (isCommitted) => {
		const section = measure();
		write('code.ts');
		if (isCommitted) commit();
		expect(ageOf(folder, section, code).changed).toEqual(['code.ts']);
	});

	it('is seen when code was measured that no commit has', () => {
		write('more.ts');
		expect(ageOf(folder, measure(), code).withChanges).toBe(true);
	});

	it('is unknown for a commit that this clone does not come from', () => {
		git('switch', '--quiet', '--create', 'other');
		write('code.ts');
		commit();
		const section = measure();
		git('switch', '--quiet', '-');
		expect(ageOf(folder, section, code)).not.toHaveProperty('changed');
	});

	it('is unknown where the section says that its commit no longer exists', () => {
		expect(ageOf(folder, 'Measured at a commit that no longer exists: fast.', code)).toEqual({
			withChanges: false,
		});
	});

	it('needs the commit', () => {
		expect(() => ageOf(folder, 'Measured one day: fast.', code)).toThrow('does not name');
	});
});
