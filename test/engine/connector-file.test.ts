import { useLocalService } from './support/local-service';
import { byId, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const service = useLocalService();
const server = useScriptedServer();

test('the file and its text, called after the connection', async () => {
	const id = await service.newConnection('Müller & Söhne: "Bau"');
	const { qwc } = await service.call<{ qwc: string }>('GET', `/connections/${id}/qwc`);
	const run = await runOperation(service, 'connection.getConnectorFile', {
		connection: { ...byId(id) },
	});
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([
		{
			json: { connection_id: id, file_name: 'Müller & Söhne Bau.qwc', qwc },
			binary: {
				data: expect.objectContaining({
					fileName: 'Müller & Söhne Bau.qwc',
					fileExtension: 'qwc',
					mimeType: 'application/xml',
				}),
			},
			pairedItem: { item: 0 },
		},
	]);
	const bytes = Buffer.from(run.items[0].binary?.data.data ?? '', 'base64');
	expect(bytes.toString('utf8')).toBe(qwc);
	expect(qwc).toContain('<QBWCXML>');
});

test('the field of the file can be chosen', async () => {
	const id = await service.newConnection();
	const run = await runOperation(service, 'connection.getConnectorFile', {
		connection: { ...byId(id) },
		binaryPropertyName: 'attachment',
	});
	expect(Object.keys(run.items[0].binary ?? {})).toEqual(['attachment']);
});

test('a connection without a name gives a file called by its ID', async () => {
	const id = await service.newConnection('');
	const run = await runOperation(service, 'connection.getConnectorFile', {
		connection: { ...byId(id) },
	});
	expect(run.items[0].json.file_name).toBe(`${id}.qwc`);
});

test('one file for each item', async () => {
	const ids = [await service.newConnection('One'), await service.newConnection('Two')];
	const run = await runOperation(
		service,
		'connection.getConnectorFile',
		{ connection: { ...byId('={{ $json.id }}') } },
		{ items: ids.map((id) => ({ id })) },
	);
	expect(run.items.map(({ json, pairedItem }) => [json.file_name, pairedItem])).toEqual([
		['One.qwc', { item: 0 }],
		['Two.qwc', { item: 1 }],
	]);
});

test('an answer without a file is an error, not an empty file', async () => {
	const id = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
	server.answerWith({ body: { data: { id, name: 'A' } } });
	const run = await runOperation(server, 'connection.getConnectorFile', {
		connection: { ...byId(id) },
	});
	expect(run.status).toBe('error');
	expect(run.error?.message).toBe("That address isn't an Accounting Sync Service.");
	expect(server.received.map(({ url }) => url)).toEqual([
		`/connections/${id}`,
		`/connections/${id}/qwc`,
	]);
});
