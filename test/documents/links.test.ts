import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { firstCommands } from '../../docs/first-commands';
import { anchorsOf, linksOf, pages, textOf } from '../../docs/pages';
import { commandsIn, isCommand } from '../support/npm-commands';

const root = path.join(__dirname, '..', '..');

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

/** The page that a link shows: GitHub shows the README of a folder. */
const shownAt = ({ file }: { file: string }): string | undefined =>
	[file, path.posix.join(file, 'README.md')].find((page) => pages.includes(page));

/** The pages that a reader gets to from some pages, link by link. */
function reachableFrom(start: readonly string[]): Set<string> {
	const reached = new Set(start);
	for (const page of reached)
		for (const shown of linksOf(page).map(shownAt)) if (shown !== undefined) reached.add(shown);
	return reached;
}

it('every page can be reached from the README', () => {
	const reached = reachableFrom(['README.md']);
	expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

it('the README is short enough to be read, without what the first commands print', () => {
	const prose = firstCommands.reduce(
		(page, { name }) => page.replace(new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->\n`), ''),
		textOf('README.md'),
	);
	expect(prose.split('\n').length).toBeLessThan(150);
});

it('the docs are short enough to be known', () => {
	const words = pages
		.filter((page) => page.startsWith('docs/'))
		.flatMap((page) => textOf(page).trim().split(/\s+/));
	expect(words.length).toBeLessThanOrEqual(33_000);
});

it('every picture in the folders of pictures is shown, and has a text for those who cannot see it', () => {
	const shown = new Set(pages.flatMap(linksOf).map(({ file }) => file));
	const pictures = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.(?:png|svg)$/.test(file))
		.map((file) => path.posix.join('docs', file));
	expect(pictures.filter((file) => !shown.has(file))).toEqual([]);
	const silent = pages.flatMap((page) => [
		...(textOf(page).match(/!\[\]\([^)]*\)/g) ?? []),
		...(textOf(page).match(/<img (?![^>]*alt="[^"])[^>]*>/g) ?? []),
	]);
	expect(silent).toEqual([]);
});

/** What the nodes, the credential and the package tell n8n and npm to open. */
const published = ['package.json', 'credentials', 'nodes', 'quickbooks', 'queue']
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
	expect(commandsIn(textOf(page)).filter((command) => !isCommand(command))).toEqual([]);
});
