import { answer } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';

const FILE = 'Q:\\Books\\Co.qbw';
const SHARE = '\\\\SRV\\Books\\Co.qbw';
const OTHER = [
	'0x8004040A',
	'A QuickBooks company data file is already open and it is different from the one requested.',
] as const;

describe('a company file that is in another place', () => {
	let running: TestService;
	let connection: TestConnection;
	beforeAll(async () => {
		running = await service();
	});
	beforeEach(async () => {
		connection = await running.connect();
		await visit(FILE);
	});
	afterAll(stopServices);

	const queue = async () => (await connection.call('GET', '/customers')).body.data.id;
	const signIn = () => running.connector.authenticate(connection.username, connection.password);

	/** A session that does the oldest request. */
	async function visit(companyFile: string): Promise<string> {
		const id = await queue();
		const [ticket] = await signIn();
		const sent = await running.connector.sendRequestXML(ticket, { companyFile });
		if (sent !== '') await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
		await running.connector.closeConnection(ticket);
		return (await recordOf(running, id)).state as string;
	}

	const page = async (path = `/ui/connections/${connection.id}`): Promise<string> =>
		(await running.page(path)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

	const press = async (site: string): Promise<number> => {
		const path = `/ui/connections/${connection.id}/company_file`;
		return (await running.press(path, { 'sec-fetch-site': site })).status;
	};

	it('is asked for by the name of whichever file is open, and nothing is written into that one', async () => {
		const id = await queue();
		const [ticket, wanted] = await signIn();
		expect(wanted).toBe(FILE);
		const { connector } = running;
		expect(await connector.connectionError(ticket, ...OTHER)).toBe('');
		expect(await connector.sendRequestXML(ticket, { companyFile: '' })).toBe('');
		expect(await connector.getLastError(ticket)).toContain(`${FILE}, but another one is open`);
		expect(await connector.sendRequestXML(ticket, { companyFile: SHARE })).toBe('');
		const said = await connector.getLastError(ticket);
		for (const words of [FILE, SHARE, 'mapped drive', 'The password stays.'])
			expect(said).toContain(words);
		expect(await connector.connectionError(ticket, ...OTHER)).toBe('done');
		expect((await recordOf(running, id)).state).toBe('waiting');
		for (const path of [undefined, '/ui'])
			expect(await page(path)).toContain(
				`Nothing is sent: the Web Connector found ${SHARE} open instead of ${FILE}.`,
			);
	});

	it('is used if it was its own after all', async () => {
		const id = await queue();
		const [ticket] = await signIn();
		await running.connector.connectionError(ticket, ...OTHER);
		expect(
			await running.connector.sendRequestXML(ticket, { companyFile: FILE.toLowerCase() }),
		).toContain('CustomerQueryRq');
		await running.connector.receiveResponseXML(ticket, answer('CustomerQuery'));
		await running.connector.closeConnection(ticket);
		expect((await recordOf(running, id)).state).toBe('response_received');
	});

	it('is said to be missing if it could not be opened, until it can', async () => {
		await queue();
		const [ticket] = await signIn();
		expect(
			await running.connector.connectionError(ticket, '0x80040408', 'Could not start QuickBooks.'),
		).toBe('done');
		expect(await page()).toContain(
			`the Web Connector could not open ${FILE}. It may have been moved or renamed`,
		);
		await visit(FILE);
		expect(await page()).not.toContain('Nothing is sent');
	});

	it('becomes its own at the press of a button, with the same password', async () => {
		expect(await visit(SHARE)).toBe('waiting');
		expect(await page()).toContain(SHARE);
		expect(await press('cross-site')).toBe(403);
		expect(await visit(SHARE)).toBe('waiting');
		expect(await press('same-origin')).toBe(303);
		expect(await page()).not.toContain('Nothing is sent');
		const [ticket, wanted] = await signIn();
		expect(wanted).toBe('');
		await running.connector.closeConnection(ticket);
		await visit(SHARE);
		expect((await running.api('GET', `/connections/${connection.id}`)).body.data.company_file).toBe(
			SHARE,
		);
	});
});
