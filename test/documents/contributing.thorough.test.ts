import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { type CodeBlock, codeBlocks } from './support/code-blocks';

const root = path.join(__dirname, '..', '..');
const run = promisify(execFile);

const sources = [
	'build',
	'nodes',
	'queue',
	'quickbooks',
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
	let record: CodeBlock[];
	let endpoint: CodeBlock[];
	let steps: CodeBlock[];
	beforeAll(async () => {
		copy = await mkdtemp(path.join(tmpdir(), 'contributing-'));
		for (const source of sources)
			await cp(path.join(root, source), path.join(copy, source), { recursive: true });
		await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
		const page = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
		[record, endpoint, steps] = page
			.split(/\n## Add an (?:endpoint|operation of several steps)\n/)
			.map(codeBlocks);
	});
	afterAll(() => rm(copy, { recursive: true, force: true }));

	/** Adds what the page says to the copy, in the place of what is there of it if the nodes have it by now. */
	async function apply({ file, code, place }: CodeBlock): Promise<void> {
		const target = path.join(copy, file);
		if (place === 'file') {
			await mkdir(path.dirname(target), { recursive: true });
			return await writeFile(target, code);
		}
		const before = (await readFile(target, 'utf8')).replace(code, '');
		if (place === 'end') return await writeFile(target, before + code);
		expect(before.split(`${place.after}\n`)).toHaveLength(2);
		await writeFile(
			target,
			before.replace(`${place.after}\n`, (line) => line + code),
		);
	}

	const tool = async (name: string, ...options: string[]): Promise<string> => {
		const program = path.join(root, 'node_modules', name);
		const { stdout } = await run(process.execPath, [program, ...options], { cwd: copy });
		return stdout;
	};
	const script = async (file: string): Promise<string> => await tool('tsx/dist/cli.mjs', file);

	const sizesOf = (blocks: readonly CodeBlock[]) =>
		blocks.map(({ file, code, place }) => [
			file.split('/')[0],
			place === 'file' ? 'file' : code.trimEnd().split('\n').length,
		]);

	it('takes one file and two lines for a record, and as little for an endpoint or an operation', () => {
		expect(sizesOf(record)).toEqual([
			['quickbooks', 'file'],
			['quickbooks', 1],
			['quickbooks', 1],
		]);
		expect(sizesOf(endpoint)).toEqual([
			['quickbooks', 2],
			['service', 'file'],
			['service', 1],
		]);
		expect(sizesOf(steps)).toEqual([
			['nodes', 'file'],
			['nodes', 1],
		]);
	});

	it('gives the nodes a record whose requests are right by the facts', async () => {
		for (const block of record) await apply(block);
		await script('build/make-facts.ts');
		const drawn = await script('test/documents/support/draw-statement-charges.ts');
		expect(JSON.parse(drawn)).toEqual({
			offered: [
				'Create a statement charge',
				'Get a statement charge',
				'Find statement charges',
				'Update a statement charge',
				'Void a statement charge',
				'Delete a statement charge',
			],
			isInTrigger: true,
			requests: {
				create:
					'<ChargeAddRq><ChargeAdd><CustomerRef><FullName>Abercrombie, Kristy</FullName></CustomerRef>' +
					'<TxnDate>2026-01-15</TxnDate><RefNumber>S-778</RefNumber><ItemRef><FullName>Delivery</FullName></ItemRef>' +
					'<Quantity>2</Quantity><Rate>24.10</Rate><Desc>Two deliveries</Desc></ChargeAdd></ChargeAddRq>',
				query:
					'<ChargeQueryRq><MaxReturned>51</MaxReturned><RefNumberFilter><MatchCriterion>Contains</MatchCriterion><RefNumber>77</RefNumber></RefNumberFilter></ChargeQueryRq>',
				void: '<TxnVoidRq><TxnVoidType>Charge</TxnVoidType><TxnID>5B1A-1700000001</TxnID></TxnVoidRq>',
			},
			refusal: expect.stringContaining('Reference Number'),
		});
	});

	it('gives the node a query that the service queues', async () => {
		for (const block of endpoint) await apply(block);
		const { status, body } = JSON.parse(
			await script('test/documents/support/query-statement-charges.ts'),
		);
		expect({ status, state: body.data?.state }).toEqual({ status: 202, state: 'waiting' });
		expect(body.data.request_xml).toBe(
			'<?xml version="1.0" encoding="utf-8"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">' +
				'<ChargeQueryRq requestID="charges-1"><MaxReturned>51</MaxReturned><TxnDateRangeFilter><FromTxnDate>2026-01-01</FromTxnDate></TxnDateRangeFilter>' +
				'<IncludeRetElement>TxnID</IncludeRetElement></ChargeQueryRq>' +
				'</QBXMLMsgsRq></QBXML>',
		);
	});

	it('gives the node an operation of several steps', async () => {
		for (const block of steps) await apply(block);
		const played = JSON.parse(await script('test/documents/support/close-open-order.ts'));
		const change =
			'<SalesOrderModRq><SalesOrderMod><TxnID>5B1A-1700000001</TxnID><EditSequence>17</EditSequence>' +
			'<IsManuallyClosed>true</IsManuallyClosed></SalesOrderMod></SalesOrderModRq>';
		const read = '<SalesOrderQueryRq><RefNumber>S-7</RefNumber></SalesOrderQueryRq>';
		expect(played).toEqual({
			first: [read],
			open: { requests: [change], then: 'written' },
			closedBefore: { items: [{ TxnID: '5B1A-1700000001', closed: false }] },
			missing: 'There is no sales order "S-7".',
			written: { items: [{ TxnID: '5B1A-1700000001', closed: true }] },
			outdated: { requests: [read], then: 'read' },
			refused: null,
		});
	});

	it('has the right types', async () => {
		const files = [...record, ...endpoint, ...steps].map(({ file }) => file);
		const options = { extends: './tsconfig.json', files, include: [] };
		await writeFile(path.join(copy, 'tsconfig.example.json'), JSON.stringify(options));
		await tool('typescript/bin/tsc', '--project', 'tsconfig.example.json');
	});
});
