import { itemsOf } from '../../../n8n/clients/n8n';
import type { DataExtension } from '../../../simulator/company/value-types';
import { EXECUTE, type Kit, withConnection } from './kit';

const FILE = 'set-custom-fields.json';

const valueOf = (record: { DataExtRet?: DataExtension[] } | undefined, field: string) =>
	record?.DataExtRet?.find(({ DataExtName }) => DataExtName === field)?.DataExtValue;

/** What the workflow shows in the end is what stands in the company file. */
export async function setCustomFields(kit: Kit): Promise<void> {
	const { company, connectionId } = await kit.office('Custom fields');
	const workflow = await kit.load(
		FILE,
		await withConnection(FILE, { id: connectionId, name: 'Custom fields' }),
	);
	const execution = await workflow.run(EXECUTE);
	expect(itemsOf(execution, 'Customers Now').map(({ json }) => json)).toEqual([
		{ customer: 'Abercrombie & Daughters', field: 'Route', value: 'Harbour & Isles' },
		{ customer: "O'Hara Plumbing", field: 'Contract No.', value: 'K-2026/7' },
	]);
	expect(itemsOf(execution, 'Invoices Now').map(({ json }) => json)).toEqual([
		{ invoice: '1001', field: 'Project Code', value: 'P77 <east>' },
	]);
	const customer = (name: string) => company.customers.find(({ FullName }) => FullName === name);
	const invoice = company.invoices.find(({ RefNumber }) => RefNumber === '1001');
	expect(valueOf(customer('Abercrombie & Daughters'), 'Route')).toBe('Harbour & Isles');
	expect(valueOf(customer("O'Hara Plumbing"), 'Contract No.')).toBe('K-2026/7');
	expect(valueOf(invoice, 'Project Code')).toBe('P77 <east>');
}
