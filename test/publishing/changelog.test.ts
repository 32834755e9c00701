import { entryOf, releaseUnreleased, requireUnreleased } from '../../release/changelog';

const CHANGELOG = `# Changelog

## Unreleased

- Something new,
  on two lines.

## 1.10.0 (2026-02-03)

- The tenth.

## 1.1.0 (2026-01-02)

- The first.
`;

describe('an entry of the changelog', () => {
	it.each([
		['1.10.0', '- The tenth.'],
		['1.1.0', '- The first.'],
	])('is found for %s', (version, entry) => {
		expect(entryOf(CHANGELOG, version)).toBe(entry);
	});

	it.each(['1.1', '1.1.1', '0.1.0', '1x1.0', ''])('is missed for "%s"', (version) => {
		expect(() => entryOf(CHANGELOG, version)).toThrow('no entry');
	});

	it('is missed where only its heading is there', () => {
		expect(() => entryOf('## 2.0.0 (2026-01-01)\n\n## 1.0.0\n\n- One.\n', '2.0.0')).toThrow(
			'no entry',
		);
	});
});

describe('what is unreleased', () => {
	it('becomes the entry of the version, below an empty heading', () => {
		const released = releaseUnreleased(CHANGELOG, '1.11.0', '2026-03-04');
		expect(entryOf(released, '1.11.0')).toBe('- Something new,\n  on two lines.');
		expect(entryOf(released, '1.10.0')).toBe('- The tenth.');
		expect(released).toContain('## Unreleased\n\n## 1.11.0 (2026-03-04)\n\n- Something new,');
		expect(() => requireUnreleased(released)).toThrow('nothing under');
	});

	it('cannot be released twice under one version', () => {
		expect(() => releaseUnreleased(CHANGELOG, '1.1.0', '2026-03-04')).toThrow('already');
	});

	it.each(['# Changelog\n', '## Unreleased\n\n## 1.0.0\n\n- One.\n', '## Unreleased\n'])(
		'must be there: %j',
		(changelog) => {
			expect(() => releaseUnreleased(changelog, '1.0.1', '2026-03-04')).toThrow('nothing under');
		},
	);
});
