import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { type AxeResults, source as axe } from 'axe-core';
import type { Page } from 'playwright-core';

import { until } from '../../n8n/until';
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
});

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

/** What axe finds on a page that keeps somebody from reading or using it, in light and in dark. */
async function accessibilityFindings(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme });
		const { violations } = await page.evaluate<AxeResults>(`${axe}; axe.run()`);
		const heavy = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
		for (const { id, help, nodes } of heavy)
			found.push(`${colorScheme}: ${id} (${help}) ${nodes.map(({ html }) => html).join(' ')}`);
	}
	return found;
}

/** Takes pictures of a page as it is on a desktop, on a phone and in the dark, and checks that all can read it. */
async function expectReadable(page: Page, name: string): Promise<void> {
	for (const size of Object.keys(sizes) as Size[]) {
		await page.setViewportSize(sizes[size]);
		await expectNoSidewaysScrolling(page);
		expect(await accessibilityFindings(page)).toEqual([]);
		await picture(page, `${name}-${size}`);
	}
	await page.setViewportSize(sizes.desktop);
	await page.emulateMedia({ colorScheme: 'dark' });
	await picture(page, `${name}-dark`);
	await page.emulateMedia({ colorScheme: 'light' });
}

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
			expect(await accessibilityFindings(page)).toEqual([]);
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
			expect(await accessibilityFindings(page)).toEqual([]);
			await picture(page, `onboarding-${size}-password`);
			const finish = page.getByRole('button', { name: 'Finish' });
			expect(await finish.isEnabled()).toBe(false);

			const desktop = startDesktop({
				connectorFile: Buffer.concat(connectorFile).toString(),
				password,
			});
			await page.getByRole('status').getByText('Connected').waitFor();
			expect(await page.locator('output.password').innerText()).toBe(password);
			expect(await accessibilityFindings(page)).toEqual([]);
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
		expect(await accessibilityFindings(page)).toEqual([]);
		await picture(page, 'onboarding-phone-cancelled');
		await page.close();
	});

	it('looked up step by step, and by its error codes', async () => {
		const page = await open(`${running.origin}/connect`);
		await page.getByRole('heading', { name: 'Connect a company' }).waitFor();
		expect(await page.getByRole('img', { name: 'Application Certificate' }).count()).toBe(1);
		await expectReadable(page, 'connect');
		await page.getByRole('link', { name: 'See below' }).click();
		await page.getByRole('row', { name: 'QBWC1039' }).getByText('as its Admin').waitFor();
		await page.close();
	});

	it('by a tester, with a simulated desktop', async () => {
		const { links } = await newConnection({ name: 'A tester’s company' });
		const page = await open(links.onboarding);
		await page.getByRole('button', { name: 'Connect a simulated desktop' }).click();
		await page.getByRole('status').getByText('Connected').waitFor();
		expect(await accessibilityFindings(page)).toEqual([]);
		await picture(page, 'onboarding-desktop-simulated');
		await page.getByRole('button', { name: 'Finish' }).click();
		await page.getByRole('heading', { name: 'Your company file is connected' }).waitFor();
		await picture(page, 'onboarding-desktop-finished');
		await page.close();
	});
});

describe('why nothing has arrived', () => {
	const invoice = {
		customer_list_id: '80000001-1700000001',
		transaction_date: '2026-01-15',
		ref_number: 'R-1042',
		lines: [{ item_list_id: '80020001-1700000001', quantity: 2, rate: '85.00' }],
	};
	const queue = async (id: string, query: Record<string, string> = {}) =>
		(await running.api('GET', `/connections/${id}/customers`, { query })).body.data;

	it('is the first thing on the page of a request', async () => {
		const connection = await newConnection({ name: 'Nobody home' });
		const waiting = await queue(connection.id, { name: 'Müller' });
		const page = await open(`${running.origin}${waiting.links.ui}`);
		const status = page.locator('.status').first();
		expect(await status.innerText()).toContain('This company hasn’t been set up yet');
		await expectReadable(page, 'request-waiting');
		await page.close();
	});

	it('is followed by request, response and delivery, which can be tried again', async () => {
		const statuses = [500];
		const hook = await receiver((response) => {
			response.writeHead(statuses.shift() ?? 200).end('Out of <order>');
		});
		const connection = await newConnection({ name: 'Harbor' });
		const setup = await open(connection.links.onboarding);
		await setup.getByRole('button', { name: 'Connect a simulated desktop' }).click();
		await setup.getByRole('status').getByText('Connected').waitFor();
		await setup.close();
		await running.api('POST', `/connections/${connection.id}/invoices`, { body: invoice });
		await running.api('POST', `/connections/${connection.id}/invoices`, {
			body: { ...invoice, customer_list_id: '8000FFFF-1700000001', ref_number: 'R-1043' },
		});
		const { links } = await queue(connection.id, { max_returned: '2', webhook_url: hook.url });
		await hook.received(1);

		const page = await open(`${running.origin}${links.connection_ui}`);
		await page.getByRole('cell', { name: 'Not yet' }).waitFor();
		const row = page.getByRole('row', { name: 'R-1042' });
		expect(await row.innerText()).toMatch(/^Create invoice\s+R-1042\s+Abercrombie .*Done/s);
		await expectReadable(page, 'connection');
		await page.getByRole('link', { name: 'Find customers' }).click();
		const [request, delivery] = await page.locator('.status').allInnerTexts();
		expect(request).toMatch(/^Done: QuickBooks answered /);
		expect(delivery).toMatch(
			/^Not delivered yet after 1 try\. The last answer was: 500 Internal Server Error: Out of <order>\. It will be delivered again at /,
		);
		expect(await page.locator('body').innerText()).not.toContain('secret-token');
		await expectReadable(page, 'request-undelivered');
		await page.getByText('Answer as XML').click();
		expect(await page.locator('pre').nth(1).innerText()).toContain('\n      <CustomerRet>\n');
		await expectReadable(page, 'request-opened');

		await page.getByRole('button', { name: 'Deliver Again Now' }).click();
		await hook.received(2);
		await until(
			async () => (await running.api('GET', links.self.replace('/api/v1', ''))).body.data,
			({ webhook_state }) => webhook_state === 'succeeded',
		);
		await page.reload();
		await page.locator('.status').getByText('Delivered').waitFor();
		await expectReadable(page, 'request-delivered');

		await page.getByRole('link', { name: 'Overview' }).click();
		await page.getByRole('heading', { name: 'Overview' }).waitFor();
		expect(await page.locator('.status').innerText()).toBe(
			'Needs you: 1 request of the last 7 days.',
		);
		await page.getByRole('img', { name: 'Requests per hour' }).waitFor();
		await expectReadable(page, 'overview');
		await page.getByText('The same as a table').click();
		await page.getByRole('table', { name: 'Requests per hour' }).waitFor();
		await page.getByRole('link', { name: 'Create invoice' }).click();
		await page.getByRole('heading', { name: 'Create invoice R-1043' }).waitFor();
		await expectReadable(page, 'request-failed');
		await page.getByRole('button', { name: 'Done with This' }).click();
		await page.getByText('Nothing needs you').waitFor();
		await page.goBack();
		await page.reload();
		await page.getByText('Put aside').waitFor();
		await page.getByRole('button', { name: 'Not Done Yet' }).click();
		await page.getByRole('link', { name: 'Overview' }).click();
		await page.getByText('Needs you: 1 request').waitFor();
		await page.goto(`${running.origin}/ui/queued_requests/unknown`).catch(() => undefined);
		await expectReadable(page, 'not-found');
		complaints.splice(0);
		await page.close();
	});

	it('shows times in the zone of whoever reads the page', async () => {
		const tokyo = await startChromium({
			httpCredentials: { username: API_KEY, password: '' },
			timezoneId: 'Asia/Tokyo',
			locale: 'en-GB',
		});
		try {
			const connection = await newConnection({ name: 'Far away' });
			const { links, inserted_at } = await queue(connection.id);
			const page = await tokyo.browser.newPage();
			await page.goto(`${running.origin}${links.ui}`);
			const time = page.locator(`time[datetime="${inserted_at}"]`).first();
			const shown = new Date(inserted_at).toLocaleString('en-GB', {
				dateStyle: 'medium',
				timeStyle: 'short',
				timeZone: 'Asia/Tokyo',
			});
			expect(await time.innerText()).toBe(shown);
			await page.goto(`${running.origin}/ui`);
			expect(await page.locator('[data-zone]').innerText()).toBe('Asia/Tokyo');
		} finally {
			await tokyo.stop();
		}
	});
});
