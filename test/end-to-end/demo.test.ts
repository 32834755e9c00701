import { runCommand } from '../../n8n/command';
import { readOrders } from '../../n8n/example-workflow';
import { repositoryFolder } from '../../n8n/files';
import { START_TIMEOUT_MILLISECONDS } from './environment';

describe('npm run demo -- --once', () => {
	it(
		'creates an invoice for each of the ten orders and says so in a table',
		async () => {
			const output = await runCommand('npm', ['run', 'demo', '--', '--once'], {
				cwd: repositoryFolder,
			});
			const rows = output
				.split('\n')
				.filter((line) => line.startsWith('│'))
				.map((line) =>
					line
						.split('│')
						.slice(1, -1)
						.map((cell) => cell.trim()),
				);
			const [head, ...results] = rows;
			expect(head).toEqual(['Reference number', 'Customer', 'Total', 'TxnID', 'Request state']);

			const orders = await readOrders();
			expect(orders).toHaveLength(10);
			expect(results.map(([refNumber]) => refNumber)).toEqual(orders.map(({ number }) => number));
			for (const [, , total, transactionId, state] of results) {
				expect(total).toMatch(/^\d+\.\d\d$/);
				expect(transactionId).toMatch(/^[0-9A-F]+-\d+$/);
				expect(state).toBe('response_received');
			}
			expect(new Set(results.map(([, , , transactionId]) => transactionId)).size).toBe(10);
			expect(output).toContain('10 invoices were created and read back from the company file.');
		},
		START_TIMEOUT_MILLISECONDS,
	);
});
