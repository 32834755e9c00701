import { randomUUID } from 'node:crypto';

import type { TestConnection } from './support/connection';
import { expectError, expectErrorAsHere, expectSuccess, text, uuid } from './support/expectations';
import { extension, invoice } from './support/operations';
import {
	activeStatuses,
	creditMemoFields,
	exclusions,
	filters,
	paidStatuses,
	queries,
	shownFilters,
} from './support/queries';
import { decided, stated } from './support/statement';
import { target } from './support/target';

describe('4.3 Pre-built endpoints', () => {
	const service = target();
	let connection: TestConnection;
	beforeAll(async () => {
		connection = await service.connect();
	});

	const query = (path: string, parameters: Record<string, string | readonly string[]>) =>
		connection.call('GET', path, { query: parameters });

	/** Every endpoint, with a call that it accepts. */
	const endpoints = [
		...queries.map(({ path, request }) => ({ method: 'GET', path, request, body: undefined })),
		{ method: 'POST', path: '/invoices', request: 'InvoiceAddRq', body: invoice },
		{ method: 'POST', path: '/data_ext_mods', request: 'DataExtModRq', body: extension },
	];

	for (const { method, path, request, body } of endpoints) {
		const name = `${method} …${path}`;

		stated(`${name} queues a request and answers with it`, async () => {
			const answered = await connection.call(method, path, { body });
			expectSuccess(answered);
			const { data } = answered.body;
			expect(data).toMatchObject({ id: uuid, state: text });
			expect((await service.recordOf(data.id)).id).toBe(data.id);
		});

		decided(`${name} builds a ${request}`, async () => {
			const { data } = (await connection.call(method, path, { body })).body;
			expect(data.request_json).toMatchObject({ request: { name: request } });
			expect((await service.recordOf(data.id)).request_xml).toContain(`<${request}`);
		});

		decided(`${name} answers 202`, async () => {
			expect((await connection.call(method, path, { body })).status).toBe(202);
		});

		decided(`${name} takes the caller’s own request identifier as request_id`, async () => {
			const answered = await connection.call(method, path, {
				body,
				query: { request_id: 'order 7 & 8' },
			});
			expect(answered.body.data.request_json).toMatchObject({
				request: { attributes: { requestID: 'order 7 & 8' } },
			});
		});

		decided(`${name} takes a webhook URL as webhook_url`, async () => {
			const webhook_url = 'https://receiver.example/hook';
			const answered = await connection.call(method, path, { body, query: { webhook_url } });
			expect(answered.body.data).toMatchObject({ webhook_url, webhook_state: 'pending' });
		});

		stated(`${name} of an unknown connection is not_found`, async () => {
			const unknown = `/connections/${randomUUID()}${path}`;
			expectError(await service.api(method, unknown, { body }), 'not_found');
		});

		decided(`${name} refuses a parameter that it does not know`, async () => {
			const answered = await connection.call(method, path, { body, query: { nmae: 'x' } });
			expectErrorAsHere(answered, 'invalid_request');
		});
	}

	for (const { path, request, iterates } of queries) {
		if (iterates)
			decided(`GET …${path} takes automatic iteration`, async () => {
				const { body } = await query(path, { iterate: 'true' });
				expect(body.data.request_xml).toMatch(new RegExp(`<${request}[^>]* iterator="Start"`));
				const plain = await query(path, { iterate: 'false' });
				expect(plain.body.data.request_xml).not.toContain('iterator');
			});
		else
			decided(`GET …${path} takes no automatic iteration`, async () => {
				expectErrorAsHere(await query(path, { iterate: 'true' }), 'invalid_request');
			});

		decided(`GET …${path} takes a maximum number of results`, async () => {
			const { body } = await query(path, { max_returned: '7' });
			expect(body.data.request_xml).toContain('<MaxReturned>7</MaxReturned>');
		});

		decided(`GET …${path} takes a list of fields to include`, async () => {
			const fields = ['TimeCreated', 'TimeModified'];
			const { body } = await query(path, { 'include[]': fields });
			for (const field of fields)
				expect(body.data.request_xml).toContain(`<IncludeRetElement>${field}</IncludeRetElement>`);
		});
	}

	for (const { path, parameters } of shownFilters)
		stated(`GET …${path} takes ${Object.keys(parameters).join(' with ')}`, async () => {
			expectSuccess(await query(path, parameters));
		});

	for (const { path, parameters, sends } of filters)
		decided(`GET …${path} filters by ${Object.keys(parameters).join(' and ')}`, async () => {
			const { status, body } = await query(path, parameters);
			expect([status, body.error]).toEqual([202, undefined]);
			for (const part of sends) expect(body.data.request_xml).toContain(part);
		});

	for (const { path, parameters } of exclusions)
		decided(`GET …${path} refuses ${Object.keys(parameters).join(' with ')}`, async () => {
			expectErrorAsHere(await query(path, parameters), 'invalid_request');
		});

	const choices: readonly [path: string, name: string, values: readonly string[]][] = [
		...['/customers', '/vendors', '/items', '/sales_tax_items', '/sales_tax_codes'].map(
			(path): [string, string, readonly string[]] => [path, 'active_status', activeStatuses],
		),
		['/invoices', 'paid_status', paidStatuses],
		['/credit_memos', 'include[]', creditMemoFields],
	];
	for (const [path, name, values] of choices) {
		for (const value of values)
			decided(`GET …${path} takes ${name}=${value}`, async () => {
				expect((await query(path, { [name]: value })).status).toBeLessThan(300);
			});
		decided(`GET …${path} takes no other ${name}`, async () => {
			expectErrorAsHere(await query(path, { [name]: 'Planet' }), 'invalid_request');
		});
	}

	decided('paid_status=Any sends no paid status', async () => {
		const { body } = await query('/invoices', { paid_status: 'Any' });
		expect(body.data.request_xml).not.toContain('PaidStatus');
	});

	for (const [path, name, value] of [
		['/customers', 'modified_after', 'yesterday'],
		['/customers', 'modified_before', '2026-02-30'],
		['/invoices', 'from_transaction_date', '31.01.2026'],
		['/invoices', 'to_due_date', '2026-02-30'],
		['/invoices', 'include_line_items', 'some'],
		['/customers', 'max_returned', 'many'],
		['/vendors', 'iterate', 'maybe'],
		['/vendors', 'webhook_url', 'nowhere'],
	])
		decided(`GET …${path} refuses ${name}=${value}`, async () => {
			expectErrorAsHere(await query(path, { [name]: value }), 'invalid_request');
		});
});
