import { WebhookContext } from 'n8n-core';
import type { Logger } from 'n8n-workflow';

/** What n8n logs from now on, with its level in front; until `jest.restoreAllMocks`. */
export function caughtLog(): string[] {
	const lines: string[] = [];
	// The same logger in all of n8n's contexts.
	const logger = Reflect.get(WebhookContext.prototype, 'logger') as Logger;
	for (const level of ['info', 'warn', 'error'] as const) {
		jest.spyOn(logger, level).mockImplementation((message) => {
			lines.push(`${level} ${message}`);
		});
	}
	return lines;
}
