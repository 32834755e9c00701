import type { IDataObject } from 'n8n-workflow';

import { FormError } from '../../../../../../quickbooks/form/formError';
import { fullQueries } from '../../../../support/full-queries';
import { CONNECTION_ID, requestOf } from '../../../../support/request-of';

/** With the standard limit: one more than 50 shows whether there are more. */
const limited = { max_returned: 51 };

describe.each(fullQueries)('query of $path', ({ resource, path, iterates, filters, options }) => {
	const fullPath = `/connections/${CONNECTION_ID}/${path}`;
	const inPages = iterates ? { iterate: true } : {};

	test('an empty form asks for one more than the first 50', () => {
		expect(requestOf(resource, 'query')).toEqual({
			method: 'GET',
			path: fullPath,
			query: limited,
		});
	});

	test('Return All asks for everything, in pages where there are any', () => {
		const form = { returnAll: true, limit: 7, options: { maximumResults: 3 } };
		expect(requestOf(resource, 'query', form).query).toEqual(inPages);
	});

	test.each<[limit: number | string, maximum: number]>([
		[1, 2],
		['50', 51],
		[1e9, 1e9 + 1],
		[Number.MAX_SAFE_INTEGER, 2 ** 31 - 1],
		['', 51],
	])('Limit %j asks for %i', (limit, maximum) => {
		const query = (form: IDataObject) => requestOf(resource, 'query', form).query;
		expect(query({ limit })).toEqual({ max_returned: maximum });
		const asItIs = Math.min(Number(limit || 50), 2 ** 31 - 1);
		expect(query({ limit, simplify: false })).toEqual({ max_returned: asItIs });
		expect(query({ limit, result: 'queuedRequest' })).toEqual({ max_returned: asItIs });
	});

	test.each(filters)('Filters %j', (form, query, how) => {
		const request = { method: 'GET', path: fullPath };
		const pages = how === 'named' ? {} : inPages;
		// What is certainly later is not counted, and is seen only in the answer.
		const isCounted = how === 'counted' && !('modified_before' in query);
		expect(requestOf(resource, 'query', { filters: form })).toEqual({
			...request,
			query: { ...query, ...(isCounted ? limited : pages) },
		});
		expect(requestOf(resource, 'query', { filters: form, returnAll: true })).toEqual({
			...request,
			query: { ...query, ...pages },
		});
	});

	test.each(options)('Options %j', (form, query) => {
		expect(requestOf(resource, 'query', { options: form }).query).toEqual({
			...query,
			...limited,
		});
	});

	test('Filters and Options together', () => {
		const [form, query] = filters.find(([, , how]) => how === 'counted')!;
		const [[moreForm, moreQuery]] = options;
		// By it we see what is certainly later.
		const needed = 'modified_before' in query ? ['TimeModified'] : [];
		const { include } = moreQuery;
		expect(requestOf(resource, 'query', { filters: form, options: moreForm }).query).toEqual({
			...query,
			...moreQuery,
			...(Array.isArray(include) && { include: [...include, ...needed] }),
			...(needed.length > 0 ? inPages : limited),
		});
	});
});

describe('Fields', () => {
	test('known fields and free entry go out as one list, each once', () => {
		const options = { fields: ['ListID', 'FullName'], otherFields: ['CompanyName', 'ListID'] };
		expect(requestOf('customer', 'query', { options }).query).toEqual({
			...limited,
			include: ['ListID', 'FullName', 'CompanyName'],
		});
	});

	test('free entry alone', () => {
		const options = { otherFields: ['Balance'] };
		expect(requestOf('vendor', 'query', { options }).query).toEqual({
			...limited,
			include: ['Balance'],
		});
	});

	test('a name that the complete list of credit memos does not have is refused', () => {
		const options = { fields: ['TxnID', 'Balance'] };
		expect(() => requestOf('creditMemo', 'query', { options })).toThrow(
			new FormError('Fields can\'t be "Balance".'),
		);
	});
});

describe('Extra Query Parameters', () => {
	const query = (parameters: Array<{ name: string; value: string }>) =>
		requestOf('vendor', 'query', { options: { extraQueryParameters: { parameters } } }).query;

	test('are sent as given', () => {
		expect(query([{ name: 'owner_id', value: '0' }])).toEqual({
			...limited,
			owner_id: '0',
		});
	});

	test('come in place of a parameter of the same name', () => {
		expect(query([{ name: 'max_returned', value: '7' }])).toEqual({ max_returned: '7' });
	});

	test('a name with [] or given twice is a list', () => {
		expect(
			query([
				{ name: 'ids[]', value: '1' },
				{ name: 'twice', value: 'a' },
				{ name: 'twice', value: 'b' },
				{ name: 'ids[]', value: '2' },
			]),
		).toEqual({ ...limited, ids: ['1', '2'], twice: ['a', 'b'] });
	});

	test('one without a name is left out', () => {
		expect(query([{ name: '', value: 'x' }])).toEqual(limited);
	});
});

describe('values that a query refuses', () => {
	test.each<[resource: string, form: Parameters<typeof requestOf>[2], message: string]>([
		['customer', { connection: '' }, 'Connection is missing.'],
		['customer', { connection: 'my company' }, 'Connection must be an ID like'],
		[
			'customer',
			{ filters: { activeStatus: 'Sometimes' } },
			'Active Status can\'t be "Sometimes".',
		],
		['invoice', { filters: { paidStatus: 'paid' } }, 'Paid Status can\'t be "paid".'],
		['invoice', { filters: { dueDateTo: '2026-02-30' } }, "Due Date To isn't a valid date"],
		['vendor', { filters: { modifiedAfter: '15.01.2026' } }, "Modified After isn't a valid date"],
		['vendor', { limit: 0 }, 'Limit must be a whole number of at least 1, but it is "0".'],
		['vendor', { limit: -1 }, 'Limit must be a whole number of at least 1, but it is "-1".'],
		['vendor', { limit: 1.5 }, 'Limit must be a whole number of at least 1, but it is "1.5".'],
		['vendor', { limit: NaN }, 'Limit must be a whole number'],
		['invoice', { limit: 'many' }, 'Limit must be a whole number'],
		['deletedRecord', { limit: 0 }, 'Limit must be a whole number'],
		['invoice', { returnAll: 'yes' }, 'Return All must be true or false, but it is "yes".'],
		['item', { options: { webhookUrl: 'n8n/webhook' } }, 'Webhook URL must be a web address'],
	])('%s %j', (resource, form, message) => {
		expect(() => requestOf(resource, 'query', form)).toThrow(FormError);
		expect(() => requestOf(resource, 'query', form)).toThrow(message);
	});
});
