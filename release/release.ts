import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { releaseUnreleased, requireUnreleased } from './changelog';

/** The packages beside the nodes'. They get the same version, so that nobody has to ask which go together. */
const otherPackages = ['packages/accounting-sync-service'];

const steps = ['patch', 'minor', 'major'];

/** What npm writes: `1.2.3`, or `1.2.3-beta.1`. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/**
 * Makes a release of the repository in a folder: its version, its changelog, a commit and a tag. It neither pushes nor
 * publishes.
 * @param step `patch`, `minor`, `major`, or a version.
 * @param date The day of the release, as `2026-01-31`.
 * @returns the version
 * @throws before anything is changed, if the folder has changes that aren't committed, nothing is unreleased, or
 * `npm test` fails
 */
export function release(folder: string, step: string | undefined, date: string): string {
	if (!step || !(steps.includes(step) || VERSION.test(step))) {
		throw new Error(`Which release is it: ${steps.join(', ')}, or a version such as 1.2.3?`);
	}
	const run = (program: string, ...args: string[]) =>
		execFileSync(program, args, {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		});
	const file = join(folder, 'CHANGELOG.md');
	const changelog = readFileSync(file, 'utf8');

	if (run('git', 'status', '--porcelain') !== '') {
		throw new Error(
			'There are changes that are not committed. Commit them or put them away, then try again.',
		);
	}
	requireUnreleased(changelog);
	execFileSync('npm', ['test'], { cwd: folder, stdio: 'inherit' });

	const setVersion = (to: string, ...where: string[]) =>
		run(
			'npm',
			'version',
			to,
			'--no-git-tag-version',
			'--allow-same-version',
			'--ignore-scripts',
			...where,
		);
	setVersion(step);
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	try {
		for (const path of otherPackages) setVersion(version, '--prefix', path);
		const released = releaseUnreleased(changelog, version, date);
		if (run('git', 'tag', '--list', `v${version}`) !== '') {
			throw new Error(`The tag v${version} exists already.`);
		}
		writeFileSync(file, released);
		run('git', 'commit', '--all', '--quiet', '--message', `Release ${version}`);
		run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
	} catch (error) {
		// Everything was committed before, so only the new version is undone.
		run('git', 'restore', '.');
		throw error;
	}
	return version;
}
