import { until } from '../../n8n/until';
import { answer } from './support/qbxml';
import {
	recordOf,
	service,
	stopServices,
	type TestConnection,
	type TestService,
} from './support/service';
import { type SoapLibraryClient, soapLibraryClient } from './support/soap-library-client';

const COMPANY_FILE = 'C:\\Files\\Rock & Söhne.qbw';
const OTHER_FILE = 'D:\\Files\\Other.qbw';

describe('a connector that a SOAP library makes from the WSDL', () => {
	let running: TestService;
	let connection: TestConnection;
	let connector: SoapLibraryClient;

	async function start(options?: Parameters<typeof service>[0]): Promise<void> {
		running = await service(options);
		connector = await soapLibraryClient(`${running.origin}/connector?wsdl`);
		connection = await running.connect();
	}
	beforeAll(() => start());
	beforeEach(async () => {
		connection = await running.connect();
	});
	afterAll(stopServices);

	const queue = async () => (await connection.call('GET', '/customers')).body.data.id;
	const signIn = () => connector.authenticate(connection.username, connection.password);
	const lastError = (ticket: string) => connector.call('getLastError', { ticket });
	const close = (ticket: string) => connector.call('closeConnection', { ticket });

	async function exchange(companyFile = COMPANY_FILE): Promise<string> {
		const id = await queue();
		const [ticket] = await signIn();
		await connector.send(ticket, companyFile);
		await connector.receive(ticket, answer('CustomerQuery'));
		await close(ticket);
		return id;
	}

	it('goes through a whole session', async () => {
		const id = await queue();
		expect(await connector.call('serverVersion')).toMatch(/^\d+\.\d+\.\d+$/);
		expect(await connector.call('clientVersion', { strVersion: '2.3.0.215' })).toBeUndefined();
		const [ticket, companyFile] = await signIn();
		expect(companyFile).toBe('');
		expect(await connector.send(ticket)).toBe((await recordOf(running, id)).request_xml);
		const records = '<CustomerRet><Name> A &amp; B &lt;C&gt; </Name></CustomerRet>';
		const response = answer('CustomerQuery', { records });
		expect(await connector.receive(ticket, response)).toBe(100);
		expect(await lastError(ticket)).toBeUndefined();
		expect(await close(ticket)).toBe('OK');
		expect((await recordOf(running, id)).response_xml).toBe(response);
	});

	it.each([
		['1.5.0.0', /^E:.*1\.5\.0\.0/],
		['2.0.0.147', /^W:.*2\.0\.0\.147/],
		['2.1.0.30', undefined],
		['34.0.10014.93', undefined],
		['', undefined],
		['unknown', undefined],
	])('is told what to do with version %j', async (strVersion, expected) => {
		const verdict = await connector.call('clientVersion', { strVersion });
		if (expected) expect(verdict).toMatch(expected);
		else expect(verdict).toBeUndefined();
	});

	describe('authenticate answers', () => {
		it('nvu to a wrong user name or password', async () => {
			await queue();
			expect(await connector.authenticate(connection.username, 'wrong')).toEqual(['', 'nvu']);
			expect(await connector.authenticate('nobody', connection.password)).toEqual(['', 'nvu']);
		});

		it('none when nothing is to be done', async () => {
			expect(await signIn()).toEqual(['', 'none']);
		});

		it('with nothing, for whichever company file is open, the first time', async () => {
			await queue();
			expect((await signIn())[1]).toBe('');
		});

		it('with the connection’s company file once it is known', async () => {
			await exchange();
			await queue();
			expect((await signIn())[1]).toBe(COMPANY_FILE);
		});

		it('busy to a second session, which then gets its turn', async () => {
			await queue();
			const [ticket] = await signIn();
			await connector.send(ticket);
			expect(await signIn()).toEqual(['', 'busy']);
			await close(ticket);
			await queue();
			expect((await signIn())[1]).toBe('');
		});
	});

	describe('with another company file open', () => {
		it('gets no request, learns why from getLastError, and the request waits', async () => {
			await exchange();
			const id = await queue();
			const [ticket] = await signIn();
			expect(await connector.send(ticket, OTHER_FILE)).toBeUndefined();
			expect(await lastError(ticket)).toContain(OTHER_FILE);
			await close(ticket);
			expect((await recordOf(running, id)).state).toBe('waiting');
			const { body } = await running.api('GET', `/connections/${connection.id}`);
			expect(body.data.company_file).toBe(COMPANY_FILE);
		});

		it('gets its request when only the case of the file’s name is different', async () => {
			await exchange();
			await queue();
			const [ticket] = await signIn();
			expect(await connector.send(ticket, COMPANY_FILE.toUpperCase())).toContain('CustomerQueryRq');
		});

		it('reports that it cannot open the one wanted, and the request waits', async () => {
			await exchange();
			const id = await queue();
			const [ticket] = await signIn();
			const report = { ticket, hresult: '0x8004040A', message: 'Another file is open' };
			expect(await connector.call('connectionError', report)).not.toBe('done');
			expect(await connector.call('connectionError', report)).toBe('done');
			expect((await recordOf(running, id)).state).toBe('waiting');
		});

		const newPasswords: Array<[string, () => Promise<string>]> = [
			[
				'through the interface',
				async () => (await connection.call('POST', '/password')).body.data.password,
			],
			[
				'on the setup page',
				async () => {
					const { onboarding } = connection.connection.links;
					const page = await fetch(`${onboarding}/password`, { method: 'POST' });
					return /class="password">([^<]+)</.exec(await page.text())?.[1] ?? '';
				},
			],
		];
		it.each(newPasswords)(
			'takes it over when the password has been set anew %s',
			async (_, set) => {
				await exchange();
				const password = await set();
				const id = await queue();
				const [ticket, companyFile] = await connector.authenticate(connection.username, password);
				expect(companyFile).toBe('');
				await connector.send(ticket, OTHER_FILE);
				await connector.receive(ticket, answer('CustomerQuery'));
				expect((await recordOf(running, id)).state).toBe('response_received');
				const { body } = await running.api('GET', `/connections/${connection.id}`);
				expect(body.data.company_file).toBe(OTHER_FILE);
			},
		);
	});

	it('is told to call getLastError when it answers what nobody asked', async () => {
		await queue();
		const [ticket] = await signIn();
		expect(await connector.receive(ticket, answer('CustomerQuery'))).toBeLessThan(0);
		expect(await lastError(ticket)).toMatch(/no request/i);
		expect(await connector.receive('not-a-ticket', answer('CustomerQuery'))).toBeLessThan(0);
		expect(await lastError('not-a-ticket')).toMatch(/no open session/i);
	});

	it('hears how far it has come', async () => {
		for (let count = 0; count < 4; count += 1) await queue();
		const [ticket] = await signIn();
		const progress = [];
		for (let count = 0; count < 4; count += 1) {
			await connector.send(ticket);
			progress.push(await connector.receive(ticket, answer('CustomerQuery')));
		}
		expect(progress).toEqual([25, 50, 75, 100]);
	});

	it('that goes silent loses its session, and what it was sent is never sent again', async () => {
		await start({ sessionTimeoutSeconds: 0.5 });
		const id = await queue();
		const [ticket] = await signIn();
		await connector.send(ticket);
		const record = await until(
			() => recordOf(running, id),
			({ state }) => state !== 'sent',
		);
		expect(record).toMatchObject({ state: 'error', error: { code: 'connection_error' } });
		expect(await connector.receive(ticket, answer('CustomerQuery'))).toBeLessThan(0);
		expect(await lastError(ticket)).toMatch(/no open session/i);
		expect(await signIn()).toEqual(['', 'none']);
	});
});
