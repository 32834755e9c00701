import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { errorOf, failureOfAnswer, failureOfNetwork } from '../../../nodes/shared/transport/errors';

const node: INode = {
	id: '1',
	name: 'Accounting Sync',
	type: 'n8n-nodes-accounting-sync.accountingSync',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe("the interface's five codes", () => {
	test.each<[code: string, status: number, advice: RegExp]>([
		['unauthorized', 401, /paste the API key again/],
		['not_found', 404, /Choose it from the list again/],
		['invalid_request', 422, /Correct the field/],
		['invalid_request', 400, /Correct the field/],
		['invalid_state', 409, /turn on Force/],
		['connection_active', 409, /Force does not help here/],
	])("%s (%i) keeps the service's message and says what to do", (code, status, advice) => {
		const message = 'As the service says it.';
		const error = errorOf(node, failureOfAnswer(status, { error: { code, message } }), 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ message, httpCode: String(status) });
		expect(error.description).toMatch(advice);
		expect(error.description).toContain(`(Error code: ${code})`);
		expect(error.context).toMatchObject({ code, itemIndex: 3 });
	});

	test('the code counts before the HTTP status', () => {
		const body = { error: { code: 'invalid_state', message: 'x' } };
		expect(failureOfAnswer(500, body).advice).toBe(failureOfAnswer(409, body).advice);
	});

	test('a code that the interface does not have goes by its HTTP status', () => {
		const failure = failureOfAnswer(429, { error: { code: 'slow_down', message: 'Slow down.' } });
		expect(failure).toMatchObject({ code: 'slow_down', message: 'Slow down.', httpStatus: 429 });
		expect(failure.advice.todo).toMatch(/Wait a while/);
	});
});

describe("answers without the interface's error body", () => {
	const lookBeforeWriting = /look under Queued Request whether it was queued/;

	test.each<[status: number, body: unknown, todo: RegExp]>([
		[301, '', /ends in \/api\/v1/],
		[307, '', /ends in \/api\/v1/],
		[400, '<html>', /ends in \/api\/v1/],
		[401, '', /paste the API key again/],
		[403, '<html>', /firewall/],
		[404, '<html>Not here</html>', /ends in \/api\/v1/],
		[405, null, /ends in \/api\/v1/],
		[413, '', /smaller parts/],
		[429, '', /Wait a while/],
		[500, '<html>', lookBeforeWriting],
		[502, '', lookBeforeWriting],
		[503, '', /not available|Wait a moment/],
		[504, '', lookBeforeWriting],
		[599, '', lookBeforeWriting],
		[404, { error: 'Not Found' }, /ends in \/api\/v1/],
		[404, { error: { message: 'no code' } }, /ends in \/api\/v1/],
		[500, { error: null }, lookBeforeWriting],
	])('%i %j', (status, body, todo) => {
		const failure = failureOfAnswer(status, body);
		expect(failure.message).toContain(String(status));
		expect(failure).toMatchObject({ code: String(status), httpStatus: status });
		expect(failure.advice.todo).toMatch(todo);
	});
});

describe('no answer at all', () => {
	test.each<[code: string | undefined, todo: RegExp]>([
		['ECONNREFUSED', /that the service is running/],
		['ENOTFOUND', /typing error/],
		['EAI_AGAIN', /DNS/],
		['CERT_HAS_EXPIRED', /renew/],
		['DEPTH_ZERO_SELF_SIGNED_CERT', /proper certificate/],
		['ERR_TLS_CERT_ALTNAME_INVALID', /Base URL/],
		['ECONNRESET', /Check the network/],
		[undefined, /Check the network/],
	])('%s', (code, todo) => {
		const error = errorOf(node, failureOfNetwork(Object.assign(new Error('broken'), { code })));
		expect(error.description).toMatch(todo);
		expect(error.context.code).toBe(code ?? 'no_answer');
		expect(error.httpCode).not.toMatch(/^\d+$/);
	});

	test('the code of a wrapped error is found', () => {
		const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		const wrapped = new Error('outer', { cause: new Error('inner', { cause }) });
		expect(failureOfNetwork(wrapped)).toMatchObject({
			code: 'ECONNRESET',
			message: 'The service could not be reached (ECONNRESET).',
		});
	});

	test('an error without a code is told by its message', () => {
		expect(failureOfNetwork(new Error('nothing known')).message).toContain('nothing known');
		expect(failureOfNetwork('text').message).toBe('The service could not be reached.');
	});
});
