import { HOST_AND_COMPANY } from '../service/support/qbxml';
import type { TestConnection } from './support/connection';
import { exchanged } from './support/exchange';
import { absoluteUrl, relativePath, text, timestamp, uuid } from './support/expectations';
import { decided, stated } from './support/statement';
import { target } from './support/target';

const responses = ['create', 'list', 'get'] as const;
type Response = (typeof responses)[number];

/** Where a field of a connection is present. */
interface Presence {
	readonly field: string;
	readonly form: unknown;
	readonly in: readonly Response[];
}

const everywhere = (field: string, form: unknown): Presence => ({ field, form, in: responses });

const links = expect.objectContaining({
	self: relativePath,
	ui: relativePath,
	onboarding: absoluteUrl,
});

/** What the table states, for a connection with a name and a redirect URL that has never connected. */
const said: readonly Presence[] = [
	everywhere('id', uuid),
	everywhere('app_id', uuid),
	everywhere('username', uuid),
	everywhere('name', 'Rock & Söhne'),
	everywhere('last_connected_at', null),
	everywhere('company_file', null),
	everywhere('type', text),
	everywhere('xml_version', null),
	everywhere('accounting_product_name', null),
	{ field: 'redirect_url', form: 'https://app.example/done', in: ['create', 'list'] },
	{ field: 'links', form: links, in: ['create', 'list'] },
];

describe('2.1 Connection', () => {
	const service = target();
	const views = {} as Record<Response, Record<string, unknown>>;

	beforeAll(async () => {
		const { id, created } = await service.connect({
			name: 'Rock & Söhne',
			redirect_url: 'https://app.example/done',
		});
		const listed = (await service.api('GET', '/connections')).body.data;
		views.create = { ...created };
		views.list = { ...listed.find((each) => each.id === id) };
		views.get = { ...(await service.api('GET', `/connections/${id}`)).body.data };
	});

	const expectPresence = (presence: Presence) => async () => {
		for (const response of responses) {
			if (presence.in.includes(response))
				expect(views[response]).toHaveProperty(presence.field, presence.form);
			else expect(views[response]).not.toHaveProperty(presence.field);
		}
	};
	const named = (presence: Presence): string => {
		const absent = responses.filter((response) => !presence.in.includes(response));
		const without = absent.length > 0 ? `, and absent from ${absent.join(' and ')}` : '';
		return `${presence.field} is present in the response to ${presence.in.join(', ')}${without}`;
	};
	for (const presence of said)
		stated(
			named(presence),
			expectPresence(presence),
			...(presence.form === null ? (['idle connection'] as const) : []),
		);

	for (const field of ['inserted_at', 'updated_at']) {
		stated(`${field} is in the create response`, async () => {
			expect(views.create).toHaveProperty(field, timestamp);
		});

		decided(`${field} is in no other response`, async () => {
			for (const response of ['list', 'get'] as const)
				expect(views[response]).not.toHaveProperty(field);
		});
	}

	decided('type is standard or simulated', async () => {
		expect(['standard', 'simulated']).toContain(views.get.type);
	});

	decided('links are paths from the root', async () => {
		expect(views.create).toMatchObject({
			links: { self: expect.stringMatching(/^\/[^/]/), ui: expect.stringMatching(/^\/[^/]/) },
		});
	});

	stated('name is optional at creation, and stays as it was given', async () => {
		const { id, created } = await service.connect({ name: 'Müller & Söhne' });
		expect(created.name).toBe('Müller & Söhne');
		expect((await service.api('GET', `/connections/${id}`)).body.data.name).toBe('Müller & Söhne');
	});

	decided('a name left blank is empty until the first request is processed', async () => {
		expect((await service.connect({ name: '  ' })).created.name).toBe('');
	});

	decided('redirect_url is null when none was given', async () => {
		expect((await service.connect()).created).toHaveProperty('redirect_url', null);
	});

	decided('links.self leads to the connection', async () => {
		const { created } = await service.connect();
		const path = created.links.self.replace(new URL(service.facts().baseUrl).pathname, '');
		expect((await service.api('GET', path)).body.data.id).toBe(created.id);
	});

	const facts = { hostAndCompany: HOST_AND_COMPANY, companyFile: 'C:\\Files\\Rock & Söhne.qbw' };

	async function connected(body: object = {}): Promise<TestConnection> {
		const connection = await service.connect(body);
		await exchanged(connection, undefined, { facts });
		return connection;
	}

	for (const [field, form, value] of [
		['last_connected_at', timestamp],
		['company_file', text, facts.companyFile],
		['xml_version', text, '16.0'],
		['accounting_product_name', text, 'QuickBooks Enterprise Solutions 24.0'],
	] as const) {
		const afterwards = async () => {
			const { id } = await connected();
			return (await service.api('GET', `/connections/${id}`)).body.data;
		};

		stated(
			`${field} is null until the customer has connected, and set afterwards`,
			async () => {
				expect(views.get).toHaveProperty(field, null);
				expect(await afterwards()).toHaveProperty(field, form);
			},
			'connector',
		);

		if (value === undefined) continue;
		decided(
			`${field} comes from what the connector reports`,
			async () => {
				expect(await afterwards()).toHaveProperty(field, value);
			},
			'connector',
		);
	}

	stated(
		'a name left blank becomes the company name once the first request is processed',
		async () => {
			const { id } = await connected();
			const { data } = (await service.api('GET', `/connections/${id}`)).body;
			expect(data.name).toBe('Rock & Söhne');
		},
		'connector',
	);

	stated(
		'a name that was given is kept when the company name becomes known',
		async () => {
			const { id } = await connected({ name: 'Given' });
			expect((await service.api('GET', `/connections/${id}`)).body.data.name).toBe('Given');
		},
		'connector',
	);
});
