import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, posix } from 'node:path';

import { operations, SCHEMA_FOLDER } from '../../build/output-schemas';
import { repositoryFolder } from '../../n8n/files';
import { AccountingSync } from '../../nodes/AccountingSync/AccountingSync.node';
import { AccountingSyncTrigger } from '../../nodes/AccountingSyncTrigger/AccountingSyncTrigger.node';
import { namesOf } from '../../nodes/shared/methods/onDemand';
import type { Unpacked } from './unpacked';
import { unpackPackage } from './unpacked';

let unpacked: Unpacked;

beforeAll(async () => {
	unpacked = await unpackPackage();
});

afterAll(() => unpacked.remove());

const read = (path: string) => readFileSync(join(unpacked.folder, path), 'utf8');
const scripts = () => unpacked.files.filter((path) => path.endsWith('.js'));
const isShared = (path: string) => /^dist\/shared\/[\w.]+-[A-Z0-9]+\.js(on)?$/.test(path);

/** The files below a folder of the repository, with `/` between folders. */
const filesBelow = (folder: string, name: RegExp): string[] =>
	readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' })
		.map((path) => posix.join(folder, path.replaceAll('\\', '/')))
		.filter((path) => name.test(path));

describe('the packed package', () => {
	it('contains what is built and four files beside it, nothing else', () => {
		const { n8n } = unpacked.manifest;
		const copied = [...filesBelow('nodes', /\.json$/), ...filesBelow('icons', /\.svg$/)];
		const derived = operations.filter(({ schema }) => schema !== undefined);
		expect(unpacked.files.filter((path) => !isShared(path))).toEqual(
			[
				'CHANGELOG.md',
				'LICENSE',
				'README.md',
				'package.json',
				...n8n.nodes,
				...n8n.credentials,
				...copied.map((path) => `dist/${path}`),
				...derived.map(({ name }) => `dist/nodes/${SCHEMA_FOLDER}/${name}.json`),
			].sort(),
		);
		expect(unpacked.files.filter(isShared)).not.toEqual([]);
	});

	it('has everything package.json and the descriptions name where they name it', () => {
		const { files, n8n } = unpacked.manifest;
		const named = [...files, ...n8n.nodes, ...n8n.credentials];
		const icons = [...n8n.nodes, ...n8n.credentials].flatMap((path) =>
			[...read(path).matchAll(/"file:([^"]+)"/g)].map(([, icon]) =>
				posix.join(posix.dirname(path), icon ?? ''),
			),
		);
		expect(icons.length).toBeGreaterThanOrEqual(named.length - files.length);
		const missing = [...named, ...icons].filter((path) => !existsSync(join(unpacked.folder, path)));
		expect(missing).toEqual([]);
	});

	it.each(Object.entries({ AccountingSync, AccountingSyncTrigger }))(
		'has the form and the methods of the sources: %s',
		async (name, Source) => {
			const path = join(repositoryFolder, 'dist', 'nodes', name, `${name}.node.js`);
			const { [name]: Built } = (await import(path)) as Record<string, typeof Source>;
			const built = new Built();
			const source = new Source();
			// What fields say under symbols is for the nodes' own code, and no part of the form that n8n reads.
			expect(built.description).toEqual(JSON.parse(JSON.stringify(source.description)));
			expect(namesOf(built.methods)).toEqual(namesOf(source.methods));
			expect(Object.keys(built)).toEqual(Object.keys(source));
		},
	);

	it('depends on nothing, overrides nothing and runs nothing when it is installed', () => {
		const { manifest } = unpacked;
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.overrides ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const lifecycle = Object.keys(manifest.scripts).filter((name) =>
			/^(pre|post)?(install|prepare)$|^prepublish$/.test(name),
		);
		expect(lifecycle).toEqual([]);
	});

	it('is published for everyone, with provenance', () => {
		expect(unpacked.manifest.publishConfig).toEqual({ access: 'public', provenance: true });
	});

	it('requires nothing but what n8n brings and its own files', () => {
		for (const path of scripts()) {
			for (const [, required = ''] of read(path).matchAll(/\brequire\("([^"]+)"\)/g)) {
				if (['n8n-workflow', 'crypto', 'node:crypto'].includes(required)) continue;
				expect(unpacked.files).toContain(posix.join(posix.dirname(path), required));
			}
		}
	});

	it('contains the facts of qbXML once, in a part of its own', () => {
		const withFacts = scripts().filter((path) => read(path).includes('DateDrivenTermsAdd'));
		expect(withFacts).toEqual([expect.stringMatching(/^dist\/shared\/requestMessages-/)]);
	});

	// It grows with each record, by its form, the facts that this is drawn from, and the schemas of what comes out.
	it('is smaller than 360 kB', () => {
		expect(unpacked.packedBytes).toBeLessThan(360_000);
	});

	it('says nothing of the machine it was built on, and maps to no sources', () => {
		for (const path of unpacked.files) {
			const text = read(path);
			for (const folder of [repositoryFolder, homedir(), tmpdir()]) {
				expect({ path, text: text.includes(`${folder}/`) }).toEqual({ path, text: false });
			}
			expect({
				path,
				found: text.match(/sourceMappingURL|\/node_modules\/|file:\/\//)?.[0],
			}).toEqual({
				path,
				found: undefined,
			});
		}
	});

	it('loads what runs, and the facts of qbXML, only when they are needed', () => {
		const program = `
			for (const file of process.argv.slice(1)) require(file);
			process.stdout.write(JSON.stringify(Object.keys(require.cache)));
		`;
		const nodes = unpacked.manifest.n8n.nodes.map((path) => join(unpacked.folder, path));
		const loaded = execFileSync(process.execPath, ['-e', program, ...nodes], {
			encoding: 'utf8',
			env: { ...process.env, NODE_PATH: join(repositoryFolder, 'node_modules') },
		});
		const withFacts = scripts().filter((path) => read(path).includes('DateDrivenTermsAddRq['));
		expect(withFacts).toEqual([expect.stringMatching(/requestMessages-\w+\.js$/)]);
		expect(loaded).toContain('AccountingSync.node.js');
		expect(loaded).not.toMatch(/\/shared\/(requestMessages|run|methods)-/);
	});

	it('runs in strict mode, as the tests do', () => {
		expect(scripts().filter((path) => !read(path).startsWith('"use strict";'))).toEqual([]);
	});

	it('keeps the names of its functions, for the stack traces that people report', () => {
		const program = `
			const [file] = process.argv.slice(1);
			new (require(file).AccountingSync)().execute
				.call({ getInputData: () => [{ json: {} }] })
				.catch(({ stack }) => process.stdout.write(stack));
		`;
		const file = join(unpacked.folder, 'dist/nodes/AccountingSync/AccountingSync.node.js');
		const stack = execFileSync(process.execPath, ['-e', program, file], {
			encoding: 'utf8',
			env: { ...process.env, NODE_PATH: join(repositoryFolder, 'node_modules') },
		});
		expect(stack).toMatch(/ at router \(.*\/run-\w+\.js:\d+:\d+\)/);
	});
});
