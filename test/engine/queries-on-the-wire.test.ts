import type { IDataObject } from 'n8n-workflow';

import { fullQueries } from '../unit/support/full-queries';
import { byId, ownIdentifier, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer({ withEmptyQueue: true });
const CONNECTION_ID = '3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b';
const settings = { timezone: 'Europe/Berlin' };

const query = (resource: string, filledIn: IDataObject) =>
	runOperation(
		server,
		`${resource}.query`,
		{ connection: { ...byId(CONNECTION_ID) }, ...filledIn },
		{ settings },
	);

const byName = ([one]: unknown[], [other]: unknown[]) => String(one).localeCompare(String(other));

/** Path and query of the one request that arrived, the query taken apart into pairs. */
function arrived() {
	expect(server.received).toHaveLength(1);
	const [{ method, url, body }] = server.received;
	const { pathname, searchParams } = new URL(url, 'http://service');
	return { method, path: pathname, pairs: [...searchParams].sort(byName), body };
}

/** The request identifier that goes out where the user gives none. */
const own = ['request_id', ownIdentifier()];

/** The standard limit, of a request that is passed on as it is. */
const limited = { max_returned: 50 };

/** A list travels as `name[]` pairs, everything else as one pair. */
const pairsOf = (values: Record<string, unknown>) =>
	Object.entries({ request_id: ownIdentifier(), ...values })
		.flatMap(([name, value]) =>
			Array.isArray(value)
				? value.map((entry) => [`${name}[]`, String(entry)])
				: [[name, typeof value === 'object' ? value : String(value)]],
		)
		.sort(byName);

describe.each(fullQueries)('query of $path', ({ resource, path, iterates, filters, options }) => {
	const request = { method: 'GET', path: `/connections/${CONNECTION_ID}/${path}`, body: '' };

	const pages = iterates ? { iterate: true } : {};
	const asked = { counted: limited, named: {}, 'filtered later': pages };

	test.each(filters)('Filters %j', async (form, sent, how) => {
		const run = await query(resource, { filters: form });
		expect(run.error).toBeUndefined();
		expect(arrived()).toEqual({ ...request, pairs: pairsOf({ ...sent, ...asked[how] }) });
	});

	test.each(options)('Options %j', async (form, sent) => {
		const run = await query(resource, { options: form });
		expect(run.error).toBeUndefined();
		expect(arrived()).toEqual({ ...request, pairs: pairsOf({ ...sent, ...limited }) });
	});

	test('an empty form sends the request identifier and the limit', async () => {
		await query(resource, {});
		expect(arrived()).toEqual({ ...request, pairs: pairsOf(limited) });
	});

	test('with Return All, it sends the identifier, and iterates where the endpoint does', async () => {
		await query(resource, { returnAll: true });
		expect(arrived()).toEqual({ ...request, pairs: pairsOf(pages) });
	});
});

test('the raw query: lists as name[] pairs, everything percent-encoded', async () => {
	await query('creditMemo', {
		filters: { accountListIds: ['80000003-1', '80000004-1'], refNumberContains: 'A&B=1' },
		options: { customRequestId: 'a/b&c', fields: ['TxnID', 'LinkedTxn'] },
		limit: 5,
	});
	expect(server.received[0].url.split('?')[1]).toBe(
		'include%5B%5D=TxnID&include%5B%5D=LinkedTxn&ref_number=A%26B%3D1&account_list_ids%5B%5D=80000003-1' +
			'&account_list_ids%5B%5D=80000004-1&max_returned=5&request_id=a%2Fb%26c',
	);
});

test('lists may come from an expression', async () => {
	const run = await runOperation(
		server,
		'salesTaxItem.query',
		{
			connection: { ...byId(CONNECTION_ID) },
			filters: { listIds: '={{ $json.ids }}' },
			options: { fields: '={{ ["ListID"] }}', otherFields: '={{ ["TaxRate"] }}' },
		},
		{ items: [{ ids: ['80000001-1', '80000002-1'] }] },
	);
	expect(run.error).toBeUndefined();
	expect(arrived().pairs).toEqual([
		['include[]', 'ListID'],
		['include[]', 'TaxRate'],
		['list_ids[]', '80000001-1'],
		['list_ids[]', '80000002-1'],
		own,
	]);
});

test('Extra Query Parameters are sent as given, in place of those of the same name', async () => {
	await query('vendor', {
		options: {
			extraQueryParameters: {
				parameters: [
					{ name: 'max_returned', value: '7' },
					{ name: 'owner_ids[]', value: '0' },
					{ name: 'owner_ids[]', value: '{1}' },
				],
			},
		},
	});
	expect(arrived().pairs).toEqual([
		['max_returned', '7'],
		['owner_ids[]', '0'],
		['owner_ids[]', '{1}'],
		own,
	]);
});
