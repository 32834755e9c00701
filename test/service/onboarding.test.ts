import path from 'node:path';
import Database from 'libsql';
import { request } from 'undici';
import { temporaryFolder } from './support/process';
import { API_KEY, service, stopServices, type TestService } from './support/service';

describe('pages for people', () => {
	afterEach(stopServices);

	const basic = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;

	async function open(address: string, headers = {}) {
		const { statusCode, headers: answered, body } = await request(address, { headers });
		return { status: statusCode, location: answered.location, text: await body.text() };
	}

	async function onboardingOf(running: TestService, body: object = {}) {
		const { connection, username, password, call } = await running.connect(body);
		return { link: connection.links.onboarding, username, password, call };
	}

	describe('onboarding link', () => {
		it('shows the setup and gives the connector file', async () => {
			const running = await service();
			const { link, call } = await onboardingOf(running, { name: '<b>Rock & Roll</b>' });
			const page = await open(link);
			expect(page.status).toBe(200);
			expect(page.text).toContain('&lt;b&gt;Rock &amp; Roll&lt;/b&gt;');
			const { qwc } = (await call('GET', '/qwc')).body;
			expect((await open(`${link}/connector.qwc`)).text).toBe(qwc);
		});

		it('sends the customer back as cancelled', async () => {
			const running = await service();
			const { link } = await onboardingOf(running, { redirect_url: 'https://app.example/x?a=1' });
			expect(await open(`${link}/cancel`)).toMatchObject({
				status: 303,
				location: 'https://app.example/x?a=1&state=cancelled',
			});
		});

		it('sends the customer back as connected once the connector has connected', async () => {
			const running = await service();
			const { link, username, password, call } = await onboardingOf(running, {
				redirect_url: 'https://app.example/',
			});
			const early = await open(`${link}/finish`);
			expect(early.status).toBe(200);
			expect(early.text).toContain('has not connected yet');
			await call('GET', '/customers');
			const [ticket] = await running.connector.authenticate(username, password);
			await running.connector.sendRequestXML(ticket);
			expect(await open(`${link}/finish`)).toMatchObject({
				status: 303,
				location: 'https://app.example/?state=connected',
			});
		});

		it('says goodbye on a page of its own without a redirect URL', async () => {
			const running = await service();
			const { link } = await onboardingOf(running);
			const page = await open(`${link}/cancel`);
			expect(page.status).toBe(200);
			expect(page.text).toContain('cancelled');
		});

		it('expires after 48 hours, and says so to the application', async () => {
			const database = path.join(await temporaryFolder(), 'data');
			const before = await service({ database });
			const { link } = await onboardingOf(before, { redirect_url: 'https://app.example/' });
			const { link: plain } = await onboardingOf(before);
			await before.stop();
			const store = new Database(database);
			const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
			store.prepare('update connections set inserted_at = ?').run([hours(48.1)]);
			store.close();
			const { origin } = await service({ database });
			const now = (address: string) => open(`${origin}${new URL(address).pathname}`);
			expect(await now(link)).toMatchObject({
				status: 303,
				location: 'https://app.example/?state=expired',
			});
			expect((await now(`${link}/connector.qwc`)).status).toBe(303);
			expect((await now(plain)).status).toBe(410);
		});

		it('is unknown when it was never given out', async () => {
			const { origin } = await service();
			expect((await open(`${origin}/onboarding/unknown`)).status).toBe(404);
		});
	});

	describe('ui links', () => {
		it('lead to pages that show the connection and the request to the application alone', async () => {
			const running = await service();
			const { connection, call } = await running.connect({ name: 'Rock & Roll' });
			const { links, id } = (await call('GET', '/customers')).body.data;
			const page = (link: string, headers = {}) => open(`${running.origin}${link}`, headers);
			const authorization = basic;
			const ofConnection = await page(connection.links.ui, { authorization });
			expect(ofConnection.status).toBe(200);
			expect(ofConnection.text).toContain('Rock &amp; Roll');
			expect(ofConnection.text).toContain(id);
			expect(links.connection_ui).toBe(connection.links.ui);
			const ofRequest = await page(links.ui, { authorization });
			expect(ofRequest.status).toBe(200);
			expect(ofRequest.text).toContain('CustomerQueryRq');
			expect((await page(links.ui)).status).toBe(401);
			expect((await page('/ui/queued_requests/unknown', { authorization })).status).toBe(404);
		});
	});
});
