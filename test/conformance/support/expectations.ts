import type { Answer } from '../../service/support/api-client';

/** Forms that values have on the wire. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const PATH = /^\/[^/]/;

export const uuid: unknown = expect.stringMatching(UUID);
export const timestamp: unknown = expect.stringMatching(TIMESTAMP);
export const text: unknown = expect.any(String);

/** Expects an answer in the error envelope: `code` and `message` alone. */
export function expectError(answer: Answer, status: number, code: string): void {
	expect([answer.status, answer.body]).toEqual([
		status,
		{ error: { code, message: expect.stringMatching(/\S/) } },
	]);
}
