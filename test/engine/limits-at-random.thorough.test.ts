import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../simulator/company/seed/create-company';
import { pageSize } from '../support/page-size';
import { useServiceWithDesktops } from './support/desktops';
import { useShortPauses } from './support/pauses';
import { byId, type OperationName, runOperation } from './support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () =>
	createCompany({ invoices: 64, customers: 57, vendors: 23, creditMemos: 3 }),
);
let connectionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection();
});

/** Queries with pages, without pages, in qbXML, and with filters that QuickBooks, the service or the node matches. */
const queries: ReadonlyArray<[operation: OperationName, filters: IDataObject]> = [
	['invoice.query', {}],
	['invoice.query', { transactionDateFrom: '2024-06-01' }],
	['invoice.query', { dueDateFrom: '2024-06-01' }],
	['invoice.query', { totalFrom: '900.00' }],
	['customer.query', {}],
	['vendor.query', { nameContains: 'e' }],
	['creditMemo.query', {}],
	['salesTaxCode.query', {}],
	['account.query', {}],
];

async function found(operation: OperationName, form: IDataObject) {
	const { error, items, hints } = await runOperation(service, operation, {
		connection: { ...byId(connectionId) },
		result: 'waitPolling',
		...form,
	});
	expect(error).toBeUndefined();
	const said = Object.values(hints)
		.flat()
		.map(({ message }) => message);
	return { ids: items.map(({ json: { TxnID, ListID } }) => TxnID ?? ListID), said };
}

test('a limit takes the first of what Return All gives, and says if there are more', async () => {
	const everything = await Promise.all(
		queries.map(async ([operation, filters]) => {
			const { ids, said } = await found(operation, { filters, returnAll: true });
			expect(said).toEqual([]);
			expect(new Set(ids).size).toBe(ids.length);
			return ids;
		}),
	);
	expect(everything[0]).toHaveLength(64);
	expect(everything.every(({ length }) => length > 1)).toBe(true);
	await fc.assert(
		fc.asyncProperty(
			fc.record({
				which: fc.nat(queries.length - 1),
				limit: fc.integer({ min: 1, max: 70 }),
				asText: fc.boolean(),
				returnAll: fc.constantFrom<unknown>(
					true,
					'={{ "true" }}',
					false,
					'={{ false }}',
					'={{ "false" }}',
				),
				perPage: fc.integer({ min: 1, max: 70 }),
			}),
			async ({ which, limit, asText, returnAll, perPage }) => {
				const [operation, filters] = queries[which];
				const all = everything[which];
				const isAll = String(returnAll).includes('true');
				const { ids, said } = await found(operation, {
					filters,
					limit: asText ? `={{ "${limit}" }}` : limit,
					returnAll: returnAll as boolean,
					// The service's own endpoint is asked for pages, and only invoices have it for all of these filters.
					...(isAll &&
						operation === 'invoice.query' &&
						!('totalFrom' in filters) && { options: pageSize(perPage) }),
				});
				expect(ids).toEqual(isAll ? all : all.slice(0, limit));
				expect(said).toHaveLength(!isAll && all.length > limit ? 1 : 0);
			},
		),
		{ numRuns: 25 },
	);
});
