import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { signature } from '../../support/deliveries';

/** What the service waits for an answer (interface, section 6). */
const TIMEOUT_MILLISECONDS = 10_000;
/** Between two tries of a page; the service's own pauses are longer. */
const PAUSE_MILLISECONDS = 1_000;

interface Senders {
	/** How many pages have been answered with 2xx so far. */
	delivered(): number;
	/** How many tries were answered otherwise, or not at all. */
	failed(): number;
	/** Resolves once every page is delivered. */
	done: Promise<void>;
}

async function isTaken(url: string, raw: string): Promise<boolean> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				'X-Qube-Signature': signature(raw),
			},
			body: raw,
			signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
		});
		await response.arrayBuffer();
		return response.ok;
	} catch {
		return false;
	}
}

/**
 * Delivers pages as the service does: one try of a page at a time, again until it is answered with 2xx, several pages
 * side by side.
 * @param copies How often each try is made at the same moment, as a network does that repeats.
 */
export function startSenders(
	url: string,
	pages: readonly IDataObject[],
	senders: number,
	copies = 1,
): Senders {
	const waiting = pages.map((page) => JSON.stringify(page));
	let delivered = 0;
	let failed = 0;
	const send = async () => {
		for (let raw = waiting.shift(); raw !== undefined; raw = waiting.shift()) {
			const body = raw;
			for (;;) {
				const tries = Array.from({ length: copies }, async () => await isTaken(url, body));
				if ((await Promise.all(tries)).includes(true)) break;
				failed++;
				await delay(PAUSE_MILLISECONDS);
			}
			delivered++;
		}
	};
	const done = Promise.all(Array.from({ length: senders }, send)).then(() => undefined);
	return { delivered: () => delivered, failed: () => failed, done };
}
