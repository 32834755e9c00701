import {
	errorOn,
	hasAnswer,
	hasFailed,
	hasMorePages,
	isTerminal,
	type QueuedRecord,
	wroteNothing,
} from '../../../../queue/requests/queuedRecord';

const element = (name: string, severity: string, statusCode: number | string = 3120) =>
	`<${name}Rs statusCode="${statusCode}" statusSeverity="${severity}" statusMessage="So."></${name}Rs>`;
const xmlOf = (...elements: string[]) =>
	`<QBXML><QBXMLMsgsRs>${elements.join('')}</QBXMLMsgsRs></QBXML>`;
const refused = xmlOf(element('InvoiceAdd', 'Error'));
const done = xmlOf(element('InvoiceAdd', 'Info', 0));

const record = (more: Partial<QueuedRecord>): QueuedRecord => ({
	id: 'a',
	state: 'response_received',
	...more,
});

test.each<[more: Partial<QueuedRecord>, terminal: boolean, failed: boolean]>([
	[{ state: 'waiting' }, false, false],
	[{ state: 'retryable' }, false, false],
	[{ state: 'ticketed' }, false, false],
	[{ state: 'sent' }, false, false],
	[{ state: 'retryable', response_xml: refused }, false, false],
	[{ state: 'response_received' }, true, false],
	[{ state: 'completed' }, true, false],
	[{ state: 'error' }, true, true],
	[{ state: 'discarded' }, true, true],
	[{ state: 'response_received', response_xml: done }, true, false],
	[{ state: 'response_received', response_xml: refused }, true, true],
	[{ state: undefined }, false, false],
	[{ state: undefined, response_xml: done }, true, false],
	[{ state: 'done', response_xml: refused }, true, true],
])('%j is terminal: %s, failed: %s', (more, terminal, failed) => {
	expect(isTerminal(record(more))).toBe(terminal);
	expect(hasFailed(record(more))).toBe(failed);
});

const refusedWith = (error: unknown): Partial<QueuedRecord> =>
	({
		state: 'error',
		error,
		request_json: { version: '16.0', request: { name: 'InvoiceAddRq' } },
	}) as Partial<QueuedRecord>;

test.each<[what: string, more: Partial<QueuedRecord>, nothing: boolean]>([
	['a refusal under response_received', { response_xml: refused }, true],
	['a refusal under error', { state: 'error', response_xml: refused }, true],
	['a refusal under discarded', { state: 'discarded', response_xml: refused }, true],
	['a refusal that will go out again', { state: 'retryable', response_xml: refused }, false],
	[
		'an answer that is none',
		{ state: 'error', response_xml: done, error: { code: '3120' } },
		false,
	],
	['an answer under discarded', { state: 'discarded', response_xml: done }, false],
	[
		'one refusal of two',
		{ response_xml: xmlOf(element('InvoiceAdd', 'Info', 0), element('InvoiceAdd', 'Error')) },
		false,
	],
	[
		'two refusals of two',
		{ response_xml: xmlOf(element('InvoiceAdd', 'Error'), element('CustomerAdd', 'Error')) },
		true,
	],
	['discarded without a response', { state: 'discarded' }, false],
	['discarded with one that cannot be read', { state: 'discarded', response_xml: '<' }, false],
	['discarded with an error of its own', { state: 'discarded', error: { code: '504' } }, false],
	['no answer', {}, false],
	['waiting', { state: 'waiting' }, false],
	["an error with the application's code", refusedWith({ code: '3120' }), true],
	['the same as a number', refusedWith({ code: 3000 }), true],
	['the last of them', refusedWith({ code: '3999' }), true],
	['a number of the service', refusedWith({ code: '504' }), false],
	['one below', refusedWith({ code: '2999' }), false],
	['one above', refusedWith({ code: '4000' }), false],
	['a longer one', refusedWith({ code: '31200' }), false],
	['a longer one in front', refusedWith({ code: '13120' }), false],
	['a word', refusedWith({ code: 'connection_error' }), false],
	['a document that could not be read', refusedWith({ code: '0x80040400' }), true],
	['a version that is not supported', refusedWith({ code: '0X80040423' }), true],
	['an error in the file', refusedWith({ code: '0x8004041C' }), false],
	['a lost remote procedure call', refusedWith({ code: '0x800706BE' }), false],
	['an answer that the connector could not hand over', refusedWith({ code: 'QBWC1042' }), false],
	[
		'an unread document under another state',
		{ ...refusedWith({ code: '0x80040400' }), state: 'discarded' },
		false,
	],
	['an internal error', { response_xml: xmlOf(element('InvoiceAdd', 'Error', 1000)) }, false],
	[
		'a refusal, and an internal error',
		{
			response_xml: xmlOf(
				element('InvoiceAdd', 'Error', 3120),
				element('InvoiceAdd', 'Error', 1000),
			),
		},
		false,
	],
	[
		'a refusal without a status',
		{ response_xml: xmlOf(element('InvoiceAdd', 'Error', '')) },
		false,
	],
	['an unknown status', { response_xml: xmlOf(element('InvoiceAdd', 'Error', 4000)) }, false],
	['a lost answer', { response_xml: xmlOf(element('InvoiceAdd', 'Error', 9005)) }, false],
	['an unread document, as a number', refusedWith({ code: -2147220480 }), true],
	['an error in the file, as a number', refusedWith({ code: -2147220452 }), false],
	['an unread document in the message', refusedWith({ message: 'Failed: 0x80040400.' }), true],
	[
		'an unread document of two requests',
		{
			state: 'error',
			error: { code: '0x80040400' },
			request_xml: '<QBXML><QBXMLMsgsRq><InvoiceAddRq/><BillAddRq/></QBXMLMsgsRq></QBXML>',
		},
		true,
	],
	['an unread document that is not shown', { state: 'error', error: { code: '0x80040400' } }, true],
	['the same as a text', refusedWith('0x80040400: could not parse'), true],
	[
		'an unread document after an error in the file',
		refusedWith({ code: '0x80040400', message: 'Tried again after 0x8004041C.' }),
		false,
	],
	[
		'a session that ended, whatever its message says',
		refusedWith({ code: 'connection_error', message: 'The last code was 0x80040400.' }),
		false,
	],
	['an error without a code', refusedWith({ message: '3120' }), false],
	['an error that is null', refusedWith(null), false],
	['no error', refusedWith(undefined), false],
	['a code under another state', { ...refusedWith({ code: '3120' }), state: 'discarded' }, false],
	['a code, of a request that is not shown', { state: 'error', error: { code: '3120' } }, false],
	[
		'a code, of one request',
		{
			state: 'error',
			error: { code: '3120' },
			request_xml: '<QBXML><QBXMLMsgsRq><InvoiceAddRq requestID="1"/></QBXMLMsgsRq></QBXML>',
		},
		true,
	],
	[
		'a code, of two requests',
		{
			state: 'error',
			error: { code: '3120' },
			request_xml:
				'<QBXML><QBXMLMsgsRq><InvoiceAddRq/><InvoiceAddRq></InvoiceAddRq></QBXMLMsgsRq></QBXML>',
		},
		false,
	],
])('%s has certainly written nothing: %#', (_what, more, nothing) => {
	expect(wroteNothing(record(more))).toBe(nothing);
});

test.each<[error: unknown, shown: object]>([
	[
		{ code: '3120', message: 'So.' },
		{ code: '3120', message: 'So.' },
	],
	[
		{ code: 3200, message: 'So.' },
		{ code: '3200', message: 'So.' },
	],
	[{ code: '0X8004041c' }, { code: '0x8004041C' }],
	[{ message: 'HRESULT -2147220452' }, { code: '0x8004041C', message: 'HRESULT -2147220452' }],
	[
		{ code: 'other', message: 'So.' },
		{ code: 'other', message: 'So.' },
	],
	[
		{ code: 'connection_error', message: '0x80040400' },
		{ code: 'connection_error', message: '0x80040400' },
	],
	['It failed.', { message: 'It failed.' }],
	[{ code: null, message: {} }, {}],
	[null, {}],
	[undefined, {}],
])('the error %j is shown as %j', (error, shown) => {
	expect(errorOn({ error } as never)).toEqual(shown);
});

test.each<[more: object, has: boolean]>([
	[{}, false],
	[{ response_json: null, response_xml: null }, false],
	[{ response_json: [], response_xml: '' }, false],
	[{ response_json: {} }, false],
	[{ response_json: [{}] }, true],
	[{ response_xml: '<' }, true],
])('%j has a response: %s', (more, has) => {
	expect(hasAnswer(more as never)).toBe(has);
});

test('more pages are to come while records remain and nothing failed', () => {
	const page = (remaining: string, more = {}) =>
		record({
			response_json: [{ QBXMLMsgsRs: { VendorQueryRs: { '@iteratorRemainingCount': remaining } } }],
			...more,
		});
	expect(hasMorePages(page('2'))).toBe(true);
	expect(hasMorePages(page('0'))).toBe(false);
	expect(hasMorePages(page('2', { state: 'error' }))).toBe(false);
	expect(hasMorePages(page('2', { state: 'sent' }))).toBe(false);
	expect(hasMorePages(record({}))).toBe(false);
});
