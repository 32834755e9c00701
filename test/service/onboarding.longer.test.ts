import path from 'node:path';

import Database from 'libsql';
import { request } from 'undici';

import { until } from '../../n8n/until';
import { createDesktopHost } from '../../simulator/host';
import { basic } from './support/api-client';
import { cleanUp, temporaryFolder } from './support/process';
import {
	API_KEY,
	OTHER_KEY,
	recordOf,
	service,
	stopServices,
	type TestService,
} from './support/service';

describe('pages for people', () => {
	afterEach(async () => {
		await stopServices();
		await cleanUp();
	});

	async function open(address: string, headers = {}, method: 'GET' | 'POST' = 'GET') {
		const { statusCode, headers: answered, body } = await request(address, { headers, method });
		return {
			status: statusCode,
			location: answered.location,
			policy: answered['content-security-policy'],
			text: await body.text(),
		};
	}

	const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
	const press = (address: string) => open(address, FORM, 'POST');

	async function onboardingOf(running: TestService, body: object = {}) {
		const { connection, ...others } = await running.connect(body);
		return { link: connection.links.onboarding, ...others };
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

		it('sends the customer back as connected once the connector has connected', async () => {
			const running = await service();
			const { link, take, call } = await onboardingOf(running, {
				redirect_url: 'https://app.example/',
			});
			const early = await press(`${link}/finish`);
			expect(early.status).toBe(200);
			expect(early.text).toContain('Waiting for the Web Connector');
			await call('GET', '/customers');
			await take();
			expect(await press(`${link}/finish`)).toMatchObject({
				status: 303,
				location: 'https://app.example/?state=connected',
			});
		});

		it('says goodbye on a page of its own without a redirect URL', async () => {
			const running = await service();
			const { link } = await onboardingOf(running);
			const page = await press(`${link}/cancel`);
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

		it('is made anew by the application or on its page, and begins the setup again', async () => {
			// Long enough for what is done with the new link, on a busy machine too.
			const running = await service({ onboardingHours: 10 / 3600 });
			const { connection, id, username, password } = await running.connect();
			const { onboarding: first } = connection.links;
			await until(
				() => open(first),
				({ status }) => status === 410,
			);
			const page = () =>
				open(`${running.origin}/ui/connections/${id}`, { authorization: basic(API_KEY) });
			expect((await page()).text).toContain('has expired');
			const call = (key: string) =>
				open(
					`${running.origin}/api/extras/connections/${id}/onboarding`,
					{ authorization: basic(key) },
					'POST',
				);
			expect((await call(OTHER_KEY)).status).toBe(404);
			expect((await call('nobody')).status).toBe(401);
			const renewed = JSON.parse((await call(API_KEY)).text).data;
			expect(renewed).toMatchObject({ id, username });
			expect((await open(renewed.links.onboarding)).status).toBe(200);
			// Whoever had the one before can do nothing with it.
			expect((await open(first)).status).toBe(404);
			await running.connector.authenticate(username, password);
			expect((await press(`${renewed.links.onboarding}/finish`)).text).toContain('finished');
			const finished = (await page()).text;
			expect(finished).toContain('Make a New Link');
			const button = `${running.origin}/ui/connections/${id}/onboarding`;
			const own = { authorization: basic(API_KEY), ...FORM, 'sec-fetch-site': 'same-origin' };
			expect((await open(button, { ...own, 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(
				403,
			);
			expect(await open(button, own, 'POST')).toMatchObject({
				status: 303,
				location: `/ui/connections/${id}`,
			});
			const [, newest = ''] = /href="([^"]+\/onboarding\/[^"]+)"/.exec((await page()).text) ?? [];
			expect(newest).not.toBe(renewed.links.onboarding);
			expect((await open(newest)).text).toContain('Connected');
			expect((await open(renewed.links.onboarding)).status).toBe(404);
		});

		it('shows a new password once, which the connector then signs in with', async () => {
			const running = await service();
			const { link, username, password: earlier } = await onboardingOf(running);
			const page = await press(`${link}/password`);
			const password = /<output class="password">([^<]{24})<\/output>/.exec(page.text)?.[1] ?? '';
			expect((await open(link)).text).not.toContain(password);
			expect(await running.connector.authenticate(username, earlier)).toEqual(['', 'nvu']);
			expect(await running.connector.authenticate(username, password)).toEqual(['', 'none']);
		});

		it('says that the connector has signed in, even when there is nothing to do yet', async () => {
			const running = await service();
			const { link, username, password } = await onboardingOf(running);
			const status = async () => JSON.parse((await open(`${link}/status`)).text);
			expect(await status()).toMatchObject({ connected: false });
			await running.connector.authenticate(username, 'wrong');
			expect(await status()).toMatchObject({ connected: false });
			await running.connector.authenticate(username, password);
			expect(await status()).toMatchObject({ connected: true });
		});

		it('changes nothing any more once the setup is finished', async () => {
			const running = await service();
			const { link, username, password } = await onboardingOf(running);
			await running.connector.authenticate(username, password);
			await press(`${link}/finish`);
			for (const again of [await open(link), await press(`${link}/password`)])
				expect(again.text).toContain('The setup is finished');
			expect((await open(`${link}/connector.qwc`)).text).not.toContain('QBWCXML');
			expect(await running.connector.authenticate(username, password)).toEqual(['', 'none']);
		});

		it('opens nothing but the setup', async () => {
			const running = await service();
			const { connection } = await running.connect();
			const [token] = connection.links.onboarding.split('/').slice(-1);
			expect(token).toMatch(/^[\w-]{32}$/);
			const authorization = basic(token);
			expect((await open(`${running.baseUrl}/connections`, { authorization })).status).toBe(401);
			expect((await open(`${running.origin}/ui`, { authorization })).status).toBe(401);
			const inside = running.api('GET', `/connections/${connection.id}`);
			expect(JSON.stringify((await inside).body)).not.toContain(token);
		});

		it('lets no redirect URL say anything else to a browser', async () => {
			const running = await service();
			const { connection } = await running.connect({
				redirect_url: 'https://a.example%3bscript-src/',
			});
			const policy = (await fetch(connection.links.onboarding)).headers.get(
				'content-security-policy',
			);
			expect(policy).toMatch(/form-action 'self'$/);
		});

		it('is named to nobody by a browser, not even for what its pages load', async () => {
			const running = await service();
			const { connection } = await running.connect();
			const { onboarding } = connection.links;
			const policyAt = async (address: string) =>
				(await fetch(address)).headers.get('referrer-policy');
			expect(await policyAt(onboarding)).toBe('no-referrer');
			expect(await policyAt(`${onboarding}x`)).toBe('no-referrer');
		});

		it('connects a simulated desktop on request', async () => {
			const running = await service({ desktops: createDesktopHost(), simulate: 'on-request' });
			const { connection } = await running.connect();
			expect(connection.type).toBe('standard');
			const { link, call } = await onboardingOf(running);
			expect((await open(link)).text).toContain('Connect a simulated desktop');
			expect((await press(`${link}/simulated-desktop`)).status).toBe(303);
			await until(
				() => open(`${link}/status`),
				({ text }) => JSON.parse(text).connected,
			);
			expect((await call('GET', '')).body.data.type).toBe('simulated');
			const { id } = (await call('GET', '/customers?max_returned=1')).body.data;
			await until(
				() => recordOf(running, id),
				({ state }) => state === 'response_received',
			);
		});

		it('offers no simulated desktop where there is none', async () => {
			const { link } = await onboardingOf(await service());
			expect((await open(link)).text).not.toContain('simulated');
		});

		it('says so when the Web Connector would refuse its address', async () => {
			const running = await service();
			const { link } = await onboardingOf(running);
			const { pathname } = new URL(link);
			const at = async (host: string) =>
				(await open(`${running.origin}${pathname}`, { host })).text;
			expect(await at('books.example')).toContain('QBWC1010');
			expect(await at('192.168.0.7:4300')).toContain('QBWC1001');
			for (const host of ['localhost:4300', '127.0.0.1:4300', '[::1]:4300'])
				expect(await at(host)).not.toMatch(/QBWC10/);
		});

		it('shows every step with the name that the Web Connector will show', async () => {
			const { link } = await onboardingOf(await service(), { name: 'Rock & Söhne' });
			const [, name] =
				/<AppName>(.*)<\/AppName>/.exec((await open(`${link}/connector.qwc`)).text) ?? [];
			const { text } = await open(link);
			expect(text).toContain(`asks whether to add “${name}”`);
			expect(text.match(/<svg\s+class="drawing"/g)).toHaveLength(4);
			expect(text).toContain('href="/connect#errors"');
		});

		it('is unknown when it was never given out', async () => {
			const { origin } = await service();
			expect((await open(`${origin}/onboarding/unknown`)).status).toBe(404);
		});
	});

	describe('the page “Connect a company”', () => {
		it('is there for everybody, and shows nothing of any connection', async () => {
			const running = await service();
			const { connection } = await running.connect({ name: 'Rock & Roll' });
			const page = await open(`${running.origin}/connect`);
			expect(page.status).toBe(200);
			for (const secret of ['Rock', connection.id, connection.links.onboarding])
				expect(page.text).not.toContain(secret);
		});

		it('has a row for every error code of the Web Connector and of QuickBooks', async () => {
			const { text } = await open(`${(await service()).origin}/connect`);
			const ends = '00 01 02 08 0A 0D 10 14 16 17 18 1A 1B 20 22 24'.split(' ');
			const codes = [
				...Array.from({ length: 49 }, (_, count) => `QBWC${1000 + count}`),
				...['QBWC1085', ...ends.map((end) => `0x800404${end}`)],
			].filter((code) => code !== 'QBWC1047');
			for (const code of codes)
				expect(text).toContain(`<span id="${code.toLowerCase()}">${code}</span>`);
			const anchors = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
			expect(new Set(anchors).size).toBe(anchors.length);
		});
	});

	describe('ui links', () => {
		it('lead to pages that show the connection and the request to the application alone', async () => {
			const running = await service();
			const { connection, call } = await running.connect({ name: 'Rock & Roll' });
			const { links, id } = (await call('GET', '/customers')).body.data;
			const page = (link: string, headers = {}) => open(`${running.origin}${link}`, headers);
			const authorization = basic(API_KEY);
			const ofConnection = await page(connection.links.ui, { authorization });
			expect(ofConnection.status).toBe(200);
			expect(ofConnection.text).toContain('Rock &amp; Roll');
			expect(ofConnection.text).toContain(id);
			expect(links.connection_ui).toBe(connection.links.ui);
			const ofRequest = await page(links.ui, { authorization });
			expect(ofRequest.status).toBe(200);
			expect(ofRequest.text).toContain('Find customers');
			expect((await page(links.ui)).status).toBe(401);
			expect((await page('/ui/queued_requests/unknown', { authorization })).status).toBe(404);
		});
	});
});
