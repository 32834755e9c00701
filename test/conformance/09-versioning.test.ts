import { patientClient } from './support/client';
import { expectErrorAsHere } from './support/expectations';
import { operations } from './support/operations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

describe('9 Versioning', () => {
	const service = target();

	stated('the version is carried in the path: /api/v1', async () => {
		expect(service.facts().baseUrl).toMatch(/\/api\/v1$/);
	});

	stated('every operation is found under the base address', async () => {
		const { id } = await service.connect();
		const { status } = await service.api('GET', `/connections/${id}`);
		expect(status).toBe(200);
	});

	decided('the list of connections is found under the prefix alone', async () => {
		const { apiKey } = service.facts();
		const answer = await patientClient(service.origin(), apiKey)('GET', '/connections');
		expect(answer.status).toBe(404);
	});

	decided('paths in links carry the prefix', async () => {
		const { created, queue } = await service.connect();
		const { links } = await queue();
		for (const path of [created.links.self, links.self]) expect(path).toMatch(/^\/api\/v1\//);
	});

	decided('there is no other version', async () => {
		const other = patientClient(`${service.origin()}/api/v2`, service.facts().apiKey);
		expectErrorAsHere(await other('GET', '/connections'), 'not_found');
	});

	decided('the description is served at /openapi.json and declares version 1.0.0', async () => {
		const { status, text } = await service.api('GET', '/openapi.json');
		const { info, paths } = JSON.parse(text);
		expect([status, info.version]).toEqual([200, '1.0.0']);
		expect(Object.keys(paths)).toEqual(
			expect.arrayContaining([
				...new Set(operations.map(({ path }) => path('{connection_id}', '{request_id}'))),
			]),
		);
	});
});
