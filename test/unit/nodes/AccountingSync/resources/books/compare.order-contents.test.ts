import type { IDataObject } from 'n8n-workflow';

import { compareOrders } from '../../../../../../quickbooks/books/orderContents';
import { chosenForm } from '../../../../../../quickbooks/filledIn/chosenForm';
import { depositAsFilledIn } from '../../../../../../quickbooks/filledIn/paymentsToDeposit';
import { clockedFields } from '../../../../../../quickbooks/form/clock';
import type { Contents } from '../../../../../../quickbooks/qbxml/contents';
import {
	readRequestXml,
	type RequestElement,
	writeElement,
} from '../../../../../../quickbooks/qbxml/requestXml';
import { records } from '../../../../../../quickbooks/records/registry';
import { recordForms } from '../../../../../support/record-forms';
import { requestOf } from '../../../../support/request-of';

const NOW = Date.parse('2026-03-05T12:00:00Z');

function kindOf(resource: string) {
	const kind = records.find(({ value }) => value === resource);
	if (!kind) throw new Error(`There is no record ${resource}.`);
	return kind;
}

/** The request that a form queues. */
function requestFor(resource: string, values: IDataObject): RequestElement {
	// A deposit that is not waited for goes out as it was filled in.
	const more = { orderNumber: '1', ...(resource === 'deposit' && { result: 'queuedRequest' }) };
	const { request_xml: xml } = requestOf(resource, 'create', { ...values, ...more }).body as {
		request_xml: string;
	};
	const [request] = readRequestXml(xml).root.children[0].children;
	return request;
}

const documentOf = (request: RequestElement): string =>
	`<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${writeElement(request)}</QBXMLMsgsRq></QBXML>`;

/** Compares a form with a request that was queued before. */
function compared(
	resource: string,
	values: IDataObject,
	earlier: RequestElement,
	more: { shown?: Record<string, unknown>; stored?: IDataObject } = {},
): Contents {
	const form = chosenForm(kindOf(resource), values);
	const [adds] = requestFor(resource, values).children;
	const { shown = { request_xml: documentOf(earlier) }, stored = values } = more;
	const filledIn = { values, timezone: 'Europe/Berlin', clocked: clockedFields(stored) };
	const asFilledIn = resource === 'deposit' ? depositAsFilledIn : undefined;
	return compareOrders(adds, shown, { form, filledIn, now: NOW, asFilledIn });
}

type Change = (element: RequestElement) => RequestElement;

const deeply =
	(change: Change): Change =>
	(element) =>
		change({ ...element, children: element.children.map(deeply(change)) });

const asNumbers: Change = (element) =>
	/(Amount|Rate|Price|Cost|Quantity)$/.test(element.name) && /^\d+(\.\d)?$/.test(element.text)
		? { ...element, text: Number(element.text).toFixed(2) }
		: element;

const isLine = ({ name }: RequestElement) => /Line|AppliedTo|Contacts|PriceLevelPerItem/.test(name);

/** Elements in another order, and lines in theirs. */
const reordered: Change = (element) => ({
	...element,
	children: [
		...element.children.filter(isLine),
		...element.children.filter((one) => !isLine(one)).reverse(),
	],
});

const asJson = ({ name, text, children }: RequestElement): IDataObject => ({
	name,
	...(children.length > 0 ? { children: children.map(asJson) } : { text }),
});

const forms = recordForms.map(({ title, resource, form }) => {
	const values = form((other) => `5B1A-${other.length}`);
	return [title, resource, values] as const;
});

test.each(forms)('%s: what is the same in other words is the same', (_, resource, values) => {
	const request = requestFor(resource, values);
	const ways = [request, deeply(asNumbers)(request), deeply(reordered)(request)];
	for (const way of ways) expect(compared(resource, values, way)).toEqual({ is: 'same' });
	const shown = { request_json: { version: '16.0', request: asJson(request) } };
	expect(compared(resource, values, request, { shown })).toEqual({ is: 'same' });
});

/** Every request that differs from one in a single text. */
function* withOneChanged(element: RequestElement): Generator<RequestElement> {
	const { children, text, name } = element;
	if (children.length === 0 && name !== 'ExternalGUID') {
		const other = /^(true|false)$/.test(text) ? (text === 'true' ? 'false' : 'true') : `${text}7`;
		yield { ...element, text: other };
	}
	for (const [index, child] of children.entries()) {
		for (const changed of withOneChanged(child)) {
			yield { ...element, children: children.with(index, changed) };
		}
	}
}

test.each(forms)(
	'%s: whatever was written otherwise is a difference, and nothing is lost of it',
	(_, resource, values) => {
		const request = requestFor(resource, values);
		let count = 0;
		for (const changed of withOneChanged(request)) {
			expect(compared(resource, values, changed)).toMatchObject({ is: 'other' });
			count += 1;
		}
		expect(count).toBeGreaterThan(0);
		const [added] = request.children;
		for (const index of added.children.keys()) {
			if (added.children[index].name === 'ExternalGUID') continue;
			const less = { ...added, children: added.children.toSpliced(index, 1) };
			expect(compared(resource, values, { ...request, children: [less] })).toMatchObject({
				is: 'other',
			});
		}
	},
);

const sale = (line: IDataObject[]): IDataObject => ({
	customerListId: { __rl: true, mode: 'name', value: 'Cook' },
	transactionDate: '2026-03-05',
	lines: { line },
});
const door = { itemListId: { __rl: true, mode: 'name', value: 'Door' }, quantity: 1, rate: '10' };
const discount = { itemListId: { __rl: true, mode: 'name', value: '10% off' } };

test('lines may stand in another order, but not around a discount', () => {
	const one = sale([door, { ...door, quantity: 2 }]);
	const other = sale([{ ...door, quantity: 2 }, door]);
	expect(compared('salesReceipt', one, requestFor('salesReceipt', other))).toEqual({ is: 'same' });
	const above = sale([door, discount, { ...door, quantity: 2 }]);
	const below = sale([door, { ...door, quantity: 2 }, discount]);
	expect(compared('salesReceipt', above, requestFor('salesReceipt', below))).toMatchObject({
		is: 'other',
	});
});

test('a customer by ID and by name is the same one if the answer says so', () => {
	const byName = sale([door]);
	const byId = {
		...byName,
		customerListId: { __rl: true, mode: 'id', value: '80000001-1700000001' },
	};
	const earlier = requestFor('salesReceipt', byId);
	const answer = (name: string) => ({
		request_xml: documentOf(earlier),
		response_xml: `<QBXML><QBXMLMsgsRs><SalesReceiptAddRs statusCode="0"><SalesReceiptRet><CustomerRef><ListID>80000001-1700000001</ListID><FullName>${name}</FullName></CustomerRef></SalesReceiptRet></SalesReceiptAddRs></QBXMLMsgsRs></QBXML>`,
	});
	const with_ = (name: string) =>
		compared('salesReceipt', byName, earlier, { shown: answer(name) });
	expect(with_('COOK')).toEqual({ is: 'same' });
	expect(with_('Baker')).toEqual({
		is: 'other',
		differences: ['Customer: "Baker" was written, and this run has "Cook"'],
	});
	expect(compared('salesReceipt', byName, earlier)).toEqual({
		is: 'unclear',
		because: 'Customer was given by name once and by ID once',
	});
});

test('letters that QuickBooks can not keep make another name and another text', () => {
	const named = (value: string, memo = '') => ({
		...sale([door]),
		customerListId: { __rl: true, mode: 'name', value },
		additionalFields: { memo },
	});
	const differs = (one: IDataObject, other: IDataObject) =>
		compared('salesReceipt', one, requestFor('salesReceipt', other)).is;
	expect(differs(named('Kolić'), named('Kolié'))).toBe('other');
	expect(differs(named('Cook', 'Łódź'), named('Cook', 'Lodz'))).toBe('other');
	expect(differs(named('KOLIĆ', 'Cafe\u0301'), named('kolić', 'Café'))).toBe('same');
});

test.each([
	['the clock alone', '={{ $today.toISODate() }}', '2026-03-05', 'same'],
	['the clock alone, some days later', '={{ $today.plus({ days: 7 }) }}', '2026-03-12', 'same'],
	['the item or today', '={{ $json.date ?? $today }}', '2026-03-05', 'same'],
	['the item, and not today', '={{ $json.date ?? $today }}', '2026-02-28', 'other'],
	['the item alone', '={{ $json.date }}', '2026-03-05', 'other'],
])('a date from %s', (_, stored, transactionDate, is) => {
	const values = { ...sale([door]), transactionDate };
	const earlier = requestFor('salesReceipt', { ...values, transactionDate: '2026-01-15' });
	expect(
		compared('salesReceipt', values, earlier, {
			stored: { ...values, transactionDate: stored },
		}).is,
	).toBe(is);
});

test('a quantity that follows the clock is compared all the same', () => {
	const values = sale([door]);
	const earlier = requestFor('salesReceipt', sale([{ ...door, quantity: 5 }]));
	const stored = sale([{ ...door, quantity: '={{ $today.day }}' }]);
	expect(compared('salesReceipt', values, earlier, { stored }).is).toBe('other');
});

test('a deposit of a payment is the same, however many lines of it waited', () => {
	const values = (payment: string) => ({
		depositToAccountListId: { __rl: true, mode: 'name', value: 'Checking' },
		transactionDate: '2026-03-05',
		lines: { line: [{ paymentTxnId: payment }] },
	});
	const written = requestFor('deposit', values('5B1A-1'));
	const [added] = written.children;
	const line = added.children.find(({ name }) => name === 'DepositLineAdd') as RequestElement;
	const part = (text: string): RequestElement => ({
		...line,
		children: [...line.children, { name: 'PaymentTxnLineID', attributes: {}, text, children: [] }],
	});
	const others = added.children.filter((one) => one !== line);
	const taken = {
		...written,
		children: [{ ...added, children: [...others, part('5B1A-2'), part('5B1A-3')] }],
	};
	expect(compared('deposit', values('5B1A-1'), taken)).toEqual({ is: 'same' });
	expect(compared('deposit', values('5B1A-9'), taken).is).toBe('other');
});

test('a record of another type is a difference', () => {
	const earlier = requestFor('salesReceipt', sale([door]));
	expect(compared('invoice', sale([door]), earlier)).toEqual({
		is: 'other',
		differences: ['Type: "Sales Receipt" was written, and this run has "Invoice"'],
	});
});

test.each([
	['no request', {}],
	['XML that breaks off', { request_xml: '<QBXML><QBXMLMsgsRq><SalesReceiptAddRq>' }],
	[
		'the outermost elements in JSON',
		{ request_json: { request: { name: 'SalesReceiptAddRq', children: [] } } },
	],
	[
		'the first level in JSON',
		{
			request_json: {
				request: {
					name: 'SalesReceiptAddRq',
					children: [{ name: 'SalesReceiptAdd', text: '' }],
				},
			},
		},
	],
])('a service that shows %s', (_, shown) => {
	const values = sale([door]);
	const request = requestFor('salesReceipt', values);
	expect(compared('salesReceipt', values, request, { shown }).is).toBe('unclear');
});
