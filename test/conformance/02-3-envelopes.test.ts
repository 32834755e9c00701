import { XMLParser } from 'fast-xml-parser';

import { connectorFileIn, inConnectorFile } from './support/connector-file';
import { text, UUID, uuid } from './support/expectations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

describe('2.3 to 2.6 Envelopes', () => {
	const service = target();

	stated('the connection password object has an id and the password', async () => {
		const { call } = await service.connect();
		expect((await call('POST', '/password', { body: {} })).body).toMatchObject({
			data: { id: uuid, password: text },
		});
	});

	decided('the id of a connection password object is the connection’s', async () => {
		const { id, call } = await service.connect();
		expect((await call('POST', '/password', { body: {} })).body).toEqual({
			data: { id, password: text },
		});
	});

	stated('an error object has a code and a message', async () => {
		const { body } = await service.anonymous('GET', '/connections');
		expect(body).toMatchObject({ error: { code: text, message: text } });
	});

	decided('an error object has nothing but a code and a message', async () => {
		const { body } = await service.anonymous('GET', '/connections');
		expect(body).toEqual({ error: { code: text, message: text } });
	});

	const listOfOne = async () => {
		const connection = await service.connect();
		const { id } = await connection.queue();
		return { id, body: (await connection.call('GET', '/queued_requests')).body };
	};

	stated('the queued-request list has data, and page and total_pages as integers', async () => {
		const { id, body } = await listOfOne();
		const { data, page, total_pages } = body;
		expect(data).toEqual([expect.objectContaining({ id })]);
		expect([Number.isInteger(page), Number.isInteger(total_pages)]).toEqual([true, true]);
	});

	decided('the queued-request list has no more than that', async () => {
		const { body } = await listOfOne();
		expect(body).toEqual({ data: [expect.any(Object)], page: 1, total_pages: 1 });
	});

	decided('an empty list is one page', async () => {
		const { call } = await service.connect();
		expect((await call('GET', '/queued_requests')).body).toEqual({
			data: [],
			page: 1,
			total_pages: 1,
		});
	});

	const named = { name: 'Rock & <Roll>' };

	stated('the connector configuration response has qwc, which is XML', async () => {
		const { call } = await service.connect(named);
		const qwc = connectorFileIn((await call('GET', '/qwc')).body);
		expect(qwc).toMatch(/</);
		expect(() => new XMLParser().parse(qwc, true)).not.toThrow();
	});

	decided('the connector configuration response has nothing but qwc', async () => {
		const { call } = await service.connect(named);
		expect((await call('GET', '/qwc')).body).toEqual({ qwc: text });
	});

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
