import type { Messages } from '../facts/facts';

/** The facts of all requests, loaded and read when they are needed first, and once per process. */
export async function loadRequestFacts(): Promise<Messages> {
	const { requestMessages } = await import('./requestMessages');
	return requestMessages;
}
