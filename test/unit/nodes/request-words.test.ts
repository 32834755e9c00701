import type { QueuedRecord } from '../../../queue/requests/queuedRecord';
import { areOtherWords, wordsSent, wordsShown } from '../../../queue/requests/requestWords';
import { requestOf } from '../support/request-of';

const invoice = requestOf('invoice', 'create', {
	customerListId: '80000002-1700000002',
	transactionDate: '2026-01-15',
	lines: {
		line: [
			{ itemListId: '80020001-1', description: 'Müller & Sons', quantity: 2.5, rate: '150.00' },
			{ itemListId: '80020002-1', quantity: 1, rate: '150.00' },
		],
	},
});

const line = (item: string, further: string) =>
	`<InvoiceLineAdd><ItemRef><ListID>${item}</ListID></ItemRef>${further}</InvoiceLineAdd>`;
const FIRST_LINE = '<Desc>M&#252;ller &amp; Sons</Desc><Quantity>2.5</Quantity><Rate>150.00</Rate>';
const document = ({
	head = '<CustomerRef><ListID>80000002-1700000002</ListID></CustomerRef><TxnDate>2026-01-15</TxnDate>',
	lines = line('80020001-1', FIRST_LINE) +
		line('80020002-1', '<Quantity>1</Quantity><Rate>150.00</Rate>'),
	element = 'InvoiceAdd',
} = {}) =>
	`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><${element}Rq><${element}>${head}${lines}</${element}></${element}Rq></QBXMLMsgsRq></QBXML>`;

const isAnother = (xml: string) =>
	areOtherWords(wordsSent(invoice), wordsShown({ request_xml: xml } as unknown as QueuedRecord));

test.each([
	['as it is', document()],
	['with blanks and breaks', document().replaceAll('><', '>\n  <')],
	['with other amounts of the same value', document().replaceAll('150.00', '150.0')],
	['one line more', document().replace('</InvoiceAdd>', `${line('80020003-1', '')}</InvoiceAdd>`)],
	['a text that a service may have written otherwise', document().replace('M&#252;ller', 'M?ller')],
	['XML that can not be read', '<QBXML>'],
	['nothing', ''],
])('it may be the same: %s', (_, xml) => {
	expect(isAnother(xml)).toBe(false);
});

test.each([
	['another kind', document({ element: 'EstimateAdd' })],
	['another customer', document().replace('80000002-1700000002', '80000003-1700000003')],
	['another date', document().replace('2026-01-15', '2026-01-16')],
	['another amount', document().replace('150.00', '150.01')],
	['one line fewer', document({ lines: line('80020001-1', FIRST_LINE) })],
])('another one: %s', (_, xml) => {
	expect(isAnother(xml)).toBe(true);
});

test('the JSON of a record says as much as its XML', () => {
	const raw = requestOf('queuedRequest', 'create', {
		requestFormat: 'json',
		requestJson: JSON.stringify({
			version: '16.0',
			request: { name: 'CustomerAddRq', children: [{ name: 'Name', text: 'Rockcastle' }] },
		}),
	});
	const record = (text: string) =>
		({
			request_json: {
				version: '16.0',
				request: { name: 'CustomerAddRq', attributes: {}, children: [{ name: 'Name', text }] },
			},
		}) as unknown as QueuedRecord;
	expect(areOtherWords(wordsSent(raw), wordsShown(record('Rockcastle')))).toBe(false);
	expect(areOtherWords(wordsSent(raw), wordsShown(record('Granite')))).toBe(true);
	expect(areOtherWords(wordsSent(raw), wordsShown({ id: '', state: '' }))).toBe(false);
});
