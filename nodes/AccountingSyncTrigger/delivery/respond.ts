import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

/** How long a node waits before it says the same thing again, in milliseconds. */
const PAUSE = 60_000;
/** How many different messages are remembered. */
const REMEMBERED = 1000;

/** When a reason was last logged, and how often it has come since. */
const said = new Map<string, { at: number; leftOut: number }>();

/** Logs why a delivery started nothing. The same reason is logged once a minute, with a count of what was left out. */
function log(context: IWebhookFunctions, status: number, reason: string): void {
	const { id, name } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, id, status, reason]);
	const before = said.get(key);
	if (before && Math.abs(Date.now() - before.at) < PAUSE) {
		before.leftOut += 1;
		return;
	}
	said.delete(key);
	said.set(key, { at: Date.now(), leftOut: 0 });
	for (const oldest of said.keys()) {
		if (said.size <= REMEMBERED) break;
		said.delete(oldest);
	}
	const others = before?.leftOut ? ` (${before.leftOut} more since it was logged last)` : '';
	context.logger[status === 200 ? 'info' : 'warn'](
		`${name}: a delivery started nothing and was answered with ${status}: ${reason}${others}`,
	);
}

/**
 * Answers the service with a sentence and starts nothing.
 * @param detail Extra text for n8n's log that the service does not get.
 */
export function respond(
	context: IWebhookFunctions,
	status: number,
	message: string,
	detail?: string,
): IWebhookResponseData {
	log(context, status, detail ? `${message} (${detail})` : message);
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
