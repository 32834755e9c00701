import { operationsOf } from '../../../../quickbooks/records/operations';
import { formsOf } from '../../../../quickbooks/records/record';
import { records } from '../../../../quickbooks/records/registry';

test('what qbXML can do with a record, the nodes can', () => {
	expect(operationsOf('transaction', ['Invoice'])).toEqual([
		...['create', 'get', 'query', 'update', 'void', 'delete'],
	]);
	expect(operationsOf('list', ['Customer'])).toEqual([
		...['create', 'get', 'query', 'update', 'delete', 'findOrCreate', 'upsert'],
	]);
});

test('an estimate can be deleted, but not voided', () => {
	expect(operationsOf('transaction', ['Estimate'])).not.toContain('void');
});

test('a record with several types has what all of them have', () => {
	expect(operationsOf('transaction', ['BillPaymentCheck'])).toContain('update');
	expect(operationsOf('transaction', ['BillPaymentCheck', 'BillPaymentCreditCard'])).not.toContain(
		'update',
	);
});

test('what can only be read is read', () => {
	expect(operationsOf('list', [])).toEqual(['get', 'query']);
});

test('a record that lists its operations leaves some out', () => {
	const listed = records.filter((record) => {
		const types = formsOf(record).map(({ qbxml }) => qbxml);
		return operationsOf(record.kind, types).join() !== record.operations.join();
	});
	expect(listed.map(({ value }) => value).sort()).toEqual([
		...[
			'account',
			'class',
			'employee',
			'inventoryAdjustment',
			'otherName',
			'salesTaxCode',
			'salesTaxItem',
		],
	]);
});
