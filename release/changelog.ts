const UNRELEASED = '## Unreleased';

/** What stands below a heading of the second level, up to the next one; undefined without that heading. */
function below(changelog: string, isHeading: (line: string) => boolean): string | undefined {
	const lines = changelog.split('\n');
	const start = lines.findIndex(isHeading);
	if (start < 0) return undefined;
	const rest = lines.slice(start + 1);
	const end = rest.findIndex((line) => line.startsWith('## '));
	return rest
		.slice(0, end < 0 ? undefined : end)
		.join('\n')
		.trim();
}

/**
 * The entry of a version: its text, without its heading.
 * @throws if there is none or it is empty
 */
export function entryOf(changelog: string, version: string): string {
	const entry = below(
		changelog,
		(line) => line.split(' ').slice(0, 2).join(' ') === `## ${version}`,
	);
	if (!entry) throw new Error(`CHANGELOG.md has no entry for ${version}.`);
	return entry;
}

/**
 * Makes what is unreleased the entry of a version.
 * @param date As `2026-01-31`.
 * @throws if nothing is unreleased or the version has an entry already
 */
export function releaseUnreleased(changelog: string, version: string, date: string): string {
	requireUnreleased(changelog);
	if (below(changelog, (line) => line.startsWith(`## ${version} `)) !== undefined) {
		throw new Error(`CHANGELOG.md has an entry for ${version} already.`);
	}
	return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${date})`);
}

/** @throws if nothing stands under Unreleased */
export function requireUnreleased(changelog: string): void {
	if (!below(changelog, (line) => line === UNRELEASED)) {
		throw new Error(
			`CHANGELOG.md has nothing under "${UNRELEASED}": write down what the release brings, then try again.`,
		);
	}
}
