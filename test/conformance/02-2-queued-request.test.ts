import type { Fields } from '../service/support/api-client';
import { answer } from '../service/support/qbxml';
import type { TestConnection } from './support/connection';
import { exchanged, iterated, openSession, vendorPage } from './support/exchange';
import { relativePath, text, timestamp, timestampWithZ, uuid } from './support/expectations';
import { request_json } from './support/operations';
import { decided, NotAsked, stated } from './support/statement';
import { target } from './support/target';
import { within } from './support/wait';

const states = expect.stringMatching(
	/^(waiting|retryable|ticketed|sent|response_received|error|discarded)$/,
);
const webhookStates = expect.stringMatching(/^(not_applicable|pending|succeeded|failed)$/);

/** Section 2.2: what `request_json` is made of. */
const jsonForm = expect.objectContaining({
	version: text,
	request: expect.objectContaining({ name: text }),
});

/** The forms of the table, for fields that a request has while it waits. Which of them are shown when is not shown. */
const forms: readonly [field: keyof Fields, form: unknown][] = [
	['webhook_state', webhookStates],
	['request_xml', expect.stringContaining('<')],
	['request_json', jsonForm],
	['webhook_attempts', []],
	[
		'links',
		expect.objectContaining({ self: relativePath, ui: relativePath, connection_ui: relativePath }),
	],
	['inserted_at', timestamp],
	['updated_at', timestamp],
];

/** What this project shows of a waiting request, everywhere. */
const shownHere: readonly [field: string, form: unknown][] = [
	['state', 'waiting'],
	['webhook_state', 'not_applicable'],
	['request_xml', expect.stringContaining('<CustomerQueryRq')],
	['request_json', expect.objectContaining({ version: text, request: expect.any(Object) })],
	['webhook_attempts', []],
	[
		'links',
		{
			self: expect.stringMatching(/^\/[^/]/),
			ui: expect.stringMatching(/^\/[^/]/),
			connection_ui: expect.stringMatching(/^\/[^/]/),
		},
	],
	['inserted_at', timestampWithZ],
	['updated_at', timestampWithZ],
];

const later = ['response_xml', 'response_json', 'error', 'webhook_url', 'webhook_error'];

type View = Readonly<Record<string, unknown>>;
const isShown = (value: unknown): boolean => value !== undefined && value !== null;

describe('2.2 Queued request', () => {
	const service = target();
	const views: Record<string, View> = {};
	let connection: TestConnection;

	beforeAll(async () => {
		connection = await service.connect();
		const { call } = connection;
		const created = (await call('POST', '/queued_requests', { body: { request_json } })).body.data;
		views.create = { ...created };
		views['a pre-built endpoint'] = { ...(await connection.queue()) };
		views.get = { ...(await service.recordOf(created.id)) };
		views.list = { ...(await connection.list()).find(({ id }) => id === created.id) };
	});

	stated('id is in every response with a queued request', async () => {
		for (const view of Object.values(views)) expect(view).toHaveProperty('id', uuid);
	});

	stated('state is in every response with a queued request', async () => {
		for (const view of Object.values(views)) expect(view).toHaveProperty('state', states);
	});

	for (const [field, form] of forms)
		stated(`${field} has the form of the table wherever it is shown`, async () => {
			const shown = Object.values(views)
				.map((view) => view[field])
				.filter(isShown);
			if (shown.length === 0) throw new NotAsked(`no answer shows ${field} of a waiting request`);
			expect(shown).toEqual(shown.map(() => form));
		});

	for (const [field, form] of shownHere)
		decided(
			`${field} is in every response with a queued request`,
			async () => {
				for (const view of Object.values(views)) expect(view).toHaveProperty(field, form);
			},
			'idle connection',
		);

	stated('connection_id is in the responses of create and of the pre-built endpoints', async () => {
		for (const view of [views.create, views['a pre-built endpoint']])
			expect(view).toHaveProperty('connection_id', connection.id);
	});

	decided('connection_id is absent when a request is got or listed', async () => {
		for (const view of [views.get, views.list]) expect(view).not.toHaveProperty('connection_id');
	});

	for (const field of later)
		decided(
			`${field} is absent while there is none`,
			async () => {
				for (const view of Object.values(views)) expect(view).not.toHaveProperty(field);
			},
			'idle connection',
		);

	decided('page and page_request_id are absent without automatic iteration', async () => {
		for (const view of Object.values(views)) {
			expect(view).not.toHaveProperty('page');
			expect(view).not.toHaveProperty('page_request_id');
		}
	});

	stated('the JSON form, where it is shown, names the request that was queued', async () => {
		const shown = [views.create, views.get, views.list]
			.map((view) => view.request_json)
			.filter(isShown);
		if (shown.length === 0) throw new NotAsked('no answer shows request_json');
		for (const each of shown) expect(each).toMatchObject({ request: { name: 'CustomerQueryRq' } });
	});

	decided('the JSON form is shown as it was given', async () => {
		expect(views.get).toHaveProperty('request_json', request_json);
	});

	decided('a request given as XML is shown in the same JSON form', async () => {
		const { request_xml } = views.create;
		const { data } = (await connection.call('POST', '/queued_requests', { body: { request_xml } }))
			.body;
		expect(data.request_json).toEqual(request_json);
	});

	decided('links.self leads to the request', async () => {
		const { links, id } = views.create as { links: { self: string }; id: string };
		const path = links.self.replace(new URL(service.facts().baseUrl).pathname, '');
		expect((await service.api('GET', path)).body.data.id).toBe(id);
	});

	const webhook_url = 'https://receiver.example/hook?a=1&b=2';
	const withWebhook = async () => {
		const queued = await connection.queueXml(webhook_url);
		return [queued.webhook_url, (await service.recordOf(queued.id)).webhook_url];
	};

	stated('webhook_url, where it is shown, is the one that was given', async () => {
		const shown = (await withWebhook()).filter(isShown);
		if (shown.length === 0) throw new NotAsked('no answer shows webhook_url');
		expect(shown).toEqual(shown.map(() => webhook_url));
	});

	decided('webhook_url is shown at once, and when the request is got', async () => {
		expect(await withWebhook()).toEqual([webhook_url, webhook_url]);
	});

	const answered = async () => {
		const records =
			'<CustomerRet><Name>A &amp; B</Name><IsActive>true</IsActive><ShipToAddress><Name>C</Name></ShipToAddress></CustomerRet>';
		const response = answer('CustomerQuery', { requestID: '1', records });
		const { id } = await exchanged(await service.connect(), response);
		const record = await within(
			() => service.recordOf(id),
			({ response_xml, response_json }) => isShown(response_xml ?? response_json),
		);
		return { response, record };
	};

	stated(
		'the response is present once it exists, as XML, as a list of JSON objects or both',
		async () => {
			const { response_xml, response_json } = (await answered()).record;
			expect([response_xml, response_json].filter(isShown)).not.toEqual([]);
			if (isShown(response_xml)) expect(response_xml).toMatch(/</);
			if (isShown(response_json))
				expect(response_json).toEqual(Array(response_json.length).fill(expect.any(Object)));
		},
		'connector',
	);

	decided(
		'both forms of the response are present, the XML word by word',
		async () => {
			const { response, record } = await answered();
			expect([record.response_xml, record.response_json]).toEqual([response, [expect.any(Object)]]);
		},
		'connector',
	);

	decided(
		'response_json holds one object per answer document: attributes with @, what may repeat as lists',
		async () => {
			expect((await answered()).record.response_json).toEqual([
				{
					QBXMLMsgsRs: {
						CustomerQueryRs: {
							'@requestID': '1',
							'@statusCode': 0,
							'@statusSeverity': 'Info',
							'@statusMessage': 'Status OK',
							CustomerRet: [{ Name: 'A & B', IsActive: true, ShipToAddress: [{ Name: 'C' }] }],
						},
					},
				},
			]);
		},
		'connector',
	);

	const refused = async () => {
		const response = answer('CustomerQuery', {
			requestID: '1',
			statusCode: 3120,
			severity: 'Error',
		});
		const { id } = await exchanged(await service.connect(), response);
		return (await service.recordOf(id)).error;
	};

	stated(
		'error, where it is shown, has a message and a code, and details are an object',
		async () => {
			const error = await refused();
			if (!isShown(error)) throw new NotAsked('a refused request shows no error');
			expect(error).toMatchObject({ code: text, message: text });
			if (isShown(error.details)) expect(error.details).toEqual(expect.any(Object));
		},
		'connector',
	);

	decided(
		'the error of a refused request has the application’s status as code, its words, and details',
		async () => {
			expect(await refused()).toEqual({
				code: '3120',
				message: 'Status OK',
				details: { statusCode: 3120, statusSeverity: 'Error', requestID: '1' },
			});
		},
		'connector',
	);

	const undelivered = async () => {
		const { url, received } = await service.receiver((response) => {
			response.writeHead(503).end('No');
		});
		const { id } = await exchanged(await service.connect(), undefined, { webhookUrl: url });
		await received(1);
		return within(
			() => service.recordOf(id),
			({ webhook_state }) => webhook_state !== 'pending',
		);
	};

	stated(
		'webhook_error is there when delivery failed',
		async () => {
			const { webhook_state, webhook_error } = await undelivered();
			if (webhook_state !== 'failed')
				throw new NotAsked(`delivery to a receiver that answers 503 is ${webhook_state}`);
			expect(webhook_error).toEqual(text);
		},
		'connector',
		'receiver',
	);

	decided(
		'webhook_attempts has the status that each try was answered with, and webhook_error the last one',
		async () => {
			const record = await undelivered();
			expect(record.webhook_error).toMatch(/503/);
			expect(record.webhook_attempts).toEqual(
				Array(3).fill({ attempted_at: timestampWithZ, response: expect.stringContaining('503') }),
			);
		},
		'connector',
		'receiver',
		'settings',
	);

	const pagesOf = async (own: TestConnection, id: string) =>
		(await own.list({ sort_direction: 'asc' })).filter((each) => each.id === id);

	stated(
		'with automatic iteration each page has its own record; id and webhook_url are the same across pages',
		async () => {
			const own = await service.connect();
			const { queued } = await iterated(own, 3);
			const pages = await within(
				() => pagesOf(own, queued.id),
				({ length }) => length >= 3,
			);
			if (pages.length < 3)
				throw new NotAsked(
					`of three pages the list holds ${pages.length}; where else they show is not shown`,
				);
			expect(new Set(pages.map((page) => page.webhook_url)).size).toBe(1);
		},
		'connector',
	);

	stated(
		'page_request_id and page tell the records of the pages apart',
		async () => {
			const own = await service.connect();
			const { queued } = await iterated(own, 3);
			const pages = await pagesOf(own, queued.id);
			if (!pages.some(({ page, page_request_id }) => isShown(page) || isShown(page_request_id)))
				throw new NotAsked('the list shows neither page nor page_request_id');
			const marks = pages.map(({ page, page_request_id }) => `${page} ${page_request_id}`);
			expect(new Set(marks).size).toBe(pages.length);
		},
		'connector',
	);

	decided(
		'the record of each page has the webhook URL and the answer of its own',
		async () => {
			const own = await service.connect();
			const { queued } = await iterated(own, 3, { webhook_url });
			const pages = await pagesOf(own, queued.id);
			expect(pages.map((page) => page.webhook_url)).toEqual(Array(3).fill(webhook_url));
			expect(new Set(pages.map((page) => page.response_xml)).size).toBe(3);
		},
		'connector',
	);

	decided(
		'page counts from 1, and page_request_id is a UUID of the page’s own, on the first page the id',
		async () => {
			const own = await service.connect();
			const { queued } = await iterated(own, 2);
			const pages = await pagesOf(own, queued.id);
			expect(pages.map(({ page }) => page)).toEqual([1, 2]);
			expect(pages.map(({ page_request_id }) => page_request_id)).toEqual([queued.id, uuid]);
			expect(pages[1].page_request_id).not.toBe(queued.id);
		},
		'connector',
	);

	decided(
		'getting an iterated request by its ID shows its newest page',
		async () => {
			const own = await service.connect();
			const { id } = await own.queue('/vendors', { iterate: 'true' });
			const session = await openSession(own);
			await session.send();
			await session.receive(vendorPage(1));
			expect(await service.recordOf(id)).toMatchObject({ id, page: 2, state: 'ticketed' });
			await session.close();
		},
		'connector',
	);
});
