import type { IDataObject } from 'n8n-workflow';

import { callTool } from './harness';
import { useServiceWithDesktops } from './support/desktops';
import { byId, parametersFor, runOperation } from './support/run-operation';

const service = useServiceWithDesktops();

const polling = { result: 'waitPolling', returnAll: true };
const queryInvoices = async (connectionId: string, filledIn: IDataObject = {}) =>
	await callTool({
		parameters: parametersFor('invoice.query', {
			connection: { ...byId(connectionId) },
			...polling,
			...filledIn,
		}),
		toolArguments: {},
		credentials: service.credentials,
	});

test('a model gets no part of an answer that is too long for it, but what to do', async () => {
	const { run, response } = await queryInvoices(await service.newConnection());
	expect(response).toBeUndefined();
	expect(run.error?.message).toMatch(/^The answer is too long for a model: \d+ records/);
	expect(run.error?.message).toContain('with Fields under Options, or with a lower Limit');
});

test('with fewer fields it gets every record', async () => {
	const connectionId = await service.newConnection();
	const options = { fields: ['RefNumber'], otherFields: ['BalanceRemaining'] };
	const { run, response } = await queryInvoices(connectionId, { options });
	expect(run.error).toBeUndefined();
	const connection = byId(connectionId);
	const { items } = await runOperation(service, 'invoice.query', {
		connection,
		...polling,
		options,
	});
	expect(response).toEqual(items.map(({ json }) => json));
	expect(items.length).toBeGreaterThan(100);
});

test('whoever is no model gets an answer of any length', async () => {
	const connection = byId(await service.newConnection());
	const { items, error } = await runOperation(service, 'invoice.query', { connection, ...polling });
	expect(error).toBeUndefined();
	expect(JSON.stringify(items).length).toBeGreaterThan(40_000);
});
