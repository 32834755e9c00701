import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { request } from 'undici';

import { cleanUp, temporaryFolder } from './support/process';
import { service, stopServices } from './support/service';

describe('OpenAPI document', () => {
	afterAll(async () => {
		await stopServices();
		await cleanUp();
	});

	const served = async () => {
		const { baseUrl } = await service();
		const { statusCode, body } = await request(`${baseUrl}/openapi.json`);
		expect(statusCode).toBe(200);
		return (await body.json()) as {
			info: { version: string };
			paths: Record<string, Record<string, unknown>>;
		};
	};

	it('is a valid OpenAPI 3 document of version 1.0.0', async () => {
		const document = await served();
		expect(document.info.version).toBe('1.0.0');
		const file = path.join(await temporaryFolder(), 'openapi.json');
		await writeFile(file, JSON.stringify(document));
		const validator =
			require.resolve('@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
		await promisify(execFile)(process.execPath, [validator, file]);
	});

	it('describes the nineteen endpoints', async () => {
		const { paths } = await served();
		const endpoints = Object.entries(paths).flatMap(([template, operations]) =>
			Object.keys(operations)
				.filter((key) => ['get', 'post', 'delete'].includes(key))
				.map((method) => `${method} ${template}`),
		);
		const connection = '/connections/{connection_id}';
		expect(endpoints.sort()).toEqual(
			[
				'get /connections',
				'post /connections',
				`get ${connection}`,
				`delete ${connection}`,
				`post ${connection}/password`,
				`get ${connection}/qwc`,
				`get ${connection}/queued_requests`,
				`post ${connection}/queued_requests`,
				'get /queued_requests/{request_id}',
				'delete /queued_requests/{request_id}',
				`get ${connection}/customers`,
				`get ${connection}/vendors`,
				`get ${connection}/items`,
				`get ${connection}/sales_tax_items`,
				`get ${connection}/sales_tax_codes`,
				`get ${connection}/invoices`,
				`post ${connection}/invoices`,
				`get ${connection}/credit_memos`,
				`post ${connection}/data_ext_mods`,
			].sort(),
		);
	});
});
