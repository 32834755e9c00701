import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sectionIn, type SectionName, sectionNames, sections } from './sections';

const git = (folder: string, ...args: string[]): string =>
	execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

const WITH_CHANGES = ' (with uncommitted changes)';
const COMMIT = /at commit `([0-9a-f]{7,40})`( \(with uncommitted changes\))?/;
/** What a section says when history was rewritten since. */
const LOST = 'at a commit that no longer exists';

/** @returns how a section measured now names the commit that is checked out in a folder */
export function commitFor(folder: string, code: readonly string[]): string {
	const isChanged = git(folder, 'status', '--porcelain', '--', ...code) !== '';
	return `at commit \`${git(folder, 'rev-parse', '--short', 'HEAD')}\`${isChanged ? WITH_CHANGES : ''}`;
}

/** What a section was measured at, and what has become of its code. */
export interface Age {
	/** Undefined if it no longer exists. */
	commit?: string;
	/** Whether it was measured with changes that the commit doesn't have. */
	withChanges: boolean;
	/** The files of its code that differ from the commit's. Undefined if git doesn't know the commit. */
	changed?: string[];
}

/**
 * Compares the code of a section with that of the commit it names.
 * @throws if it names none and does not say that it no longer exists
 */
export function ageOf(folder: string, section: string, code: readonly string[]): Age {
	const [, commit, withChanges] = COMMIT.exec(section) ?? [];
	if (!commit && section.includes(LOST)) return { withChanges: false };
	if (!commit) throw new Error('The section does not name the commit it was measured at.');
	const age = { commit, withChanges: withChanges !== undefined };
	if (!hasCommit(folder, commit)) return age;
	const differing = git(folder, 'diff', '--name-only', commit, '--', ...code);
	return { ...age, changed: differing === '' ? [] : differing.split('\n') };
}

/** Whether what is checked out in a folder comes from a commit. */
function hasCommit(folder: string, commit: string): boolean {
	try {
		git(folder, 'merge-base', '--is-ancestor', commit, 'HEAD');
		return true;
	} catch {
		return false;
	}
}

/** The section as its page has it. */
export const writtenSection = (folder: string, name: SectionName): string =>
	sectionIn(readFileSync(join(folder, 'docs', sections[name].page), 'utf8'), name);

function reasonOf({ withChanges, changed }: Age): string | undefined {
	if (changed === undefined) return 'that commit is not in this clone';
	if (withChanges) return 'it had changes that were not committed';
	if (changed.length === 0) return undefined;
	const others = changed.length > 1 ? ` and ${changed.length - 1} more` : '';
	return `changed since: ${changed[0]}${others}`;
}

/** The sections whose figures may no longer be true, a line for each; none if all are as new as their code. */
export function staleSections(folder: string): string[] {
	return sectionNames.flatMap((name) => {
		const { page, command, code } = sections[name];
		const age = ageOf(folder, writtenSection(folder, name), code);
		const reason = reasonOf(age);
		return reason
			? [
					`docs/${page}, ${name}: measured ${age.commit ? `at ${age.commit}` : LOST}; ${reason}. Measure with: ${command}`,
				]
			: [];
	});
}
