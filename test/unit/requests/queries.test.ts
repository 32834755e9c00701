import { FormError } from '../../../nodes/shared/form/formError';
import { fullQueries } from '../support/full-queries';
import { CONNECTION_ID, requestOf } from '../support/request-of';

describe.each(fullQueries)('query of $path', ({ resource, path, filters, options }) => {
	const fullPath = `/connections/${CONNECTION_ID}/${path}`;

	test('an empty form asks for everything', () => {
		expect(requestOf(resource, 'query')).toEqual({ method: 'GET', path: fullPath, query: {} });
	});

	test.each(filters)('Filters %j', (form, query) => {
		expect(requestOf(resource, 'query', { filters: form })).toEqual({
			method: 'GET',
			path: fullPath,
			query,
		});
	});

	test.each(options)('Options %j', (form, query) => {
		expect(requestOf(resource, 'query', { options: form }).query).toEqual(query);
	});

	test('Filters and Options together', () => {
		const [[form, query]] = filters;
		const [[moreForm, moreQuery]] = options;
		expect(requestOf(resource, 'query', { filters: form, options: moreForm }).query).toEqual({
			...query,
			...moreQuery,
		});
	});
});

describe('Fields', () => {
	test('known fields and free entry go out as one list, each once', () => {
		const options = { fields: ['ListID', 'FullName'], otherFields: ['CompanyName', 'ListID'] };
		expect(requestOf('customer', 'query', { options }).query).toEqual({
			include: ['ListID', 'FullName', 'CompanyName'],
		});
	});

	test('free entry alone', () => {
		const options = { otherFields: ['Balance'] };
		expect(requestOf('vendor', 'query', { options }).query).toEqual({ include: ['Balance'] });
	});

	test('a name that the complete list of credit memos does not have is refused', () => {
		const options = { fields: ['TxnID', 'Balance'] };
		expect(() => requestOf('creditMemo', 'query', { options })).toThrow(
			new FormError('Fields can\'t be "Balance".'),
		);
	});
});

describe('Extra Query Parameters', () => {
	const query = (parameters: Array<{ name: string; value: string }>, more = {}) =>
		requestOf('vendor', 'query', { options: { ...more, extraQueryParameters: { parameters } } })
			.query;

	test('are sent as given', () => {
		expect(query([{ name: 'owner_id', value: '0' }])).toEqual({ owner_id: '0' });
	});

	test('come in place of a parameter of the same name', () => {
		expect(query([{ name: 'max_returned', value: '7' }], { maximumResults: 100 })).toEqual({
			max_returned: '7',
		});
	});

	test('a name with [] or given twice is a list', () => {
		expect(
			query([
				{ name: 'ids[]', value: '1' },
				{ name: 'twice', value: 'a' },
				{ name: 'twice', value: 'b' },
				{ name: 'ids[]', value: '2' },
			]),
		).toEqual({ ids: ['1', '2'], twice: ['a', 'b'] });
	});

	test('one without a name is left out', () => {
		expect(query([{ name: '', value: 'x' }])).toEqual({});
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
		['vendor', { options: { maximumResults: 0 } }, 'Maximum Results must be a whole number'],
		['item', { options: { webhookUrl: 'n8n/webhook' } }, 'Webhook URL must be a web address'],
		['item', { options: { automaticIteration: 'yes' } }, 'Automatic Iteration must be true or'],
	])('%s %j', (resource, form, message) => {
		expect(() => requestOf(resource, 'query', form)).toThrow(FormError);
		expect(() => requestOf(resource, 'query', form)).toThrow(message);
	});
});
