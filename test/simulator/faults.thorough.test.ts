import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { until } from '../../n8n/until';
import { createDesktopHost, type DesktopHost } from '../../simulator/host';
import { receiver, stopReceivers } from '../service/support/receiver';
import type { TestService } from '../service/support/service';
import { API_KEY, OTHER_KEY, recordOf, service, stopServices } from '../service/support/service';
import { runTypescript } from '../support/run-typescript';

const runCommand = promisify(execFile);

const invoice = {
	customer_list_id: '80000001-1700000001',
	transaction_date: '2026-01-15',
	lines: [{ item_list_id: '80020001-1700000001', quantity: 1 }],
};

describe('a desktop with faults', () => {
	let host: DesktopHost;
	let running: TestService;
	let connectionId: string;

	beforeAll(async () => {
		host = createDesktopHost({ runEveryMilliseconds: 50 });
		// As short as one test can wait for its end, and long enough for what the others do on a busy machine.
		running = await service({ desktops: host, sessionTimeoutSeconds: 20, webhookTries: [0] });
	});
	beforeEach(async () => {
		connectionId = (await running.api('POST', '/connections')).body.data.id;
	});
	afterEach(async () => {
		await running.api('DELETE', `/connections/${connectionId}`);
		stopReceivers();
	});
	afterAll(stopServices);

	const simulator = async (method: string, path: string, body?: unknown, key = API_KEY) => {
		const response = await fetch(`${running.origin}/simulator/connections/${connectionId}${path}`, {
			method,
			headers: {
				authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
	};

	const addFault = async (fault: object) => {
		expect(await simulator('POST', '/faults', fault)).toMatchObject({ status: 200 });
	};

	const queue = async (path: string, body?: object) => {
		const method = body ? 'POST' : 'GET';
		const answer = await running.api(method, `/connections/${connectionId}${path}`, { body });
		return answer.body.data.id;
	};
	const createInvoice = () => queue('/invoices', invoice);
	const becomes = (id: string, ...states: string[]) =>
		until(
			() => recordOf(running, id),
			({ state }) => states.includes(state),
		);
	const ended = (id: string) => becomes(id, 'response_received', 'error', 'discarded');
	const invoicesWritten = () => host.desktop(connectionId).company.invoices.length - 300;

	it('has settings: a closing date, what is forbidden, and what is locked', async () => {
		const settings = {
			closing_date: '2026-01-31',
			multi_user: true,
			forbidden: ['InvoiceAddRq'],
			locked: { '80000001-1700000001': 3175, '80000002-1700000002': { code: 3176, times: 3 } },
		};
		expect(await simulator('POST', '/settings', settings)).toMatchObject({
			status: 200,
			body: { data: settings },
		});
		expect(host.desktop(connectionId).company).toMatchObject({
			closingDate: '2026-01-31',
			isMultiUser: true,
			forbidden: ['InvoiceAddRq'],
		});
		expect(await simulator('POST', '/settings', { closing_date: null, locked: {} })).toMatchObject({
			body: { data: { closing_date: null, forbidden: ['InvoiceAddRq'], locked: {} } },
		});
		expect(await simulator('POST', '/settings', { closing_date: 'never' })).toMatchObject({
			status: 422,
		});
	});

	it('offline: the request waits, and is done when the desktop is back', async () => {
		await addFault({ fault: 'offline', seconds: 600 });
		const id = await createInvoice();
		await host.desktop(connectionId).runNow();
		expect(await recordOf(running, id)).toMatchObject({ state: 'waiting' });
		await simulator('DELETE', '/faults');
		expect(await ended(id)).toMatchObject({ state: 'response_received' });
		expect(invoicesWritten()).toBe(1);
	});

	it('offline: the desktop comes back by itself when the seconds are over', async () => {
		await addFault({ fault: 'offline', seconds: 0.1 });
		expect(await ended(await createInvoice())).toMatchObject({ state: 'response_received' });
	});

	it('busy: the request is retryable and goes out again until it is taken', async () => {
		await addFault({ fault: 'busy', times: 1000 });
		const id = await createInvoice();
		expect(await becomes(id, 'retryable')).toMatchObject({ error: { code: '0x80040414' } });
		expect(invoicesWritten()).toBe(0);
		expect(await simulator('DELETE', '/faults')).toEqual({ status: 204, body: undefined });
		const done = await ended(id);
		expect(done.state).toBe('response_received');
		expect(done).not.toHaveProperty('error');
		expect(invoicesWritten()).toBe(1);
	});

	it('refused: the request ends in error with the status code, and nothing is written', async () => {
		await addFault({
			fault: 'refused',
			status_code: 3260,
			status_message: 'Insufficient permission level.',
			request: 'InvoiceAddRq',
		});
		const query = await queue('/customers?max_returned=1');
		const [first, second] = [await createInvoice(), await createInvoice()];
		expect(await ended(first)).toMatchObject({
			state: 'error',
			error: {
				code: '3260',
				message: 'Insufficient permission level.',
				details: { statusCode: 3260, statusSeverity: 'Error' },
			},
		});
		expect(await ended(second)).toMatchObject({ state: 'response_received' });
		expect(await ended(query)).toMatchObject({ state: 'response_received' });
		expect(invoicesWritten()).toBe(1);
	});

	it('unanswered: the write took effect, the request ends in connection_error and is not sent again', async () => {
		const hook = await receiver();
		await addFault({ fault: 'unanswered' });
		const id = await queue(`/invoices?webhook_url=${encodeURIComponent(hook.url)}`, invoice);
		expect(await ended(id)).toMatchObject({
			state: 'error',
			error: { code: 'connection_error', message: expect.stringContaining('is unknown') },
		});
		expect(await ended(await queue('/sales_tax_codes'))).toMatchObject({
			state: 'response_received',
		});
		expect(invoicesWritten()).toBe(1);
		const [delivered] = await hook.received(1);
		expect(delivered.body).toMatchObject({ id, state: 'error' });
	});

	it('unanswered and kept: the next session asks for the answer, and nothing is written twice', async () => {
		await addFault({ fault: 'unanswered', kept: true });
		const id = await createInvoice();
		const { state, response_xml } = await ended(id);
		expect(state).toBe('response_received');
		expect(response_xml).toContain('<InvoiceRet>');
		expect(invoicesWritten()).toBe(1);
		expect(await ended(await createInvoice())).toMatchObject({ state: 'response_received' });
		expect(invoicesWritten()).toBe(2);
	});

	it('unanswered and not carried out: the request ends in connection_error, and nothing is written', async () => {
		await addFault({ fault: 'unanswered', carried_out: false });
		expect(await ended(await createInvoice())).toMatchObject({
			state: 'error',
			error: { code: 'connection_error' },
		});
		expect(invoicesWritten()).toBe(0);
		expect(await ended(await createInvoice())).toMatchObject({ state: 'response_received' });
		expect(invoicesWritten()).toBe(1);
	});

	it('unanswered and silent: the request stays sent until the session has timed out', async () => {
		await addFault({ fault: 'unanswered', silent: true });
		const id = await createInvoice();
		await becomes(id, 'sent');
		const refusal = await running.api('DELETE', `/queued_requests/${id}`);
		expect(refusal.body.error.code).toBe('connection_active');
		expect(await ended(id)).toMatchObject({ error: { code: 'connection_error' } });
		expect(invoicesWritten()).toBe(1);
	});

	it('lost iterator: the pages before stay, the next one ends in connection_error', async () => {
		await addFault({ fault: 'lost_iterator' });
		const id = await queue('/invoices?iterate=true&max_returned=100');
		expect(await ended(id)).toMatchObject({
			page: 2,
			state: 'error',
			error: { code: 'connection_error', message: expect.stringContaining('iterator') },
		});
		const { body } = await running.api('GET', `/connections/${connectionId}/queued_requests`);
		expect(body.data.map(({ page, state }) => [page, state])).toEqual([
			[2, 'error'],
			[1, 'response_received'],
		]);
	});

	it('slow: the request is sent for as long as it takes, and stopping does not wait for it', async () => {
		await addFault({ fault: 'slow', seconds: 86_400 });
		const id = await createInvoice();
		await becomes(id, 'sent');
		expect(invoicesWritten()).toBe(0);
		const desktop = host.desktop(connectionId);
		await desktop.stop();
		expect(await ended(id)).toMatchObject({ state: 'response_received' });
		expect(desktop.company.invoices).toHaveLength(301);
	});

	it('opens a company of another size', async () => {
		expect(await simulator('POST', '/company', { customers: 1000, invoices: 0 })).toMatchObject({
			body: { data: { customers: 1000, vendors: 40, invoices: 0 } },
		});
		const done = await ended(
			await queue('/customers?from_name=Customer%2000900&active_status=All'),
		);
		expect(/<FullName>Customer 00900<\/FullName>/.test(done.response_xml)).toBe(true);
	});

	it('lets a tester read and change the company file past the queue', async () => {
		const id = '80000001-1700000001';
		const query = `<CustomerQueryRq><ListID>${id}</ListID></CustomerQueryRq>`;
		await simulator('POST', '/settings', { locked: { [id]: 3175 } });
		const { body } = await simulator('POST', '/edit', { request_xml: query });
		const [, sequence] = /<EditSequence>(\d+)</.exec(body.data.response_xml) ?? [];
		const mod = `<CustomerModRq><CustomerMod><ListID>${id}</ListID><EditSequence>${sequence}</EditSequence><Phone>42</Phone></CustomerMod></CustomerModRq>`;
		const changed = await simulator('POST', '/edit', { request_xml: mod });
		expect(changed.body.data.response_xml).toMatch(/statusCode="0".*<Phone>42<\/Phone>/);
		expect(await simulator('POST', '/edit', { request_xml: '<Nonsense/>' })).toMatchObject({
			status: 422,
			body: { error: { code: '0x80040400' } },
		});
		const { body: queue } = await running.api(
			'GET',
			`/connections/${connectionId}/queued_requests`,
		);
		expect(queue.data).toEqual([]);
	});

	it('has a colleague who changes something before a request is carried out', async () => {
		await simulator('POST', '/colleague', { seed: 3, kinds: ['Customer'], fields: ['Phone'] });
		await ended(await createInvoice());
		const { body } = await simulator('GET', '/colleague');
		expect(body.data).toMatchObject({
			changes: [{ kind: 'Customer', field: 'Phone', after: 'Colleague 1' }],
			lost: [],
		});
		expect(await simulator('DELETE', '/colleague')).toMatchObject({ status: 204 });
		await ended(await createInvoice());
		expect((await simulator('GET', '/colleague')).body).toEqual(body);
		expect(await simulator('POST', '/colleague', { kinds: ['Host'] })).toMatchObject({
			status: 422,
		});
	});

	it('lists what is still to come, and counts it down', async () => {
		await addFault({ fault: 'offline', seconds: 100 });
		await addFault({ fault: 'busy', times: 2, request: 'VendorQueryRq' });
		await addFault({ fault: 'refused', status_code: 3100 });
		const { body } = await simulator('GET', '/faults');
		expect(body.data).toEqual([
			{ fault: 'offline', seconds: 100 },
			{ fault: 'busy', times: 2, request: 'VendorQueryRq' },
			{ fault: 'refused', status_code: 3100, times: 1 },
		]);
	});

	it.each([
		[{ fault: 'broken' }, /^fault: /],
		[{ fault: 'offline' }, /^seconds: /],
		[{ fault: 'offline', seconds: 0 }, /^seconds: /],
		[{ fault: 'refused', status_code: 0 }, /^status_code: /],
		[{ fault: 'busy', times: 0 }, /^times: /],
		[{ fault: 'busy', request: 'Invoice' }, /InvoiceAddRq/],
		[{ fault: 'busy', unknown: 1 }, /unknown/],
	])('refuses the fault %j in words', async (fault, sentence) => {
		const { status, body } = await simulator('POST', '/faults', fault);
		expect(status).toBe(422);
		expect(body.error).toEqual({
			code: 'invalid_request',
			message: expect.stringMatching(sentence),
		});
	});

	it('lets nobody but the connection’s own application at its desktop', async () => {
		expect(await simulator('GET', '/faults', undefined, 'wrong')).toMatchObject({ status: 401 });
		expect(await simulator('GET', '/faults', undefined, OTHER_KEY)).toMatchObject({ status: 404 });
		const outside = await running.api('GET', `/simulator/connections/${connectionId}/faults`);
		expect(outside.status).toBe(404);
	});

	describe('on the command line', () => {
		const faults = (...words: string[]) =>
			runCommand(process.execPath, [
				...runTypescript,
				'simulator/faults/main.ts',
				'--service',
				running.origin,
				'--api-key',
				API_KEY,
				...words,
			]);

		it('adds faults to the only connection there is, and takes them back', async () => {
			await faults('busy', '--times', '3', '--request', 'InvoiceAddRq');
			await faults('unanswered', '--before');
			const { stdout } = await faults('refused', '3260', '--message', 'Not now');
			expect(JSON.parse(stdout)).toEqual([
				{ fault: 'busy', times: 3, request: 'InvoiceAddRq' },
				{ fault: 'unanswered', silent: false, carried_out: false, times: 1 },
				{ fault: 'refused', status_code: 3260, status_message: 'Not now', times: 1 },
			]);
			await faults('clear');
			expect((await simulator('GET', '/faults')).body.data).toEqual([]);
		});

		it('asks which connection is meant when there are several', async () => {
			const { id } = (await running.api('POST', '/connections')).body.data;
			await expect(faults('list')).rejects.toMatchObject({
				code: 1,
				stderr: expect.stringContaining(`  ${connectionId}  `),
			});
			expect((await faults('list', '--connection', id)).stdout).toBe('[]\n');
			await running.api('DELETE', `/connections/${id}`);
		});

		it('says in words what the service refuses, and that it cannot be reached', async () => {
			await expect(faults('refused', '1')).rejects.toMatchObject({
				stderr: expect.stringContaining('status_code'),
			});
			await expect(faults('list', '--service', 'http://127.0.0.1:1')).rejects.toMatchObject({
				stderr: 'The service cannot be reached at http://127.0.0.1:1.\n',
			});
		});
	});
});
