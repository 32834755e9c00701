import type { QueuedRecord } from '../../../../queue/requests/queuedRecord';
import {
	areOtherWords,
	elementsOf,
	mayWrite,
	wordsSent,
	wordsShown,
} from '../../../../queue/requests/requestWords';

const inXml = (requests: string) =>
	`<QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`;
const record = (more: object): QueuedRecord => ({ id: 'r1', state: 'waiting', ...more });
const sent = (body: object | undefined, path = '/connections/c1/queued_requests') =>
	wordsSent({ method: 'POST', path, body });

const XML = inXml(
	'<InvoiceAddRq requestID="A-1"><InvoiceAdd defMacro="m"><Memo>b  a</Memo><Memo>a</Memo><PONumber/></InvoiceAdd></InvoiceAddRq>',
);
const asJson = {
	version: '16.0',
	request: {
		name: 'InvoiceAddRq',
		attributes: { requestID: 'A-1' },
		children: [
			{
				name: 'InvoiceAdd',
				children: [
					{ name: 'Memo', text: 'b \n a' },
					{ name: 'PONumber', text: '' },
				],
			},
			{ name: 'Memo', text: 'a' },
			'no element',
			null,
		],
	},
};
const words = { elements: ['InvoiceAddRq'], texts: ['a', 'b a'] };

describe('the words of a request', () => {
	it('are its elements and the texts in them, in any order, without attributes', () => {
		expect(sent({ request_xml: XML })).toEqual(words);
		expect(sent({ request_json: asJson })).toEqual({ ...words, isCutShort: true });
		expect(wordsShown(record({ request_xml: XML }))).toEqual(words);
		expect(wordsShown(record({ request_json: asJson }))).toEqual({ ...words, isCutShort: true });
	});

	it('have each of several requests', () => {
		const two = inXml(
			'<ListDelRq><ListID>1</ListID></ListDelRq><HostQueryRq/><ListDelRq><ListID>2</ListID></ListDelRq>',
		);
		expect(elementsOf(record({ request_xml: two }))).toBe('HostQueryRq,ListDelRq,ListDelRq');
	});

	it('are those of the endpoint for a body that the service makes a request of', () => {
		const body = { lines: [{ quantity: 2, memo: 'x' }, { quantity: 1.5 }], memo: null, date: '' };
		expect(sent(body, '/connections/c1/invoices')).toEqual({
			elements: ['InvoiceAddRq'],
			texts: ['1.5', '2', 'x'],
		});
		expect(sent(body, '/connections/c1/data_ext_mods')?.elements).toEqual(['DataExtModRq']);
		expect(sent(body, '/connections/c1/customers')).toBeUndefined();
		expect(sent(undefined, '/connections/c1/customers')).toBeUndefined();
	});

	it.each([
		['2.50', '2.5'],
		['150.00', '150'],
		['-0.10', '-0.1'],
		['0.00', '0.0'],
		['100', '100'],
		['1002.0', '1002'],
		['10.05', '10.05'],
		['TRUE', 'true'],
		['False', 'false'],
		['Falsely', 'Falsely'],
		['untrue', 'untrue'],
		['1.50x', '1.50x'],
		['x1.50', 'x1.50'],
		['1.', '1.'],
		['a\t\n b ', 'a b'],
	])('are the same however a service writes them: %j is %j', (text, written) => {
		const shown = (one: string) =>
			wordsShown(record({ request_json: { request: { name: 'XRq', children: [{ text: one }] } } }));
		expect(shown(text)).toEqual(shown(written));
	});

	it('differ where the texts do', () => {
		const textOf = (text: string) =>
			wordsShown(record({ request_json: { request: { name: 'XRq', children: [{ text }] } } }))
				?.texts[0];
		expect(['100', '0.05', '-0.10', '10.0', 'Ab', '1.50x', 'x1.50'].map(textOf)).toEqual([
			...['100', '0.05', '-0.1', '10', 'Ab', '1.50x', 'x1.50'],
		]);
		expect(textOf(' TRUE ')).toBe('true');
		expect(['UnTrue', 'Trueish'].map(textOf)).toEqual(['UnTrue', 'Trueish']);
	});

	it.each([
		[{}],
		[{ request_xml: 7 }],
		[{ request_xml: 'text' }],
		[{ request_xml: '<QBXML/>' }],
		[{ request_xml: '<QBXML><QBXMLMsgsRq>text</QBXMLMsgsRq></QBXML>' }],
		[{ request_xml: '<QBXML><QBXMLMsgsRq>x' }],
		[{ request_json: null }],
		[{ request_json: {} }],
		[{ request_json: { request: { name: 7 } } }],
	])('are not shown by %j', (more) => {
		expect(wordsShown(record(more))).toBeUndefined();
		expect(elementsOf(record(more))).toBe('');
	});

	it.each<[isCutShort: true | undefined, children: unknown]>([
		[undefined, []],
		[undefined, [{ name: 'InvoiceAdd', children: [{ name: 'Memo', text: 'a' }] }]],
		[undefined, [{ name: 'Memo', text: 'a' }, null, 'no element']],
		[true, [{ name: 'InvoiceAdd' }]],
		[true, [{ name: 'InvoiceAdd', children: [] }]],
		[
			true,
			[{ name: 'InvoiceAdd', children: [{ name: 'Memo', text: 'a' }, { name: 'CustomerRef' }] }],
		],
	])('are cut short: %s, in %j', (isCutShort, children) => {
		const json = { request: { name: 'InvoiceAddRq', children } };
		expect(wordsShown(record({ request_json: json }))?.isCutShort).toBe(isCutShort);
	});

	it('are read from JSON where the XML can’t be read', () => {
		expect(wordsShown(record({ request_xml: 'x', request_json: asJson }))).toMatchObject(words);
	});
});

describe('the words of another request', () => {
	const withTexts = (...texts: string[]) => ({ elements: ['InvoiceAddRq'], texts });

	it.each([
		[false, withTexts('a', 'b'), withTexts('a', 'b')],
		[true, withTexts('a'), { elements: ['BillAddRq'], texts: ['a'] }],
		[false, withTexts('a'), { elements: ['InvoiceAddRq', 'HostQueryRq'], texts: ['a'] }],
		[true, { elements: ['InvoiceAddRq', 'HostQueryRq'], texts: ['a'] }, withTexts('a')],
		[false, withTexts('a'), { ...withTexts(), isCutShort: true as const }],
		[true, withTexts('a'), { elements: ['BillAddRq'], texts: [], isCutShort: true as const }],
		[true, withTexts('a', 'b'), withTexts('a', 'c')],
		[true, withTexts('a', 'a'), withTexts('a', 'b')],
		[true, withTexts('a'), withTexts()],
		[true, withTexts('2026-03-02'), withTexts('2026-03-03')],
		[false, withTexts('a'), withTexts('a', 'b')],
		[false, withTexts('a b'), withTexts('a c')],
		[false, withTexts('ü'), withTexts('?')],
		[false, withTexts('a', 'ü'), withTexts('?', 'a')],
		[false, undefined, withTexts('a')],
		[false, withTexts('a'), undefined],
	])('%s: %j and %j', (are, one, other) => {
		expect(areOtherWords(one, other)).toBe(are);
	});
});

it.each([
	[[], true],
	[['InvoiceAddRq'], true],
	[['HostQueryRq'], false],
	[['HostQueryRq', 'InvoiceModRq'], true],
	[['QueryRqAddRq'], true],
])('a request with the elements %j may write: %s', (elements, may) => {
	expect(mayWrite(elements)).toBe(may);
});
