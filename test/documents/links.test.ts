import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '..', '..');

const pagesOf = (folder: string): string[] =>
	readdirSync(path.join(root, folder), { withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
		.map(({ name }) => path.join(folder, name));

const folders = [
	'.',
	'docs',
	path.join('docs', 'recipes'),
	path.join('packages', 'accounting-sync-service'),
	'simulator',
	'workflows',
];
const pages = folders.filter((folder) => existsSync(path.join(root, folder))).flatMap(pagesOf);

/** The page without what is code and so links nothing. */
const proseOf = (page: string): string =>
	readFileSync(path.join(root, page), 'utf8')
		.replace(/^ *```.*?^ *```$/gms, '')
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()<>]/g, ''));

/** The anchors that GitHub gives the headings of a page: the second of the same name ends in -1. */
function anchorsOf(page: string): string[] {
	const seen = new Map<string, number>();
	return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
		const anchor = heading
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
			.replaceAll(' ', '-');
		const before = seen.get(anchor) ?? 0;
		seen.set(anchor, before + 1);
		return before === 0 ? anchor : `${anchor}-${before}`;
	});
}

const OWN_REPOSITORY =
	/^https:\/\/(?:raw\.githubusercontent\.com\/accounting-sync\/n8n-nodes-accounting-sync\/main|github\.com\/accounting-sync\/n8n-nodes-accounting-sync\/(?:blob|tree|raw)\/main)\//;

/** Where the links and images of a page lead inside the repository; `file` is relative to its root. */
function linksOf(page: string): Array<{ target: string; file: string; anchor?: string }> {
	const prose = proseOf(page);
	const targets = [
		...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g),
		...prose.matchAll(/\b(?:src|href)="([^"]+)"/g),
	].map(([, target]) => target);
	return targets
		.map((target) => ({ target, way: target.replace(OWN_REPOSITORY, '/') }))
		.filter(({ way }) => !/^[a-z][a-z+.-]*:/i.test(way))
		.map(({ target, way }) => {
			const [place, anchor] = way.split('#');
			const file = place.startsWith('/')
				? path.join('.', place)
				: place === ''
					? page
					: path.join(path.dirname(page), decodeURIComponent(place));
			return { target, file, anchor };
		});
}

it('knows the pages', () => {
	expect(pages).toEqual(
		expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/trigger.md']),
	);
});

it.each(pages)('%s: every link leads somewhere', (page) => {
	const broken = linksOf(page).filter(
		({ file, anchor }) =>
			!existsSync(path.join(root, file)) ||
			(anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor)),
	);
	expect(broken.map(({ target }) => target)).toEqual([]);
});

/** What the nodes, the credential and the package tell n8n and npm to open. */
const published = ['package.json', 'credentials', 'nodes']
	.flatMap((place) =>
		place.endsWith('.json')
			? [place]
			: readdirSync(path.join(root, place), { recursive: true, encoding: 'utf8' })
					.filter((file) => /\.(?:json|ts)$/.test(file))
					.map((file) => path.join(place, file)),
	)
	.flatMap((file) => [
		...readFileSync(path.join(root, file), 'utf8').matchAll(
			/https:\/\/github\.com\/accounting-sync\/n8n-nodes-accounting-sync#([\w-]+)/g,
		),
	])
	.map(([, anchor]) => anchor);

it('the nodes and the credential lead to headings of the README', () => {
	expect(published).toContain('the-credential');
	const known = ['readme', ...anchorsOf('README.md')];
	expect(published.filter((anchor) => !known.includes(anchor))).toEqual([]);
});

it.each(pages)('%s: every command of npm exists', (page) => {
	const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
	const named = [...readFileSync(path.join(root, page), 'utf8').matchAll(/npm run ([\w:-]+)/g)];
	expect(named.map(([, name]) => name).filter((name) => !(name in scripts))).toEqual([]);
});
