import type { Email } from 'postal-mime';

import { type Execution, itemsOf } from '../../../n8n/clients/n8n';
import { readWorkflow } from '../../../n8n/demo/example-workflows';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'create-invoices-with-a-second-attempt.json';
const UNKNOWN_CUSTOMER = '8000FFFF-1700000001';

interface Order {
	number: string;
	customer_list_id: string;
}

const createdIn = (execution: Execution) =>
	execution.data.resultData.runData['Created Invoices']
		.flatMap(({ data }) => data?.main[0] ?? [])
		.map(({ json }) => json.RefNumber)
		.sort();

const summaryOf = ({ subject, text = '' }: Email) => [
	subject,
	/Why: .* \(code (.*)\)/.exec(text)?.[1],
];

/**
 * Three runs: a record in use and a wrong customer; the customer put right, but the answer lost; and once more. In the
 * end there is one invoice for each order.
 */
export async function createInvoicesWithASecondAttempt(kit: Kit): Promise<void> {
	const { mailbox } = kit;
	const { company, connectionId, faults } = await kit.office('Second attempt');
	const { nodes } = await readWorkflow(FILE);
	const example = nodes.find(({ name }) => name === 'Orders')?.parameters.jsonOutput;
	const { orders } = JSON.parse(String(example)) as { orders: Order[] };
	const load = async (given: Order[]) =>
		await kit.load(FILE, {
			...(await withConnection(FILE, { id: connectionId, name: 'Second attempt' })),
			Orders: { jsonOutput: JSON.stringify({ orders: given }) },
			'Wait Ten Minutes': { amount: 1, unit: 'seconds' },
			'Mail the Office': { fromEmail: 'n8n@harbor.example', toEmail: 'office@harbor.example' },
		});
	const written = () =>
		company.invoices.map(({ RefNumber }) => RefNumber).filter((number) => /^S-/.test(number));

	const [first, second, third] = orders;
	const workflow = await load([first, { ...second, customer_list_id: UNKNOWN_CUSTOMER }, third]);
	faults.add({ fault: 'refused', status_code: 3175, times: 1, request: 'InvoiceAddRq' });
	const run = await workflow.run(EXECUTE);
	expect(itemsOf(run, 'Wait Ten Minutes')).toHaveLength(1);
	expect(createdIn(run)).toEqual(['S-1001', 'S-1003']);
	expect(mailbox.take().map(summaryOf)).toEqual([['Order S-1002 has no invoice', '3140']]);
	expect(written()).toEqual(['S-1003', 'S-1001']);

	const corrected = await load(orders);
	faults.add({ fault: 'unanswered', silent: false, times: 1, request: 'InvoiceAddRq' });
	expect(createdIn(await corrected.run(EXECUTE))).toEqual(['S-1001', 'S-1003']);
	const lost = mailbox.take();
	expect(lost.map(summaryOf)).toEqual([['Order S-1002 has no invoice', 'connection_error']]);
	expect(written()).toEqual(['S-1003', 'S-1001', 'S-1002']);

	expect(createdIn(await corrected.run(EXECUTE))).toEqual(['S-1001', 'S-1003']);
	expect(mailbox.take().map(summaryOf)).toEqual(lost.map(summaryOf));
	expect(written()).toEqual(['S-1003', 'S-1001', 'S-1002']);
}
