import { retry } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { smallInvoice } from './support/queueing-operations';
import { byId, runOperation } from './support/run-operation';

useShortPauses();

const service = useServiceWithDesktops();

test('Retry of an execution that was undone does not pass on what it has written as if it stood', async () => {
	const connectionId = await service.newConnection();
	const connection = { ...byId(connectionId) };
	service
		.faults(connectionId)
		.add({ fault: 'refused', status_code: 3260, times: 1, request: 'InvoiceAddRq' });
	const failed = await runOperation(
		service,
		'invoice.create',
		{
			connection,
			...smallInvoice,
			result: 'waitPolling',
		},
		{ items: [{}, {}] },
	);
	expect(failed.error).toBeDefined();
	const undone = await runOperation(service, 'books.undo', {
		connection,
		executionId: failed.executionId,
		dryRun: false,
		result: 'waitPolling',
	});
	expect(undone.items.map(({ json }) => json.action)).toEqual(['voided', 'nothingWritten']);
	const again = await retry(failed);
	expect(again.error).toMatchObject({
		message: 'What the original execution wrote for this item was voided or deleted since.',
		description: expect.stringContaining('run this item in a new execution'),
		context: { code: 'removed_since', itemIndex: 1 },
	});
	const { invoices } = service.company(connectionId);
	expect(invoices.filter(({ Subtotal }) => Subtotal === '85.00')).toHaveLength(1);
});
