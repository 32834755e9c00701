import './support/fast-time';

import type { IDataObject } from 'n8n-workflow';

import type { OperationName } from '../engine/support/run-operation';
import type { Reading } from './service';
import { at } from './support/place';

const queries: readonly OperationName[] = ['customer.query', 'invoice.query', 'item.query'];

/** What is chosen is not left out by Simplify: what is a list, what is a switch, what is nested. */
const otherFields = [
	...['ListID', 'TxnID', 'FullName', 'IsActive', 'BillAddress', 'AdditionalContactRef', 'Balance'],
	...['SalesOrPurchase', 'CustomerRef', 'IsPaid', 'Subtotal', 'InvoiceLineRet', 'TimeModified'],
];

/** It waits for long: a busy machine makes much of the time that passes fast here. */
const form = {
	result: 'waitPolling',
	options: { includeLineItems: true, waitLimit: 60, otherFields },
};

/** What the queries return at a service of a reading. */
const recordsAt = async (reading: Partial<Reading>): Promise<IDataObject[]> =>
	await at(reading, async ({ run }) => {
		const found: IDataObject[] = [];
		for (const operation of queries) {
			const { status, error, items } = await run(operation, form);
			expect({ status, error }).toEqual({ status: 'success' });
			found.push(...items.map(({ json }) => json));
		}
		return found;
	});

/** All ways to write the same JSON. */
const ways = (['where repeated', 'records', 'everywhere'] as const).flatMap((jsonLists) =>
	(['as in XML', 'by name', 'by length'] as const).flatMap((jsonNames) =>
		(['typed', 'text'] as const).map((jsonValues) => ({ jsonLists, jsonNames, jsonValues })),
	),
);

const idOf = ({ ListID: listId, TxnID: txnId }: IDataObject): string => String(listId ?? txnId);

const byId = (records: readonly IDataObject[]): IDataObject[] =>
	[...records].sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));

let expected: IDataObject[];
beforeAll(async () => {
	expected = await recordsAt({ responseJson: 'absent' });
});

test('the records show what is a list even of one', () => {
	const [customer] = expected;
	const invoice = expected.find(({ InvoiceLineRet: lines }) => lines !== undefined);
	expect(customer.AdditionalContactRef).toEqual([
		{ ContactName: 'Mobile', ContactValue: '555-0101' },
	]);
	expect(invoice?.InvoiceLineRet).toHaveLength(1);
});

test.each(ways)(
	'lists $jsonLists, names $jsonNames, values $jsonValues: the same records in the same order',
	async (way) => {
		expect(JSON.stringify(await recordsAt(way))).toBe(JSON.stringify(expected));
	},
);

test.each(ways)(
	'lists $jsonLists, names $jsonNames, values $jsonValues, no XML: the same records',
	async (way) => {
		const records = await recordsAt({ ...way, responseXml: 'absent' });
		// The kinds of items have lost their order with the names.
		expect(byId(records)).toEqual(byId(expected));
		if (way.jsonNames === 'as in XML') {
			expect(JSON.stringify(records)).toBe(JSON.stringify(expected));
		}
	},
);
