import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { createDesktopHost } from '../../simulator/host';
import { startDesktop } from '../../simulator/start';
import { receiver, stopReceivers } from '../service/support/receiver';
import { API_KEY, service, stopServices, type TestService } from '../service/support/service';
import { startChromium } from './support/chromium';

const SCREENSHOTS =
	process.env.SCREENSHOTS_FOLDER ?? path.resolve(__dirname, '../../test-output/pages');
const sizes = {
	phone: { width: 390, height: 844 },
	desktop: { width: 1280, height: 900 },
};

type Size = keyof typeof sizes;

/** The application that the customer comes from and goes back to. */
async function startApplication() {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end('<!DOCTYPE html><title>Welcome back</title><link rel="icon" href="data:,">');
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		address: `http://127.0.0.1:${port}`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

let running: TestService;
let application: Awaited<ReturnType<typeof startApplication>>;
let chrome: Awaited<ReturnType<typeof startChromium>>;

beforeAll(async () => {
	await mkdir(SCREENSHOTS, { recursive: true });
	application = await startApplication();
	running = await service({
		desktops: createDesktopHost(),
		simulate: 'on-request',
		webhookTries: [0, 3600],
	});
	chrome = await startChromium({ httpCredentials: { username: API_KEY, password: '' } });
}, 60_000);

afterAll(async () => {
	await chrome?.stop();
	application?.close();
	stopReceivers();
	await stopServices();
});

/** What the browser complains of: broken scripts, and what the content security policy has blocked. */
const complaints: string[] = [];

async function open(address: string, size: Size = 'desktop'): Promise<Page> {
	const page = await chrome.browser.newPage();
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text());
	});
	await page.setViewportSize(sizes[size]);
	await page.goto(address);
	return page;
}

afterEach(() => {
	expect(complaints.splice(0)).toEqual([]);
});

const picture = (page: Page, name: string) =>
	page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
	const [content, window] = await page.evaluate<[number, number]>(
		'[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
	);
	expect(content).toBeLessThanOrEqual(window);
}

const newConnection = async (body: object) =>
	(await running.api('POST', '/connections', { body })).body.data;

describe('setup as the customer lives it', () => {
	it.each(Object.keys(sizes) as Size[])(
		'in a window the size of a %s: file, password, connector, finish',
		async (size) => {
			const redirect_url = `${application.address}/done?customer=7`;
			const { links } = await newConnection({ name: 'Rock & Söhne', redirect_url });
			const page = await open(links.onboarding, size);
			await expectNoSidewaysScrolling(page);
			await picture(page, `onboarding-${size}-start`);

			const [download] = await Promise.all([
				page.waitForEvent('download'),
				page.getByRole('link', { name: 'Download the connector file' }).click(),
			]);
			expect(download.suggestedFilename()).toBe('connector.qwc');
			const connectorFile = await (await download.createReadStream()).toArray();

			await page.getByRole('button', { name: 'Show the password' }).click();
			const password = await page.locator('output.password').innerText();
			await expectNoSidewaysScrolling(page);
			await picture(page, `onboarding-${size}-password`);
			const finish = page.getByRole('button', { name: 'Finish' });
			expect(await finish.isEnabled()).toBe(false);

			const desktop = startDesktop({
				connectorFile: Buffer.concat(connectorFile).toString(),
				password,
			});
			await page.getByRole('status').getByText('Connected').waitFor();
			expect(await page.locator('output.password').innerText()).toBe(password);
			await picture(page, `onboarding-${size}-connected`);
			await desktop.stop();

			await finish.click();
			await page.waitForURL(`${redirect_url}&state=connected`);
			expect(await page.title()).toBe('Welcome back');
			await page.close();
		},
	);

	it('cancelled, on a closing page when there is no redirect URL', async () => {
		const { links } = await newConnection({});
		const page = await open(links.onboarding, 'phone');
		await page.getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('heading', { name: 'The setup was cancelled' }).waitFor();
		await picture(page, 'onboarding-phone-cancelled');
		await page.close();
	});

	it('by a tester, with a simulated desktop', async () => {
		const { links } = await newConnection({ name: 'A tester’s company' });
		const page = await open(links.onboarding);
		await page.getByRole('button', { name: 'Connect a simulated desktop' }).click();
		await page.getByRole('status').getByText('Connected').waitFor();
		await picture(page, 'onboarding-desktop-simulated');
		await page.getByRole('button', { name: 'Finish' }).click();
		await page.getByRole('heading', { name: 'Your company file is connected' }).waitFor();
		await picture(page, 'onboarding-desktop-finished');
		await page.close();
	});
});

describe('why nothing has arrived', () => {
	const queue = async (id: string, query: Record<string, string> = {}) =>
		(await running.api('GET', `/connections/${id}/customers`, { query })).body.data;

	it.each(Object.keys(sizes) as Size[])(
		'is the first thing on the page of a request, in a window the size of a %s',
		async (size) => {
			const connection = await newConnection({ name: `Nobody home (${size})` });
			const waiting = await queue(connection.id, { name: 'Müller' });
			const page = await open(`${running.origin}${waiting.links.ui}`, size);
			const status = page.locator('.status').first();
			expect(await status.innerText()).toContain('The connector has never signed in');
			await expectNoSidewaysScrolling(page);
			await picture(page, `request-${size}-waiting`);
			await page.close();
		},
	);

	it('is followed by request, response and delivery tries', async () => {
		const hook = await receiver((response) => void response.writeHead(500).end('Out of <order>'));
		const connection = await newConnection({ name: 'Harbor' });
		const setup = await open(connection.links.onboarding);
		await setup.getByRole('button', { name: 'Connect a simulated desktop' }).click();
		await setup.getByRole('status').getByText('Connected').waitFor();
		await setup.close();
		await queue(connection.id, { active_status: 'InactiveOnly' });
		const { links } = await queue(connection.id, { max_returned: '2', webhook_url: hook.url });
		await hook.received(1);

		const page = await open(`${running.origin}${links.connection_ui}`);
		await page.getByText('pending').waitFor();
		await picture(page, 'connection-desktop');
		await page.getByRole('link', { name: 'CustomerQueryRq' }).first().click();
		const status = page.locator('.status').first();
		expect(await status.innerText()).toMatch(
			/answered\. The webhook has not been accepted in 1 try; the last answer was: 500 Internal Server Error\. The next try is in \d+ minutes\./,
		);
		expect(await page.getByText('Out of <order>').count()).toBe(1);
		expect(await page.locator('pre').nth(1).innerText()).toContain('\n      <CustomerRet>\n');
		await picture(page, 'request-desktop-undelivered');
		await page.getByRole('link', { name: 'Connections' }).click();
		await page.getByRole('heading', { name: 'Connections' }).waitFor();
		await picture(page, 'connections-desktop');
		await page.setViewportSize(sizes.phone);
		await expectNoSidewaysScrolling(page);
		await page.close();
	});
});
