import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

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

/** Starts the machine's Chromium, or that in the environment variable CHROMIUM, with a new profile. */
export async function startChromium(
	options: Options = {},
): Promise<{ browser: BrowserContext; stop(): Promise<void> }> {
	const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
	const browser = await chromium.launchPersistentContext(profile, {
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		headless: true,
		args: chromiumArguments,
		...options,
	});
	const stop = async () => {
		await browser.close();
		await rm(profile, { recursive: true, force: true });
	};
	return { browser, stop };
}
