import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { signalGroup } from '../../build/process-group';
import { startProcessTree } from '../../n8n/processes/process-tree';
import { until } from '../../n8n/until';

const sleeps = ['-c', 'sleep 600 & wait'];

/** Starts a program in a process of its own, which prints the group of what it has started. */
const STARTER = `
	const { startProcessTree } = require(${JSON.stringify(path.resolve('n8n/processes/process-tree'))});
	const { pid } = startProcessTree('/bin/sh', ${JSON.stringify(sleeps)}, { cwd: '/', env: process.env });
	process.stdout.write(pid + '\\n');
`;

const hasEnded = async (group: number) =>
	await until(
		() => signalGroup(group, 0),
		(isThere) => !isThere,
	);

test.each(['SIGTERM', 'SIGKILL'] as const)(
	'what was started ends with its starter, when that ends by %s',
	async (signal) => {
		const starter = spawn(process.execPath, ['--import', require.resolve('tsx'), '-e', STARTER], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [line] = (await once(createInterface(starter.stdout), 'line')) as [string];
		const group = Number(line);
		expect(signalGroup(group, 0)).toBe(true);
		starter.kill(signal);
		expect(await hasEnded(group)).toBe(false);
	},
);

test('what was started and has been stopped has left nobody', async () => {
	const tree = startProcessTree('/bin/sh', sleeps, { cwd: '/', env: process.env });
	await tree.stop();
	expect(signalGroup(tree.pid, 0)).toBe(false);
	expect(await tree.ended).toBe('ended with SIGTERM');
});
