import { answer, hostAndCompany } from '../service/support/qbxml';
import { openSession } from './support/exchange';
import { PATH, text, timestamp, uuid } from './support/expectations';
import { decided, statement } from './support/statement';
import { target, type TestConnection } from './support/target';

const RESPONSES = ['create', 'list', 'get'] as const;
type Response = (typeof RESPONSES)[number];

/** Where a field of a connection is present. */
interface Presence {
	readonly field: string;
	readonly form: unknown;
	readonly in: readonly Response[];
}

const everywhere = (field: string, form: unknown): Presence => ({ field, form, in: RESPONSES });

const links = {
	self: expect.stringMatching(PATH),
	ui: expect.stringMatching(PATH),
	onboarding: expect.stringMatching(/^https?:\/\//),
};

const said: readonly Presence[] = [
	everywhere('id', uuid),
	everywhere('app_id', uuid),
	everywhere('username', uuid),
	everywhere('name', text),
	everywhere('last_connected_at', null),
	everywhere('company_file', null),
	everywhere('type', expect.stringMatching(/^(standard|simulated)$/)),
	everywhere('xml_version', null),
	everywhere('accounting_product_name', null),
	{ field: 'redirect_url', form: 'https://app.example/done', in: ['create', 'list'] },
	{ field: 'links', form: links, in: ['create', 'list'] },
];

const open: readonly Presence[] = [
	{ field: 'inserted_at', form: timestamp, in: ['create'] },
	{ field: 'updated_at', form: timestamp, in: ['create'] },
];

describe('2.1 Connection', () => {
	const service = target();
	const views = {} as Record<Response, Record<string, unknown>>;

	beforeAll(async () => {
		const { id, created } = await service.connect({ redirect_url: 'https://app.example/done' });
		const listed = (await service.api('GET', '/connections')).body.data;
		views.create = { ...created };
		views.list = { ...listed.find((each) => each.id === id) };
		views.get = { ...(await service.api('GET', `/connections/${id}`)).body.data };
	});

	const expectPresence = (presence: Presence) => async () => {
		for (const response of RESPONSES) {
			if (presence.in.includes(response))
				expect(views[response]).toHaveProperty(presence.field, presence.form);
			else expect(views[response]).not.toHaveProperty(presence.field);
		}
	};
	const named = (presence: Presence): string => {
		const absent = RESPONSES.filter((response) => !presence.in.includes(response));
		const without = absent.length > 0 ? `, and absent from ${absent.join(' and ')}` : '';
		return `${presence.field} is present in the response to ${presence.in.join(', ')}${without}`;
	};
	for (const presence of said) statement(named(presence), expectPresence(presence));
	for (const presence of open) decided(named(presence), expectPresence(presence));

	statement('inserted_at and updated_at are in the create response', async () => {
		expect(views.create).toMatchObject({ inserted_at: timestamp, updated_at: timestamp });
	});

	statement('name is optional at creation, and stays as it was given', async () => {
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

	statement('links.self leads to the connection', async () => {
		const { created } = await service.connect();
		const path = created.links.self.replace(new URL(service.facts().baseUrl).pathname, '');
		expect((await service.api('GET', path)).body.data.id).toBe(created.id);
	});

	const facts = { hostAndCompany, companyFile: 'C:\\Files\\Rock & Söhne.qbw' };

	async function connected(body: object = {}): Promise<TestConnection> {
		const connection = await service.connect(body);
		await connection.queue();
		const session = await openSession(connection);
		await session.send(facts);
		await session.receive(answer('CustomerQuery'));
		await session.close();
		return connection;
	}

	const afterwards: readonly [field: string, form: unknown][] = [
		['last_connected_at', timestamp],
		['company_file', facts.companyFile],
		['xml_version', text],
		['accounting_product_name', 'QuickBooks Enterprise Solutions 24.0'],
	];
	for (const [field, form] of afterwards)
		statement(
			`${field} is null until the customer has connected, and set afterwards`,
			async () => {
				expect(views.get).toHaveProperty(field, null);
				const { id } = await connected();
				const { data } = (await service.api('GET', `/connections/${id}`)).body;
				expect(data).toHaveProperty(field, form);
			},
			'connector',
		);

	statement(
		'a name left blank becomes the company name once the first request is processed',
		async () => {
			const { id } = await connected();
			const { data } = (await service.api('GET', `/connections/${id}`)).body;
			expect(data.name).toBe('Rock & Söhne');
		},
		'connector',
	);

	statement(
		'a name that was given is kept when the company name becomes known',
		async () => {
			const { id } = await connected({ name: 'Given' });
			expect((await service.api('GET', `/connections/${id}`)).body.data.name).toBe('Given');
		},
		'connector',
	);
});
