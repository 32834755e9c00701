import '../support/short-pauses';

import type { IDataObject } from 'n8n-workflow';

import { createRandom } from '../../../simulator/company/random';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { mistakesIn } from '../../simulator/support/check-books';
import { useServiceWithDesktops } from '../support/desktops';
import { byId, runOperation } from '../support/run-operation';

/** How many updates there are; 1,000 show it more than once, but take minutes. */
const UPDATES = Number(process.env.UPDATES ?? 150);
const SEED = Number(process.env.UPDATES_SEED ?? 1);

const records = Math.max(20, Math.round(UPDATES / 6));
const service = useServiceWithDesktops({}, () =>
	createCompany({ customers: records, vendors: 10, invoices: records, creditMemos: 5 }),
);

interface Tried {
	resource: 'customer' | 'invoice';
	id: string;
	item: IDataObject;
	/** What the record shows afterwards. */
	isThere: (record: IDataObject) => boolean;
}

test(`${UPDATES} updates beside somebody who changes other things: nothing of theirs or ours is lost`, async () => {
	const connectionId = await service.newConnection();
	const company = service.company(connectionId);
	const random = createRandom(SEED);
	const ids = {
		customer: company.customers.map(({ ListID }) => ListID),
		invoice: company.invoices.map(({ TxnID }) => TxnID),
	};
	// They write memos, phone numbers and texts of lines; we write numbers, dates and lines of our own.
	const kindsOfUpdates = [
		(number: number, id: string): Tried => ({
			resource: 'customer',
			id,
			item: { additionalFields: { accountNumber: `N-${number}` } },
			isThere: ({ AccountNumber }) => AccountNumber === `N-${number}`,
		}),
		(number: number, id: string): Tried => ({
			resource: 'invoice',
			id,
			item: { additionalFields: { fob: `F-${number}` } },
			isThere: ({ FOB }) => FOB === `F-${number}`,
		}),
		(number: number, id: string): Tried => ({
			resource: 'invoice',
			id,
			item: {
				lineMode: 'add',
				lines: {
					line: [
						{
							itemListId: byId('80020001-1700000001'),
							quantity: '1',
							rate: `1.${(number % 90) + 10}`,
							additionalFields: {
								serviceDate: `20${String(10 + (number % 80))}-01-0${1 + (number % 9)}`,
							},
						},
					],
				},
			},
			isThere: () => true,
		}),
	];
	const tried = Array.from({ length: UPDATES }, (_, number): Tried => {
		const make = random.pick(kindsOfUpdates);
		const { resource } = make(number, '');
		return make(number, random.pick(ids[resource]));
	});
	const linesBefore = new Map(
		company.invoices.map(({ TxnID, InvoiceLineRet }) => [TxnID, InvoiceLineRet.length]),
	);

	service.colleague(connectionId).start({
		seed: SEED,
		every_requests: 1,
		same_record_percent: 90,
		kinds: ['Customer', 'Invoice'],
		fields: undefined,
	});
	const outcomes = new Map<Tried, IDataObject>();
	for (const resource of ['customer', 'invoice'] as const) {
		const own = tried.filter((one) => one.resource === resource);
		const { items, error } = await runOperation(
			service,
			`${resource}.update`,
			{
				connection: { ...byId(connectionId) },
				result: 'waitPolling',
				[resource === 'customer' ? 'listId' : 'txnId']: { ...byId('={{ $json.id }}') },
				additionalFields: {
					accountNumber: '={{ $json.additionalFields?.accountNumber }}',
					fob: '={{ $json.additionalFields?.fob }}',
				},
				lineMode: "={{ $json.lineMode ?? 'keep' }}",
				specifyLines: 'form',
				lines: '={{ $json.lines ?? {} }}',
			},
			{ items: own.map(({ id, item }) => ({ id, ...item })), onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		items.forEach(({ json, pairedItem }) => {
			outcomes.set(own[(pairedItem as { item: number }).item], json);
		});
	}
	const colleague = service.colleague(connectionId);
	colleague.stop();

	expect(colleague.lost(company)).toEqual([]);
	expect(mistakesIn(company)).toEqual([]);
	const done = tried.filter((one) => outcomes.get(one)?.changed === true);
	const given = tried.filter((one) => 'error' in (outcomes.get(one) ?? {}));
	// Whoever meets the same record five times in a row gives up, and has written nothing.
	expect(done.length + given.length).toBe(UPDATES);
	expect(given.map((one) => outcomes.get(one)?.error)).toEqual([]);
	// Of several updates of one field, the last one counts.
	const isLast = (one: Tried): boolean =>
		!tried
			.slice(tried.indexOf(one) + 1)
			.some(
				(later) =>
					later.id === one.id &&
					Object.keys((later.item.additionalFields ?? {}) as object).join() ===
						Object.keys((one.item.additionalFields ?? {}) as object).join(),
			);
	const recordOf = ({ resource, id }: Tried) =>
		(resource === 'customer'
			? company.customers.find(({ ListID }) => ListID === id)
			: company.invoices.find(({ TxnID }) => TxnID === id)) as unknown as IDataObject;
	expect(done.filter((one) => isLast(one) && !one.isThere(recordOf(one)))).toEqual([]);
	for (const { TxnID, InvoiceLineRet } of company.invoices) {
		const added = done.filter(({ id, item }) => id === TxnID && 'lines' in item).length;
		expect(InvoiceLineRet).toHaveLength((linesBefore.get(TxnID) ?? 0) + added);
	}
	if (process.env.UPDATES !== undefined) {
		const queue = await service.requestsOf(connectionId);
		const refused = queue.filter(({ state }) => state === 'error').length;
		process.stdout.write(
			`${UPDATES} updates, ${queue.length} requests, ${refused} refused, ${colleague.changes().length} changes of the colleague\n`,
		);
	}
});
