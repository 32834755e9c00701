import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { runWorkflow } from '../harness';
import { useServiceWithDesktops } from '../support/desktops';
import { useHostedOperations } from '../support/host-operation';
import { useShortPauses } from '../support/pauses';
import { byId, type OperationName, parametersFor, runOperation } from '../support/run-operation';

useShortPauses();

/** One company file, which is still the same when its desktop is turned on again. */
const company = createCompany({ invoices: 0, creditMemos: 0 });
const service = useServiceWithDesktops({}, () => company);
const hosted = useHostedOperations();

test('sleeps between a payment and its invoice', async () => {
	const connectionId = await service.newConnection();
	const connection = { ...byId(connectionId) };
	const customer = { customerListId: byId(company.customers[0].ListID) };
	const line = { itemListId: byId('80020001-1700000001'), quantity: 1, rate: '70.00' };
	const steps: Array<[OperationName, IDataObject]> = [
		['invoice.create', { transactionDate: '2026-01-15', lines: { line: [line] } }],
		[
			'receivePayment.create',
			{
				totalAmount: '={{ $json.TotalAmount }}',
				paidInvoices: {
					line: [{ txnId: '={{ $json.TxnID }}', paymentAmount: '={{ $json.TotalAmount }}' }],
				},
			},
		],
	];
	const { executionId, error } = await runWorkflow({
		nodes: steps.map(([operation, form], index) => ({
			name: `Step ${index + 1}`,
			parameters: parametersFor(operation, {
				connection,
				...customer,
				result: 'waitPolling',
				...form,
			}),
		})),
		credentials: service.credentials,
	});
	expect(error).toBeUndefined();
	await service.turnOff(connectionId);
	const { host, start } = await hosted(service, 'books.undo', {
		connection,
		executionId,
		dryRun: false,
		deleteWhatCannotBeVoided: true,
		result: 'waitSuspended',
	});
	expect((await start()).status).toBe('waiting');
	await service.turnOn(connectionId);
	const run = await host.lastRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	expect(run.items.map(({ json: item }) => [item.action, item.type])).toEqual([
		['deleted', 'ReceivePayment'],
		['voided', 'Invoice'],
	]);
	const removals = (await service.requestsOf(connectionId)).flatMap(
		({ request_xml: xml }) => /<(Txn(?:Del|Void)Rq)/.exec(xml ?? '')?.[1] ?? [],
	);
	expect(removals).toEqual(['TxnDelRq', 'TxnVoidRq']);
});

test('sleeps through reading and voiding while the desktop is off, and touches nothing that is still waiting', async () => {
	const connectionId = await service.newConnection();
	const connection = { ...byId(connectionId) };
	const invoice = {
		connection,
		customerListId: byId(company.customers[0].ListID),
		transactionDate: '2026-01-15',
		lines: { line: [{ itemListId: byId('80020001-1700000001'), quantity: 1, rate: '80.00' }] },
	};
	const { executionId, error } = await runOperation(
		service,
		'invoice.create',
		{ ...invoice, result: 'waitPolling' },
		{ items: [{}, {}] },
	);
	expect(error).toBeUndefined();
	await service.turnOff(connectionId);
	await runOperation(service, 'vendor.create', { connection, name: 'Late' }, { executionId });

	const { host, start } = await hosted(service, 'books.undo', {
		connection,
		executionId,
		dryRun: false,
		result: 'waitSuspended',
	});
	const asleep = await start();
	expect(asleep.status).toBe('waiting');
	await service.turnOn(connectionId);
	const run = await host.lastRun();
	expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
	const report: IDataObject[] = run.items.map(({ json }) => json);
	expect(report.map(({ action, request }) => [action, request])).toEqual([
		['waiting', 'VendorAdd'],
		['voided', 'InvoiceAdd'],
		['voided', 'InvoiceAdd'],
	]);
	expect(report[0].why).toContain('It has not been carried out yet.');
	expect(company.invoices.map(({ Memo }) => Memo)).toEqual(['VOID:', 'VOID:', 'VOID:']);
	expect(company.vendors.some(({ Name }) => Name === 'Late')).toBe(true);
});
