import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { release } from '../../release/release';

const SERVICE = 'packages/accounting-sync-service/package.json';

let folder: string;

const git = (...args: string[]) =>
	execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const packageAt = (test: string) =>
	JSON.stringify({ name: 'released', version: '0.1.0', private: true, scripts: { test } });

function commitAll(): void {
	git('add', '--all');
	git('commit', '--quiet', '--allow-empty', '--message', 'Change');
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'accounting-sync-release-'));
	git('init', '--quiet');
	git('config', 'user.name', 'Somebody');
	git('config', 'user.email', 'somebody@accounting-sync.example');
	git('config', 'commit.gpgsign', 'false');
	git('config', 'tag.gpgsign', 'false');
	write('package.json', packageAt('node -e ""'));
	mkdirSync(join(folder, 'packages/accounting-sync-service'), { recursive: true });
	write(SERVICE, packageAt('node -e ""'));
	write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- Something new.\n');
	commitAll();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** That the release was refused, and nothing at all was changed by that. */
function expectRefusal(step: string | undefined, sentence: string | RegExp): void {
	const before = [
		git('rev-parse', 'HEAD'),
		git('status', '--porcelain'),
		git('tag'),
		read('package.json'),
		read(SERVICE),
	];
	expect(() => release(folder, step, '2026-01-31')).toThrow(sentence);
	const after = [
		git('rev-parse', 'HEAD'),
		git('status', '--porcelain'),
		git('tag'),
		read('package.json'),
		read(SERVICE),
	];
	expect(after).toEqual(before);
}

describe('a release', () => {
	it.each([
		['patch', '0.1.1'],
		['minor', '0.2.0'],
		['major', '1.0.0'],
		['0.3.0', '0.3.0'],
		['0.1.0', '0.1.0'],
	])('by %s sets the version, dates the changelog, commits and tags', (step, version) => {
		expect(release(folder, step, '2026-01-31')).toBe(version);
		for (const manifest of ['package.json', SERVICE]) {
			expect(JSON.parse(read(manifest))).toHaveProperty('version', version);
		}
		expect(read('CHANGELOG.md')).toContain(`## ${version} (2026-01-31)\n\n- Something new.`);
		expect(git('status', '--porcelain')).toBe('');
		expect(git('log', '-1', '--format=%s')).toBe(`Release ${version}`);
		expect(git('describe', '--exact-match')).toBe(`v${version}`);
	});

	it.each([undefined, '', 'huge', '1.2', '--help', '1.2.3; ls'])('is refused for %j', (step) => {
		expectRefusal(step, 'Which release is it');
	});

	it('is refused with changes that are not committed', () => {
		write('new.txt', 'not committed');
		expectRefusal('patch', 'not committed');
	});

	it('is refused with nothing unreleased', () => {
		write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n');
		commitAll();
		expectRefusal('patch', 'nothing under');
	});

	it('is refused when the tests fail', () => {
		write('package.json', packageAt('node -e "process.exit(1)"'));
		commitAll();
		expectRefusal('patch', 'npm test');
	});

	it('is refused for a version that is tagged already, and undoes what it had begun', () => {
		git('tag', 'v0.1.1');
		expectRefusal('patch', 'exists already');
	});

	it('is refused for a version that has an entry already, and undoes what it had begun', () => {
		write('CHANGELOG.md', `${read('CHANGELOG.md')}\n## 0.1.1 (2026-01-01)\n\n- Old.\n`);
		commitAll();
		expectRefusal('patch', 'already');
	});
});
