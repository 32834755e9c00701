import { shownLines } from '../../docs/first-commands';
import { textOf } from '../../docs/pages';
import { EXAMPLE_ORDERS, readExample, readOrders } from '../../n8n/demo/example-workflows';
import { repositoryFolder } from '../../n8n/files';
import { runCommand } from '../../n8n/processes/command';
import { startProcessTree } from '../../n8n/processes/process-tree';
import { START_TIMEOUT_MILLISECONDS } from '../support/use-stack';

/** Orders of untaxed items only, and what they come to by pencil and paper. */
const untaxedTotals = {
	'W-1002': '123.40',
	'W-1005': '390.00',
	'W-1006': '60.50',
	'W-1008': '119.60',
};

describe('npm run demo', () => {
	it(
		'creates an invoice for each of the ten orders, says so in a table and ends, with --once',
		async () => {
			const output = await runCommand('npm', ['run', 'demo', '--', '--once'], {
				cwd: repositoryFolder,
			});
			const rows = output
				.split('\n')
				.filter((line) => line.startsWith('│'))
				.map((line) => line.split('│').slice(1, -1))
				.map((cells) => cells.map((cell) => cell.trim()));
			const [head, ...results] = rows;
			expect(head).toEqual(['Reference number', 'Customer', 'Total', 'TxnID', 'Request state']);

			const orders = await readOrders();
			expect(orders).toHaveLength(10);
			expect(results.map(([refNumber]) => refNumber)).toEqual(orders.map(({ number }) => number));
			for (const [, , total, transactionId, state] of results) {
				expect(state).toBe('response_received');
				expect(total).toMatch(/^\d+\.\d\d$/);
				expect(transactionId).toMatch(/^[0-9A-F]+-\d+$/);
			}
			expect(new Set(results.map(([, , , transactionId]) => transactionId)).size).toBe(10);
			const totals = Object.fromEntries(results.map(([refNumber, , total]) => [refNumber, total]));
			expect(totals).toMatchObject(untaxedTotals);
			expect(output).toContain('puts the execution to sleep');
			expect(output).toContain(
				'n8n waited for these 10 invoices, and each is in the company file.',
			);
			expect(output).toMatch(
				/60 customers new or changed: Abercrombie & Daughters · .* and 55 more/,
			);

			// What the README shows of it, but for the install, which has been done before.
			const same = (line: string) => line.replace(/[0-9A-F]+-\d{10}/, 'TxnID');
			const printed = output.split('\n').map(same);
			const shown = shownLines(textOf('README.md'), 'demo').map(same);
			expect(shown.filter((line) => !printed.includes(line))).toEqual([
				expect.stringMatching(/^ +Installing n8n /),
			]);
		},
		START_TIMEOUT_MILLISECONDS,
	);

	it('stays up with an editor until it is stopped, and then leaves nothing running', async () => {
		const demo = startProcessTree('npm', ['run', 'demo'], {
			cwd: repositoryFolder,
			env: process.env,
		});
		try {
			const printed = await demo.printed(/Ctrl\+C/);
			const [, address] = /n8n's editor\s+(http\S+)/.exec(printed) ?? [];
			const [, baseUrl] = /The service\s+(http\S+)/.exec(printed) ?? [];
			expect((await fetch(address)).status).toBe(200);
			expect((await fetch(`${baseUrl}/connections`)).status).toBe(401);

			await demo.stop();
			await expect(fetch(address)).rejects.toThrow();
			await expect(fetch(`${baseUrl}/connections`)).rejects.toThrow();
		} finally {
			await demo.kill();
		}
	});

	it('says what went wrong and ends with status 1', async () => {
		const failing = runCommand(
			process.execPath,
			['--import', 'tsx', 'n8n/demo/main.ts', '--once'],
			{
				cwd: repositoryFolder,
				env: { ...process.env, PATH: '/nowhere' },
			},
		);
		await expect(failing).rejects.toThrow(
			/status 1:[^]*The demo failed: tar could not be started: /,
		);
	});
});

describe('the example workflow', () => {
	it('comes with the orders of orders.json', async () => {
		const { nodes } = await readExample();
		const parameters = nodes.find(({ name }) => name === EXAMPLE_ORDERS)?.parameters;
		expect(JSON.parse(String(parameters?.jsonOutput))).toEqual({ orders: await readOrders() });
	});
});
