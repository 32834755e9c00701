import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../n8n/files';
import type { PackedPackage } from '../../n8n/pack';
import { packPackage } from '../../n8n/pack';

interface Manifest {
	dependencies?: Record<string, string>;
	overrides?: Record<string, string>;
	peerDependencies: Record<string, string>;
	scripts: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

let packed: PackedPackage;
let unpacked: string;
let manifest: Manifest;

beforeAll(async () => {
	packed = await packPackage();
	unpacked = join(packed.folder, 'unpacked');
	mkdirSync(unpacked);
	execFileSync('tar', ['-xzf', packed.tarball, '-C', unpacked, '--strip-components=1']);
	manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Manifest;
});

afterAll(() => {
	rmSync(packed.folder, { recursive: true, force: true });
});

function scan(what: 'packed' | 'sources', folder: string): { passed: boolean; details?: string } {
	// Some rules look at files they otherwise leave alone when NODE_ENV says "test", as jest does.
	const env = { ...process.env, NODE_ENV: undefined };
	const output = execFileSync(process.execPath, [join(__dirname, 'scan.mjs'), what, folder], {
		cwd: repositoryFolder,
		encoding: 'utf8',
		env,
	});
	return JSON.parse(output) as { passed: boolean; details?: string };
}

describe('the packed package', () => {
	it('contains what is built and four files beside it, nothing else', () => {
		const beside = packed.files.filter((path) => !path.startsWith('dist/'));
		expect(beside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
	});

	it('contains every node and credential that it registers, and their icons', () => {
		const registered = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		expect(packed.files).toEqual(expect.arrayContaining(registered));
		expect(packed.files.some((path) => path.endsWith('.svg'))).toBe(true);
	});

	it('contains neither sources nor tests', () => {
		const sources = packed.files.filter((path) => /\.test\.|(?<!\.d)\.ts$|tsbuildinfo/.test(path));
		expect(sources).toEqual([]);
	});

	it('depends on nothing, overrides nothing and runs nothing when it is installed', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.overrides ?? {}).toEqual({});
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const lifecycle = Object.keys(manifest.scripts).filter((name) =>
			/^(pre|post)?(install|prepare)$|^prepublish$/.test(name),
		);
		expect(lifecycle).toEqual([]);
	});

	it("passes n8n's package scan", () => {
		expect(scan('packed', unpacked)).toEqual({ passed: true });
	});
});

describe('the sources', () => {
	it("pass n8n's package scan", () => {
		expect(scan('sources', repositoryFolder)).toEqual({ passed: true });
	});
});
