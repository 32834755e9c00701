import type { INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { shownError } from '../../../../../nodes/shared/transport/shownError';
import {
	errorOfRequest,
	failureOfAnswer,
	failureOfNetwork,
	isNotFound,
	isPassing,
	outcomeIsUnknown,
	QueueError,
	reasonOf,
	ServiceError,
} from '../../../../../queue/calls/errors';

const node: INode = {
	id: '1',
	name: 'Accounting Sync',
	type: 'n8n-nodes-accounting-sync.accountingSync',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const context = { getNode: () => node };

describe("the interface's five codes", () => {
	test.each<[code: string, status: number, headline: RegExp, advice: RegExp]>([
		['unauthorized', 401, /does not know this API key/, /^Open the credential, paste the API key/],
		['not_found', 404, /has nothing with this ID/, /^Choose it from the list again/],
		['invalid_request', 422, /refused it; nothing was queued/, /^Correct the field/],
		['invalid_request', 400, /refused it; nothing was queued/, /^Correct the field/],
		['invalid_state', 409, /Only requests that are/, /turn on Force/],
		['connection_active', 409, /is syncing this connection/, /Force does not help here/],
	])('%s (%i): ours first, the service under it', (code, status, headline, advice) => {
		const message = 'As the service says it.';
		const error = shownError(
			context,
			new ServiceError(failureOfAnswer(status, { error: { code, message } })),
			3,
		);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toMatch(headline);
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(error.description).toMatch(advice);
		expect(error.description).toMatch(
			new RegExp(`The service says: As the service says it\\. \\(Error code: ${code}\\)$`),
		);
		expect(error.context).toMatchObject({ code, itemIndex: 3 });
	});

	test('the code counts before the HTTP status', () => {
		const body = { error: { code: 'invalid_state', message: 'x' } };
		expect(failureOfAnswer(500, body).advice).toBe(failureOfAnswer(409, body).advice);
	});

	test('a code that the interface does not have goes by its HTTP status', () => {
		const failure = failureOfAnswer(429, { error: { code: 'slow_down', message: 'Slow down.' } });
		expect(failure).toMatchObject({ code: 'slow_down', said: 'Slow down.', httpStatus: 429 });
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
		expect(failure.said).toContain(String(status));
		expect(failure).toMatchObject({ code: String(status), httpStatus: status });
		expect(failure.advice.todo).toMatch(todo);
	});
});

describe('http and https mixed up', () => {
	test('https where http is spoken', () => {
		const cause = Object.assign(
			new Error(
				'write EPROTO 00A:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
			),
			{ code: 'EPROTO' },
		);
		const { message, description } = new ServiceError(failureOfNetwork(cause));
		expect(message).toBe('This address speaks http, not https.');
		expect(description).toMatch(/^Write http:\/\/ instead of https:\/\//);
	});

	test('another failure of TLS is not taken for it', () => {
		const cause = Object.assign(new Error('unsupported protocol'), { code: 'EPROTO' });
		expect(new ServiceError(failureOfNetwork(cause)).message).toMatch(/know no common version/);
	});

	test.each([
		'<html><h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port</html>',
		'Client sent an HTTP request to an HTTPS server.',
	])('http where https is spoken: %s', (body) => {
		const { message, description } = new ServiceError(failureOfAnswer(400, body));
		expect(message).toBe('This address speaks https, not http.');
		expect(description).toMatch(/^Write https:\/\/ instead of http:\/\//);
	});
});

const ofQuickBooks = (code: string, message: string) => errorOfRequest({ code, message });

describe('what QuickBooks refuses: ours first, with what it names, and its own sentence under it', () => {
	test.each<[code: string, said: string, headline: string, todo: RegExp]>([
		[
			'3070',
			'The string "Building "B", second floor" in the field "RefNumber" is too long.',
			'The text for RefNumber is too long for that field.',
			/^Shorten it/,
		],
		[
			'3090',
			'There was an error when storing "A:B" in the "class name" field.',
			"The name can't be stored. It may have a colon, which joins the levels of full names.",
			/^Choose a name without a colon/,
		],
		[
			'3101',
			'The amount is too large.',
			'An amount that comes from the request is too large for QuickBooks.',
			/^Check the quantities and rates/,
		],
		[
			'3130',
			'There is an invalid reference to a parent "North" in the Class list.',
			'QuickBooks does not take "North" as the parent of the record.',
			/A list has at most five levels\. QuickBooks says/,
		],
		[
			'3100',
			'The name "Abercrombie" of the list element is already in use.',
			'The name "Abercrombie" is taken already.',
			/^Choose another name/,
		],
		[
			'3120',
			'Object "1A2-123" specified in the request cannot be found.  QuickBooks error message: Invalid argument.',
			'QuickBooks can\'t find "1A2-123".',
			/^Check the spelling/,
		],
		[
			'3140',
			'There is an invalid reference to QuickBooks Customer "Smith & Sons, Inc." in the Invoice.  QuickBooks error message: Invalid argument.',
			'QuickBooks has no Customer "Smith & Sons, Inc.", which the Invoice refers to.',
			/^Check the spelling/,
		],
		[
			'3140',
			'There is an invalid reference to QuickBooks SalesReceiptLine SalesTaxCode "SSK" in the SalesReceipt line.',
			'QuickBooks has no SalesReceiptLine SalesTaxCode "SSK", which the SalesReceipt line refers to.',
			/^Check the spelling/,
		],
		[
			'3170',
			'There was an error when modifying a Customer.  QuickBooks error message: This list has been modified by another user.',
			'Somebody has the record open in QuickBooks, or one that it is linked to.',
			/^Close the windows/,
		],
		[
			'3175',
			'There was an error when adding, modifying or deleting a Invoice because it is already in use.',
			'Somebody has the record open in QuickBooks, or one that it is linked to.',
			/^Close the windows/,
		],
		[
			'3180',
			'There was an error when saving a Bill.  QuickBooks error message: The internals could not be locked.  They are in use by another user.',
			'Somebody has the record open in QuickBooks, or one that it is linked to.',
			/^Close the windows/,
		],
		[
			'3180',
			'There was an error when saving a Bill.  QuickBooks error message: The number is taken.',
			'QuickBooks could not save the record.',
			/^QuickBooks names the reason/,
		],
		[
			'3200',
			'The provided edit sequence "1" is out-of-date.',
			'Someone else changed the record in the meantime.',
			/^Get it again/,
		],
		[
			'3210',
			'The "Amount" field has an invalid value "5.00".  QuickBooks error message: Too much.',
			"The company file does not allow this: an amount, an account or a setting doesn't fit.",
			/^Correct what QuickBooks names/,
		],
		[
			'500',
			'The query request has not been fully completed.',
			'Some of what was asked for by ID or name does not exist; the rest was found.',
			/^Check the IDs or names/,
		],
		[
			'570',
			'Unable to link to transaction "1A-1" because it has already been closed.',
			'The link to the other transaction was not made, because that is closed already. A record in the output was saved without it.',
			/^Look at both in QuickBooks/,
		],
		[
			'3999',
			'Something new.',
			'QuickBooks did not carry out the request.',
			/^Correct what QuickBooks names/,
		],
	])('%s: %s', (code, said, headline, todo) => {
		const { message, description } = ofQuickBooks(code, said);
		expect(message).toBe(headline);
		expect(description).toMatch(todo);
		expect(description).toContain(`QuickBooks says: ${said} (Error code: ${code})`);
	});

	test('a sentence in other words keeps the general headline', () => {
		expect(ofQuickBooks('3140', 'Ungültiger Verweis.').message).toMatch(/^The request refers to/);
	});

	test('without a sentence and without a code, it says that nobody knows the outcome', () => {
		const { message, description } = errorOfRequest({});
		expect(message).toMatch(/nobody knows whether QuickBooks carried it out/);
		expect(description).toMatch(/No reason was given\. \(Error code: none\)$/);
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
		const error = shownError(
			context,
			new ServiceError(failureOfNetwork(Object.assign(new Error('broken'), { code }))),
		);
		expect(error.description).toMatch(todo);
		expect(error.context.code).toBe(code ?? 'no_answer');
		expect(error).toHaveProperty('httpCode', expect.not.stringMatching(/^\d+$/));
	});

	test('the code of a wrapped error is found', () => {
		const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		const wrapped = new Error('outer', { cause: new Error('inner', { cause }) });
		expect(failureOfNetwork(wrapped)).toMatchObject({
			code: 'ECONNRESET',
			said: 'The service could not be reached (ECONNRESET).',
		});
	});

	test('an error without a code is told by its message', () => {
		expect(failureOfNetwork(new Error('nothing known')).said).toContain('nothing known');
		expect(failureOfNetwork('text').said).toBe('The service could not be reached.');
	});
});

test.each<[code: string, advised: boolean]>([
	['0x80040414', true],
	['0x80040402', false],
])('what somebody has to do at the desktop about %s is said: %s', (code, isAdvised) => {
	const { description } = errorOfRequest({ code, message: 'So.' });
	expect(description).toContain('Look in QuickBooks before you write it again.');
	expect(description?.includes('Answer or close the window.')).toBe(isAdvised);
	expect(description).not.toContain('Look in QuickBooks whether the request was carried out.');
});

const answered = (status: number, code?: string) =>
	new ServiceError(failureOfAnswer(status, code && { error: { code, message: 'No' } }));
const unreached = (code?: string, message = 'It broke') =>
	new ServiceError(failureOfNetwork(Object.assign(new Error(message), code && { code })));

describe('whether the service may have taken a request', () => {
	test.each<[status: number, code: string | undefined, may: boolean, again: boolean]>([
		[301, undefined, false, true],
		[400, undefined, false, true],
		[401, undefined, false, true],
		[404, undefined, false, true],
		[422, undefined, false, true],
		[408, undefined, true, true],
		[409, undefined, true, false],
		[423, undefined, true, false],
		[425, undefined, true, true],
		[429, undefined, true, true],
		[499, undefined, true, true],
		[500, undefined, true, true],
		[503, undefined, true, true],
		[409, 'invalid_state', false, false],
		[409, 'taken', true, false],
		[429, 'slow_down', true, true],
		[422, 'invalid_request', false, false],
		[422, 'other', false, true],
		[500, 'invalid_request', true, false],
		[500, 'other', true, true],
	])('%i with the code %s: %s, and may be sent again: %s', (status, code, may, again) => {
		const error = answered(status, code);
		expect(error.outcomeIsUnknown).toBe(may);
		expect(outcomeIsUnknown(error)).toBe(may);
		expect(error.mayBeSentAgain).toBe(again);
		expect(error.isTurnedAway).toBe(status === 429);
		expect(isPassing(error)).toBe(may);
		expect(isNotFound(error)).toBe(false);
	});

	test('it has not if no connection was made, and may have if one broke', () => {
		for (const [error, may] of [
			[unreached('ECONNREFUSED'), false],
			[unreached('ECONNRESET'), true],
			[unreached(), true],
		] as const) {
			expect(error.outcomeIsUnknown).toBe(may);
			expect(error.mayBeSentAgain).toBe(true);
			expect(isPassing(error)).toBe(true);
		}
	});

	test('nobody says it of errors that are none of the service', () => {
		const own = Object.assign(new Error('stopped'), { outcomeIsUnknown: true, code: 'not_found' });
		expect(outcomeIsUnknown(own)).toBe(false);
		expect(isPassing(own)).toBe(false);
		expect(isNotFound(own)).toBe(false);
		expect(isNotFound(answered(404, 'not_found'))).toBe(true);
	});

	test('it has not unless somebody says so', () => {
		const { said, code, advice } = failureOfAnswer(400, '');
		expect(new ServiceError({ said, code, advice }).outcomeIsUnknown).toBe(false);
	});
});

describe('what is said of a call that failed', () => {
	test.each([
		[299, 'The service answered with HTTP status 299.'],
		[300, "The service's address leads elsewhere (HTTP status 300)."],
		[399, "The service's address leads elsewhere (HTTP status 399)."],
		[400, 'The service answered with HTTP status 400.'],
	])('the status %i', (status, said) => {
		expect(answered(status).said).toBe(said);
	});

	test.each<[error: unknown, said: string, code: string]>([
		[new Error('It broke'), 'The service could not be reached (It broke).', 'no_answer'],
		[new Error(''), 'The service could not be reached.', 'no_answer'],
		['text', 'The service could not be reached.', 'no_answer'],
		[null, 'The service could not be reached.', 'no_answer'],
		[{ cause: null }, 'The service could not be reached.', 'no_answer'],
		[
			{ cause: { cause: { code: 'ECONNRESET' } } },
			'The service could not be reached (ECONNRESET).',
			'ECONNRESET',
		],
	])('the network: %j', (error, said, code) => {
		expect(failureOfNetwork(error)).toMatchObject({ said, code });
	});

	test.each([
		['No', 'No.'],
		['No.', 'No.'],
		['Really?', 'Really?'],
		['It says "No."', 'It says "No."'],
		['See v1.2 first', 'See v1.2 first.'],
		['No.x', 'No.x.'],
	])('the service, as a sentence: %s', (message, said) => {
		const { description } = new ServiceError(
			failureOfAnswer(422, { error: { code: 'invalid_request', message } }),
		);
		expect(description).toContain(` The service says: ${said} (Error code: invalid_request)`);
	});

	test('errors have names, and their reason in a text about something else', () => {
		expect(answered(422, 'invalid_request').name).toBe('ServiceError');
		expect(new QueueError('x').name).toBe('QueueError');
		expect(reasonOf(answered(422, 'invalid_request'))).toBe('No');
		expect(reasonOf(new Error('stopped'))).toBe('stopped');
	});
});

describe('what is said of a request that failed', () => {
	test('the service says what has a code of the interface, QuickBooks the rest', () => {
		const of = (code?: string) => errorOfRequest({ ...(code && { code }), message: 'So' });
		expect(of('connection_error').description).toContain('The service says: So. (Error code: conn');
		expect(of('3170').description).toContain('QuickBooks says: So. (Error code: 3170)');
		expect(of().description).toContain('QuickBooks says: So. (Error code: none)');
		expect([of('3170').code, of().code]).toEqual(['3170', '']);
	});

	test('there may be no reason', () => {
		expect(errorOfRequest({}).description).toContain('No reason was given. (Error code: none)');
	});

	test('only a code that begins like the desktop’s is one of those', () => {
		const [desktops, other, none] = ['0x80040499', 'x0x80040499', undefined].map(
			(code) => errorOfRequest({ code, message: 'So.' }).message,
		);
		expect(desktops).not.toBe(other);
		expect(none).toBe(other);
	});
});
