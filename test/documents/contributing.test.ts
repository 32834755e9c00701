import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { codeBlocks } from './support/code-blocks';

const root = path.join(__dirname, '..', '..');
const run = promisify(execFile);

const sources = [
	'nodes',
	'qbxml',
	'service',
	'simulator',
	'xml',
	'icons',
	'package.json',
	'tsconfig.json',
	path.join('test', 'documents', 'support'),
	path.join('test', 'unit', 'support'),
];

describe('the example in CONTRIBUTING.md', () => {
	let copy: string;
	beforeAll(async () => {
		copy = await mkdtemp(path.join(tmpdir(), 'contributing-'));
		for (const source of sources)
			await cp(path.join(root, source), path.join(copy, source), { recursive: true });
		await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
		for (const { file, isLineMore, code } of await blocks()) {
			const target = path.join(copy, file);
			await mkdir(path.dirname(target), { recursive: true });
			await (isLineMore ? appendFile(target, code) : writeFile(target, code, { flag: 'wx' }));
		}
	});
	afterAll(() => rm(copy, { recursive: true, force: true }));

	const blocks = async () => codeBlocks(await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8'));

	const tool = (name: string, ...options: string[]) =>
		run(process.execPath, [path.join(root, 'node_modules', name), ...options], { cwd: copy });

	it('takes one file and one line on each side', async () => {
		const pieces = (await blocks()).map(({ file, isLineMore, code }) => [
			file.split('/')[0],
			isLineMore ? code.trimEnd().split('\n').length : 'file',
		]);
		expect(pieces).toEqual([
			['nodes', 'file'],
			['nodes', 1],
			['service', 'file'],
			['service', 1],
		]);
	});

	it('has the right types', async () => {
		const files = (await blocks()).map(({ file }) => file);
		const options = { extends: './tsconfig.json', files, include: [] };
		await writeFile(path.join(copy, 'tsconfig.example.json'), JSON.stringify(options));
		await tool('typescript/bin/tsc', '--project', 'tsconfig.example.json');
	});

	it('gives the node a query that the service queues', async () => {
		const { stdout } = await tool(
			'tsx/dist/cli.mjs',
			'test/documents/support/query-sales-orders.ts',
		);
		const { offered, status, body } = JSON.parse(stdout);
		expect({ offered, status, state: body.data?.state }).toEqual({
			offered: ['Query sales orders'],
			status: 202,
			state: 'waiting',
		});
		expect(body.data.request_xml).toBe(
			'<?xml version="1.0" encoding="utf-8"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">' +
				'<SalesOrderQueryRq requestID="order-1042"><TxnDateRangeFilter><FromTxnDate>2026-01-01</FromTxnDate></TxnDateRangeFilter>' +
				'<IncludeLineItems>true</IncludeLineItems><IncludeRetElement>TxnID</IncludeRetElement></SalesOrderQueryRq>' +
				'</QBXMLMsgsRq></QBXML>',
		);
	});
});
