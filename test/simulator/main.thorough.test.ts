import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { document } from './support/ask';
import {
	startWebConnectorService,
	type WebConnectorService,
} from './support/web-connector-service';

const run = (args: string[]): ChildProcess =>
	spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'simulator/main.ts', ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
	let text = '';
	for await (const chunk of stream ?? []) text += String(chunk);
	return text;
}

describe('the program', () => {
	let folder: string;
	let service: WebConnectorService;
	let isFirst = true;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'simulator-'));
		service = await startWebConnectorService((method) => {
			if (method === 'authenticate') return ['{t}', isFirst ? '' : 'none'];
			if (method === 'sendRequestXML') return document('<ClassQueryRq/>');
			if (method === 'closeConnection') isFirst = false;
			return method === 'receiveResponseXML' ? '100' : '';
		});
		await writeFile(join(folder, 'connection.qwc'), service.connectorFile);
	});

	afterAll(async () => {
		await service.close();
		await rm(folder, { recursive: true });
	});

	it.each(['SIGTERM', 'SIGINT'] as const)(
		'says when it is ready, a line a session, and stops on %s',
		async (signal) => {
			isFirst = true;
			const file = join(folder, 'connection.qwc');
			const program = run([
				'--connector-file',
				file,
				'--password',
				'secret-word',
				'--every',
				'0.1',
			]);
			const ended = once(program, 'exit');
			const lines: string[] = [];
			for await (const line of createInterface({ input: program.stdout ?? process.stdin })) {
				lines.push(line);
				if (lines.length === 3) program.kill(signal);
			}
			expect(await ended).toEqual([0, null]);
			expect(lines[0]).toBe(
				`Ready: Harbor & Söhne Construction, for Tests & Trials at ${service.url}, every 0.1 s.`,
			);
			expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z Session done: 1 request$/);
			expect(lines[2]).toMatch(/Z Nothing to do$/);
			expect(lines.join()).not.toContain('secret-word');
		},
	);

	it.each([
		['a file that is not there', ['--connector-file', '/nowhere.qwc', '--password', 'p'], 'ENOENT'],
		['no password', ['--connector-file', '/nowhere.qwc'], '--password'],
		[
			'an interval that is none',
			['--connector-file', '/nowhere.qwc', '--password', 'p', '--every', 'soon'],
			'a number of seconds',
		],
	])('ends with status 1 and a sentence: %s', async (_, args, reason) => {
		const program = run(args);
		const [message, [status]] = await Promise.all([textOf(program.stderr), once(program, 'exit')]);
		expect(status).toBe(1);
		expect(message).toContain(reason);
	});
});
