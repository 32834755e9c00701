import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { repositoryFolder } from '../n8n/files';

const folders = ['.', 'docs', 'docs/recipes', 'simulator', 'workflows', 'packages', 'release'];

/** The pages that people read, by their paths from the root of the repository. */
export const pages: readonly string[] = folders
	.filter((folder) => existsSync(join(repositoryFolder, folder)))
	.flatMap((folder) => {
		const isDeep = folder === 'packages';
		const below = readdirSync(join(repositoryFolder, folder), {
			recursive: isDeep,
			encoding: 'utf8',
		});
		return below.map((file) => posix.join(folder, file));
	})
	.filter((file) => file.endsWith('.md') && !file.includes('node_modules'));

/** What a page says, code and all. */
export const textOf = (page: string): string => readFileSync(join(repositoryFolder, page), 'utf8');

/** The page without what is code and so links nothing. */
const proseOf = (page: string): string =>
	textOf(page)
		.replace(/^ *```.*?^ *```$/gms, '')
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()<>]/g, ''));

/** The anchors that GitHub gives the headings of a page: the second of the same name ends in -1. */
export function anchorsOf(page: string): string[] {
	const seen = new Map<string, number>();
	return [...proseOf(page).matchAll(/^(?:> )?#+ (.+)$/gm)].map(([, heading]) => {
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

/** Where a link or an image leads inside the repository; `file` is relative to its root. */
interface Link {
	target: string;
	file: string;
	anchor?: string;
}

/** The links and images of a page that lead into the repository. */
export function linksOf(page: string): Link[] {
	const prose = proseOf(page);
	const targets = [
		...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g),
		...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g),
	].map(([, target]) => target);
	return targets
		.map((target) => ({ target, way: target.replace(OWN_REPOSITORY, '/') }))
		.filter(({ way }) => !/^[a-z][a-z+.-]*:/i.test(way))
		.map(({ target, way }) => {
			const [place, anchor] = way.split('#');
			const file = place.startsWith('/')
				? posix.join('.', place)
				: place === ''
					? page
					: posix.join(posix.dirname(page), decodeURIComponent(place));
			return { target, file, anchor };
		});
}

/** The files of the screenshots that the pages show. */
export const shownScreenshots = (): string[] => [
	...new Set(
		pages
			.flatMap(linksOf)
			.map(({ file }) => /^docs\/screenshots\/(.+\.(?:png|webp))$/.exec(file)?.[1])
			.filter((name) => name !== undefined),
	),
];
