import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import type { Unpacked } from './unpacked';
import { unpackPackage } from './unpacked';

interface Verdict {
	passed: boolean;
	details?: string;
	/** How many files the scan looked at. */
	files: number;
	warnings: string[];
}

let unpacked: Unpacked;

beforeAll(async () => {
	unpacked = await unpackPackage();
});

afterAll(() => unpacked.remove());

/** What n8n's package scan says; it takes no inline exceptions. */
function scan(what: 'packed' | 'sources', folder: string): Verdict {
	// Some rules look at files they otherwise leave alone when NODE_ENV says "test", as jest does.
	const env = { ...process.env, NODE_ENV: undefined };
	const output = execFileSync(process.execPath, [join(__dirname, 'scan.mjs'), what, folder], {
		cwd: repositoryFolder,
		encoding: 'utf8',
		env,
	});
	return JSON.parse(output) as Verdict;
}

const published = ['nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => /\.(ts|json)$/.test(path))
		.map((path) => join(folder, path)),
);

describe("n8n's package scan", () => {
	it('passes the packed package without a warning', () => {
		const scanned = unpacked.files.filter((path) => /\.(js|json)$/.test(path));
		expect(scan('packed', unpacked.folder)).toEqual({
			passed: true,
			files: scanned.length,
			warnings: [],
		});
	});

	it('passes the sources without a warning', () => {
		expect(scan('sources', repositoryFolder)).toEqual({
			passed: true,
			files: published.length + 1,
			warnings: [],
		});
	});

	it.each(published)('needs no inline exception in %s', (path) => {
		const source = readFileSync(join(repositoryFolder, path), 'utf8');
		expect(source).not.toMatch(/eslint-disable|eslint-enable|@ts-(ignore|nocheck|expect-error)/);
	});
});
