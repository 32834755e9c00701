import { mapperField } from '../../../../../nodes/AccountingSync/methods/mapperField';
import {
	type Content,
	isChoice,
	isGroup,
	type Message,
} from '../../../../../quickbooks/facts/facts';
import { readMessages } from '../../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../../quickbooks/facts/requests';
import { checkRequest } from '../../../../../quickbooks/qbxml/checkRequest';
import { encodeRequest } from '../../../../../quickbooks/qbxml/encodeRequest';
import { requestFields } from '../../../../../quickbooks/requests/requestFields';
import { typedValues } from '../../../../../quickbooks/requests/typedValues';

const all = readMessages(requests);
const messages = [...all.values()];

function request(name: string): Message {
	const found = all.get(name);
	if (!found) throw new Error(`There is no ${name}`);
	return found;
}

const fieldsOf = (name: string, version?: string) =>
	requestFields(request(name)).map((field) => mapperField(field, version));

/** The paths of all elements down to those that repeat, and whether the request can't do without them. */
function pathsIn(content: Content, path = '', required = true): Map<string, boolean> {
	const found = new Map<string, boolean>();
	const addAll = (inside: Map<string, boolean>) =>
		inside.forEach((isRequired, name) => found.set(name, found.get(name) ?? isRequired));
	for (const particle of content) {
		const isRequired = required && !particle.optional;
		if (isChoice(particle) && particle.repeats) {
			const names = particle.or.flat().map((inside) => (isChoice(inside) ? '?' : inside.name));
			found.set(`${path}${names.join('|')}`, isRequired);
		} else if (isChoice(particle)) {
			particle.or.forEach((inside) => addAll(pathsIn(inside, path, false)));
		} else if (isGroup(particle) && !particle.repeats) {
			addAll(pathsIn(particle.content, `${path}${particle.name}.`, isRequired));
		} else {
			addAll(new Map([[`${path}${particle.name}`, isRequired]]));
		}
	}
	return found;
}

/** A request's paths, which begin inside of the element that is named like it. */
function expectedFields({ name, content, attributes }: Message) {
	const main = `${name.replace(/Rq$/, '')}.`;
	const paths = [...pathsIn(content)].map(
		([path, required]) =>
			[path.startsWith(main) ? path.slice(main.length) : path, required] as const,
	);
	const named = Object.keys(attributes)
		.filter((attribute) => attribute !== 'requestID')
		.map((attribute) => [`@${attribute}`, false] as const);
	return [...paths, ...named];
}

describe.each(messages)('$name', (message) => {
	const fields = requestFields(message).map((field) => mapperField(field, undefined));

	test('every element has its field, and is required if the request needs it', () => {
		expect(fields.map(({ id, required }) => [id, required])).toEqual(expectedFields(message));
	});

	test('what is required is shown', () => {
		expect(fields.filter(({ required, removed }) => required && removed)).toEqual([]);
	});

	test('the labels tell the fields apart, in words of Title Case', () => {
		const labels = fields.map(({ displayName }) => displayName);
		expect(new Set(labels).size).toBe(labels.length);
		for (const label of labels) {
			expect(label).toMatch(
				/^[A-Z0-9][\w-]*(:? (or |of |to )?[A-Z0-9][\w-]*)*( \([\w\s,-]+( …)?(, [\w.\s-]+)?\))?$/,
			);
			expect(label).not.toMatch(/\b(Txn|Ref$|Ref:|Desc|Addr|Ret)\b/);
		}
	});

	test('an example that is left as it is counts as nothing', () => {
		const value = Object.fromEntries(
			fields.map(({ id, defaultValue }) => [id, defaultValue ?? '']),
		);
		const form = {
			values: { typedFields: { value }, typedRequest: message.name },
			timezone: 'UTC',
		};
		const { values } = typedValues(form, all);
		const emptyForm = encodeRequest(message, {}, 'UTC');
		expect(encodeRequest(message, values, 'UTC')).toEqual(emptyForm);
	});

	test('an example that is filled in has the right shape', () => {
		const examples = fields.filter(({ type }) => type === 'array');
		for (const { id, defaultValue } of examples) {
			const value = { [id]: String(defaultValue).replaceAll('""', '"1"') };
			const form = {
				values: { typedFields: { value }, typedRequest: message.name },
				timezone: 'UTC',
			};
			const request = encodeRequest(message, typedValues(form, all).values, 'UTC');
			const problems = checkRequest(all, request).map(({ message: problem }) => problem);
			expect(problems.filter((problem) => /has no|holds|stands|exclude/.test(problem))).toEqual([]);
		}
	});
});

test('the fields of a bill', () => {
	const shown = fieldsOf('BillAddRq').filter(({ removed }) => !removed);
	expect(shown.map(({ displayName, type }) => [displayName, type])).toEqual([
		['Vendor: List ID', 'string'],
		['Vendor: Full Name', 'string'],
		['Expense Lines', 'array'],
		['Item Lines', 'array'],
	]);
	expect(JSON.parse(String(shown[2].defaultValue))).toEqual([
		{ AccountRef: { FullName: '' }, Amount: '', Memo: '', CustomerRef: { FullName: '' } },
	]);
	const [line, group] = JSON.parse(String(shown[3].defaultValue));
	expect(Object.keys(line)).toEqual(['ItemLineAdd']);
	expect(group).toEqual({
		ItemGroupLineAdd: { ItemGroupRef: { FullName: '' }, Quantity: '' },
	});
});

test.each<[name: string, id: string, label: string, type: string]>([
	['InvoiceAddRq', 'BillAddress.City', 'Bill Address: City', 'string'],
	['InvoiceAddRq', 'BillAddress.Addr1', 'Bill Address: Address 1', 'string'],
	['InvoiceAddRq', 'PONumber', 'PO Number', 'string'],
	['InvoiceAddRq', 'TxnDate', 'Transaction Date', 'string'],
	['InvoiceAddRq', 'IsToBePrinted', 'Is To Be Printed', 'boolean'],
	['InvoiceAddRq', 'LinkToTxnID', 'Link To Transaction IDs', 'string'],
	['InvoiceQueryRq', '@metaData', 'Meta Data', 'options'],
	['InvoiceQueryRq', 'TxnID', 'Transaction IDs (or Ref Number …)', 'string'],
	['CustomerQueryRq', 'FullName', 'Full Names (JSON, or List ID …)', 'string'],
	[
		'ItemServiceAddRq',
		'SalesOrPurchase.Price',
		'Sales Or Purchase: Price (or Price Percent)',
		'string',
	],
	['AccountAddRq', 'AccountType', 'Account Type', 'options'],
	['TxnVoidRq', 'TxnID', 'Transaction ID', 'string'],
])('%s has a field for %s: %s', (name, id, displayName, type) => {
	expect(fieldsOf(name).find((field) => field.id === id)).toMatchObject({ displayName, type });
});

test('an enumeration shows words and sends its own', () => {
	const { options } = fieldsOf('InvoiceQueryRq').find(({ id }) => id === 'PaidStatus') ?? {};
	expect(options).toEqual([
		{ name: 'All', value: 'All' },
		{ name: 'Paid Only', value: 'PaidOnly' },
		{ name: 'Not Paid Only', value: 'NotPaidOnly' },
	]);
});

describe('fields that are newer than the version', () => {
	const city = (version?: string) =>
		fieldsOf('BillAddRq', version).find(({ id }) => id === 'VendorAddress.City')?.displayName;

	test.each([
		['12.0', 'Vendor Address: City (qbXML 13.0)'],
		['CA12.0', 'Vendor Address: City (qbXML 13.0)'],
		['2.1', 'Vendor Address: City (qbXML 13.0)'],
		['13.0', 'Vendor Address: City'],
		['16.0', 'Vendor Address: City'],
		[undefined, 'Vendor Address: City'],
	])('with %s: %s', (version, label) => {
		expect(city(version)).toBe(label);
	});

	test('are neither shown nor required, and the IDs stay the same', () => {
		for (const message of messages) {
			const old = requestFields(message).map((field) => mapperField(field, '1.0'));
			const marked = old.filter(({ displayName }) => displayName.includes('(qbXML'));
			expect(marked.filter(({ removed, required }) => !removed || required)).toEqual([]);
			expect(old.map(({ id }) => id)).toEqual(requestFields(message).map(({ id }) => id));
		}
	});
});
