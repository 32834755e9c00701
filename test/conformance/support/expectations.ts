import type { Answer } from '../../service/support/api-client';

/** Forms that values have on the wire. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ISO_8601_UTC = /^\d{4}-?\d\d-?\d\dT\d\d:?\d\d(:?\d\d([.,]\d+)?)?(Z|[+-]00(:?00)?)?$/i;
const WITH_Z = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** No scheme and no host before it. */
const RELATIVE = /^(?![a-z][a-z\d+.-]*:|\/\/)./i;
const ABSOLUTE = /^https?:\/\/./i;

export const uuid: unknown = expect.stringMatching(UUID);
/** Any of the forms that ISO 8601 has for a time in UTC. */
export const timestamp: unknown = expect.stringMatching(ISO_8601_UTC);
/** The form that this project writes. */
export const timestampWithZ: unknown = expect.stringMatching(WITH_Z);
export const relativePath: unknown = expect.stringMatching(RELATIVE);
export const absoluteUrl: unknown = expect.stringMatching(ABSOLUTE);
export const text: unknown = expect.any(String);

/** The statuses that section 7 gives. */
const stated: Readonly<Record<string, number>> = { unauthorized: 401, not_found: 404 };

/** The statuses that this project decided for the other codes. */
const decided: Readonly<Record<string, number>> = {
	...stated,
	invalid_request: 422,
	invalid_state: 409,
	connection_active: 409,
};

/** The body of an error; of anything else, no more than a test has to show. */
const errorIn = ({ body }: Answer): unknown => (body?.error ? body : 'no error');

/** Expects an error as section 7 states it: its code, a message, and the status where the table gives one. */
export function expectError(answer: Answer, code: string): void {
	expect([stated[code] && answer.status, errorIn(answer)]).toEqual([
		stated[code],
		expect.objectContaining({ error: expect.objectContaining({ code, message: text }) }),
	]);
}

/** Expects an error as this project decided it: with a status for every code, and with nothing but code and message. */
export function expectErrorAsHere(answer: Answer, code: string, status = decided[code]): void {
	expect([answer.status, errorIn(answer)]).toEqual([
		status,
		{ error: { code, message: expect.stringMatching(/\S/) } },
	]);
}

/** Expects success, with whatever status, as most are not shown (sections 4.2 and 4.3). */
export function expectSuccess({ status, body }: Answer): void {
	expect([Math.floor(status / 100), body?.error]).toEqual([2, undefined]);
}
