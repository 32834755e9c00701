import { XMLParser } from 'fast-xml-parser';
import { text, UUID } from './support/expectations';
import { inConnectorFile } from './support/connector-file';
import { decided, statement } from './support/statement';
import { target } from './support/target';

describe('2.3 to 2.6 Envelopes', () => {
	const service = target();

	statement(
		'the connection password object has the connection’s id and the password, and no more',
		async () => {
			const { id, call } = await service.connect();
			expect((await call('POST', '/password', { body: {} })).body).toEqual({
				data: { id, password: text },
			});
		},
	);

	statement('an error object has a code and a message, and no more', async () => {
		const { body } = await service.anonymous('GET', '/connections');
		expect(body).toEqual({ error: { code: text, message: text } });
	});

	statement('the queued-request list has data, page and total_pages', async () => {
		const connection = await service.connect();
		const { id } = await connection.queue();
		const { body } = await connection.call('GET', '/queued_requests');
		expect(body).toEqual({ data: [expect.objectContaining({ id })], page: 1, total_pages: 1 });
	});

	decided('an empty list is one page', async () => {
		const { call } = await service.connect();
		expect((await call('GET', '/queued_requests')).body).toEqual({
			data: [],
			page: 1,
			total_pages: 1,
		});
	});

	statement(
		'the connector configuration response has qwc, well-formed XML, and no more',
		async () => {
			const { call } = await service.connect({ name: 'Rock & <Roll>' });
			const { body } = await call('GET', '/qwc');
			expect(body).toEqual({ qwc: text });
			expect(() => new XMLParser().parse(body.qwc, true)).not.toThrow();
		},
	);

	decided(
		'the connector file names the application, its address, the user and how often to run',
		async () => {
			const { call, created } = await service.connect();
			const { qwc } = (await call('GET', '/qwc')).body;
			const [, root] = /<(\w+)>/.exec(qwc) ?? [];
			expect(root).toBe('QBWCXML');
			expect(URL.canParse(inConnectorFile(qwc, 'AppURL'))).toBe(true);
			expect(inConnectorFile(qwc, 'UserName')).toBe(created.username);
			expect(inConnectorFile(qwc, 'QBType')).toBe('QBFS');
			expect(Number(inConnectorFile(qwc, 'RunEveryNMinutes'))).toBeGreaterThan(0);
			for (const element of ['OwnerID', 'FileID'])
				expect(inConnectorFile(qwc, element).slice(1, -1)).toMatch(UUID);
		},
	);
});
