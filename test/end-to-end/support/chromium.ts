import { type BrowserContext, chromium } from 'playwright-core';

import { Cleanup } from '../../../n8n/processes/cleanup';
import { temporaryFolder } from '../../../n8n/processes/temporary-folder';

type Options = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

/** Chromium asks for none of what its makers offer: the machine may have no way out. */
const chromiumArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Starts the machine's Chromium, or that in the environment variable CHROMIUM, with a new profile.
 * @throws if it is not installed or does not start; then nothing is left behind
 */
export async function startChromium(
	options: Options = {},
): Promise<{ browser: BrowserContext; stop(): Promise<void> }> {
	const cleanup = new Cleanup();
	const profile = await temporaryFolder(cleanup, 'chromium');
	const browser = await chromium
		.launchPersistentContext(profile, {
			executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
			headless: true,
			args: chromiumArguments,
			...options,
		})
		.catch(async (error: Error) => {
			await cleanup.run();
			throw error;
		});
	cleanup.add(async () => await browser.close());
	return { browser, stop: async () => await cleanup.run() };
}
