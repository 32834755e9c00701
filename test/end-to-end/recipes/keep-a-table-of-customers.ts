import { until } from '../../../n8n/until';
import { touch } from '../../../simulator/company/identifiers';
import { untilExecutions } from '../../support/trigger-workflow';
import { type Kit, withConnection } from './kit';

const FILE = 'keep-a-table-of-customers.json';
const TABLE = 'Accounting customers';

interface Row {
	id: number;
	list_id: string;
	full_name: string;
	phone: string;
	balance: number;
	is_active: boolean;
	changed_at: string;
}

/** The rows of the data table, read as n8n's editor reads them. */
async function rowsOf({ n8n: { client } }: Kit): Promise<Row[]> {
	const project = await client.call<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project.id}/data-tables`;
	const listed = await client.call<{ data: Array<{ id: string; name: string }> }>('GET', tables);
	const named = listed.data.filter(({ name }) => name === TABLE);
	expect(named).toHaveLength(1);
	const rows = await client.call<{ data: Row[] }>('GET', `${tables}/${named[0].id}/rows?take=200`);
	return rows.data;
}

/** The first run fills the table, the next one changes the one row whose customer has changed. */
export async function keepATableOfCustomers(kit: Kit): Promise<void> {
	const { client } = kit.n8n;
	const { company, connectionId, queue } = await kit.office('Table');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Table' }),
	);
	await client.activate(workflow);
	const [first] = await untilExecutions(kit.n8n, workflow, 1);
	expect(first.status).toBe('success');
	const before = await rowsOf(kit);
	expect(before.map(({ list_id }) => list_id).sort()).toEqual(
		company.customers.map(({ ListID }) => ListID).sort(),
	);
	const [customer] = company.customers;
	expect(before.find(({ list_id }) => list_id === customer.ListID)).toMatchObject({
		full_name: customer.FullName,
		balance: Number(customer.Balance),
		is_active: true,
		changed_at: new Date(customer.TimeModified).toISOString(),
	});

	customer.Phone = '+1 555 0199';
	touch(customer, company.now());
	// A run counts as whole once its page has been taken.
	await until(queue, (records) => records.every(({ webhook_state: s }) => s === 'succeeded'));
	await client.deactivate(workflow);
	await client.activate(workflow);
	const [, second] = await untilExecutions(kit.n8n, workflow, 2);
	expect(second.status).toBe('success');
	const after = await rowsOf(kit);
	expect(after).toHaveLength(before.length);
	const changed = after.filter((row) => {
		const earlier = before.find(({ id }) => id === row.id);
		return earlier?.phone !== row.phone;
	});
	expect(changed).toMatchObject([{ list_id: customer.ListID, phone: '+1 555 0199' }]);
	await client.deactivate(workflow);
}
