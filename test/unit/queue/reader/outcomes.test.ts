import {
	answersOnPage,
	errorOfOutcome,
	isCertainlyRefused,
	pagesCarriedOut,
	refusalOfOutcome,
} from '../../../../queue/reader/outcomes';

const LOCKED =
	'<?xml version="1.0" ?><QBXML><QBXMLMsgsRs><InvoiceAddRs statusCode="3175" statusSeverity="Error" statusMessage="The list element is in use." /></QBXMLMsgsRs></QBXML>';

const failed = (more: object) => ({ failed: { id: 'r1', state: 'error', ...more } });

test.each<[what: string, error: unknown]>([
	['nothing', undefined],
	['a code of its own', { code: 'quickbooks_error', message: 'The request failed.' }],
	['a number of its own', { code: 500, message: 'The request failed.' }],
])("what QuickBooks answered counts, although the service's error says %s", (_what, error) => {
	const outcome = failed({ response_xml: LOCKED, error });
	expect(errorOfOutcome({ id: 'r1' }, outcome).message).toBe(
		'Somebody has the record open in QuickBooks, or one that it is linked to.',
	);
});

test.each<[what: string, more: object]>([
	['without an answer', {}],
	['without a status in the answer', { response_xml: LOCKED.replace('statusCode="3175" ', '') }],
])("the service's error counts %s", (_what, more) => {
	const error = { code: '3175', message: 'It is in use.' };
	expect(refusalOfOutcome(failed({ ...more, error }))).toEqual(error);
});

test('only a request that failed and wrote nothing is certainly refused', () => {
	expect(isCertainlyRefused(failed({ response_xml: LOCKED }))).toBe(true);
	expect(isCertainlyRefused(failed({ error: { code: 'connection_error' } }))).toBe(false);
	expect([{ pages: [] }, { gone: true } as const, undefined].some(isCertainlyRefused)).toBe(false);
});

test.each([[undefined], [''], ['<QBXML>'], ['<QBXML><QBXMLMsgsRs></QBXMLMsgsRs></QBXML>']])(
	'a page whose answer is %j is an error, and no page without records',
	(xml) => {
		const page = { id: 'r1', state: 'completed', response_xml: xml };
		expect(() => answersOnPage(page)).toThrow('its answer could not be read completely');
	},
);

const payment = (query: string, own = '') =>
	`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${query}Rq><${query}>${own}<AppliedToTxn${query.slice(-3)}><TxnID>5-1</TxnID></AppliedToTxn${query.slice(-3)}></${query}></${query}Rq></QBXMLMsgsRq></QBXML>`;

const notFound = (id: string, code = '3120') => ({
	code,
	message: `Object "${id}" specified in the request cannot be found.  QuickBooks error message: Invalid argument.`,
});

const NOT_OPEN = /^This payment can't be for "5-1": it is paid already/;

test.each([
	['ReceivePaymentAdd', '', '5-1', NOT_OPEN],
	['BillPaymentCheckAdd', '', '5-1', NOT_OPEN],
	['BillPaymentCreditCardAdd', '', '5-1', NOT_OPEN],
	['ReceivePaymentMod', '<TxnID>7-1</TxnID>', '5-1', NOT_OPEN],
	// The payment itself was deleted.
	['ReceivePaymentMod', '<TxnID>7-1</TxnID>', '7-1', /^QuickBooks can't find "7-1"\.$/],
	['InvoiceMod', '<TxnID>7-1</TxnID>', '5-1', /^QuickBooks can't find "5-1"\.$/],
])('3120 says what it means of a %s%s that names %s', (query, own, id, means) => {
	const error = notFound(id);
	const record = failed({ request_xml: payment(query, own), error });
	expect(errorOfOutcome({ id: 'r1' }, record).message).toMatch(means);
	expect(errorOfOutcome({ id: 'r1' }, failed({ error })).message).toBe(
		`QuickBooks can't find "${id}".`,
	);
});

test('another code of a payment means what it means elsewhere', () => {
	const record = failed({
		request_xml: payment('ReceivePaymentAdd'),
		error: notFound('5-1', '3000'),
	});
	expect(errorOfOutcome({ id: 'r1' }, record).message).toBe("This isn't a valid ID.");
});

describe('a request that ended in another way', () => {
	const awaited = { id: 'r1' };
	const record = { id: 'r1', state: 'completed' };

	test('whose record is gone may have been carried out', () => {
		const { message, description } = errorOfOutcome(awaited, { gone: true });
		expect(message).toBe('The service no longer knows the request r1.');
		expect(description).toContain('nobody knows whether it was carried out before that');
		expect(refusalOfOutcome({ gone: true })).toEqual({
			code: 'not_found',
			message: 'The service no longer knows this request.',
		});
	});

	test('whose answer can not be read was carried out', () => {
		const error = errorOfOutcome(awaited, { unreadable: 'a page is missing', record });
		expect(error.description).toContain('goes missing unnoticed: a page is missing. The request');
		expect(error.description).toContain('Queued Request > Get with the ID r1');
		expect(error.code).toBe('unreadable_answer');
		expect(refusalOfOutcome({ unreadable: 'x', record })).toEqual({
			code: 'unreadable_answer',
			message: 'Its answer could not be read completely.',
		});
	});

	test('of which nobody knows whether it was queued says so', () => {
		expect(refusalOfOutcome({ lost: true })).toEqual({
			code: 'unknown_outcome',
			message: 'It is unknown whether this request was queued.',
		});
	});

	test('has no pages', () => {
		const pages = [record];
		expect(pagesCarriedOut({ awaited, outcome: { pages } })).toBe(pages);
		expect(() => pagesCarriedOut({ awaited, outcome: { gone: true } })).toThrow('no longer knows');
	});

	test('has the answers of a page that can be read', () => {
		const answers = answersOnPage({ ...record, response_xml: LOCKED });
		expect(answers.map(({ requestType }) => requestType)).toEqual(['InvoiceAdd']);
	});
});
