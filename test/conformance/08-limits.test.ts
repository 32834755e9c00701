import type { TestConnection } from './support/connection';
import { expectError, expectErrorAsHere, expectSuccess } from './support/expectations';
import { extension, invoice } from './support/operations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

const [line] = invoice.lines;

describe('8 Limits', () => {
	const service = target();
	let connection: TestConnection;
	let oldest: string;
	beforeAll(async () => {
		connection = await service.connect();
		oldest = (await connection.queue()).id;
		for (let count = 1; count < 101; count += 1) await connection.queue();
	});

	const list = (query?: Record<string, string>) =>
		connection.call('GET', '/queued_requests', { query });

	for (const size of [1, 2, 20, 99, 100])
		stated(`page_size may be ${size}`, async () => {
			await service.keeps(oldest);
			const { status, body } = await list({ page_size: String(size) });
			expect([status, body.data.length]).toEqual([200, size]);
		});

	for (const size of ['0', '-1', '101', '1000', '1.5', 'all', ''])
		decided(`page_size=${size} is invalid_request`, async () => {
			expectErrorAsHere(await list({ page_size: size }), 'invalid_request');
		});

	stated('page_size is 20 unless given', async () => {
		await service.keeps(oldest);
		const { body } = await list();
		expect(body.data.length).toBe(20);
	});

	for (const [size, pages] of [
		[undefined, 6],
		[1, 101],
		[2, 51],
		[99, 2],
		[100, 2],
	])
		decided(`101 requests are ${pages} pages of ${size ?? 'the usual size'}`, async () => {
			const { body } = await list(size === undefined ? {} : { page_size: String(size) });
			expect(body.total_pages).toBe(pages);
		});

	for (const [page, length] of [
		['1', 20],
		['2', 20],
		['6', 1],
	] as const)
		stated(`page may be ${page}`, async () => {
			await service.keeps(oldest);
			const { status, body } = await list({ page });
			expect([status, body.data.length]).toEqual([200, length]);
		});

	decided('page is the page that was asked for', async () => {
		for (const page of [1, 2, 6]) expect((await list({ page: String(page) })).body.page).toBe(page);
	});

	decided('a page behind the last one is empty', async () => {
		const { status, body } = await list({ page: '7' });
		expect([status, body]).toEqual([200, { data: [], page: 7, total_pages: 6 }]);
	});

	for (const page of ['0', '-1', '1.5', 'x', ''])
		decided(`page=${page} is invalid_request`, async () => {
			expectErrorAsHere(await list({ page }), 'invalid_request');
		});

	stated('page is 1 unless given', async () => {
		const own = await service.connect();
		const [older, newest] = await own.queueApart(2);
		await service.keeps(older.id, newest.id);
		expect(await own.listIds({ page_size: '1' })).toEqual([newest.id]);
		expect(await own.listIds({ page_size: '1', page: '1' })).toEqual([newest.id]);
	});

	const extend = (data_ext_name: string) =>
		connection.call('POST', '/data_ext_mods', { body: { ...extension, data_ext_name } });
	for (const length of [1, 30, 31])
		stated(`data_ext_name may have ${length} characters`, async () => {
			expectSuccess(await extend('ü'.repeat(length)));
		});
	for (const length of [32, 100])
		stated(`data_ext_name may not have ${length} characters`, async () => {
			expectError(await extend('ü'.repeat(length)), 'invalid_request');
		});
	decided('data_ext_name may not be empty', async () => {
		expectErrorAsHere(await extend(''), 'invalid_request');
	});

	const create = (count: number) =>
		connection.call('POST', '/invoices', { body: { ...invoice, lines: Array(count).fill(line) } });
	stated('an invoice may not have 0 lines', async () => {
		expectError(await create(0), 'invalid_request');
	});
	for (const count of [1, 2])
		stated(`an invoice may have ${count} lines`, async () => {
			expectSuccess(await create(count));
		});
	for (const count of [1, 2, 500])
		decided(`an invoice with ${count} lines goes out with all of them`, async () => {
			const { body } = await create(count);
			expect(body.data.request_xml.match(/<InvoiceLineAdd>/g)).toHaveLength(count);
		});

	const queueOf = (bytes: number) => {
		const frame = (text: string) =>
			`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq><FullName>${text}</FullName></CustomerQueryRq></QBXMLMsgsRq></QBXML>`;
		const request_xml = frame('x'.repeat(bytes - frame('').length));
		return connection.call('POST', '/queued_requests', { body: { request_xml } });
	};
	const MEBIBYTES_10 = 10 * 1024 * 1024;
	decided('request XML may have 10 MiB, and no more', async () => {
		expect((await queueOf(MEBIBYTES_10)).status).toBe(201);
		expectErrorAsHere(await queueOf(MEBIBYTES_10 + 1), 'invalid_request');
	});

	const nested = (depth: number): object =>
		depth === 0 ? { name: 'A', text: 'x' } : { name: 'A', children: [nested(depth - 1)] };
	const queueNested = (depth: number) =>
		connection.call('POST', '/queued_requests', {
			body: {
				request_json: {
					version: '16.0',
					// The element, QBXML, QBXMLMsgsRq and the request count, too.
					request: { name: 'HostQueryRq', children: [nested(depth - 4)] },
				},
			},
		});
	decided('a request may be 64 elements deep, and no deeper', async () => {
		expect((await queueNested(64)).status).toBe(201);
		expectErrorAsHere(await queueNested(65), 'invalid_request');
	});
});
