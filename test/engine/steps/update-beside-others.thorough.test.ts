import type { IDataObject } from 'n8n-workflow';

import { createRandom } from '../../../simulator/company/random';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { mistakesIn } from '../../simulator/support/check-books';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

/** How many updates there are. A thousand take minutes. */
const UPDATES = Number(process.env.UPDATES ?? 90);
const SEED = Number(process.env.UPDATES_SEED ?? 1);

const records = Math.max(20, Math.round(UPDATES / 8));
const service = useServiceWithDesktops({}, () =>
	createCompany({ customers: records, vendors: 10, invoices: records, creditMemos: 5 }),
);

/** What the updates of one kind change. The colleague changes other fields, in records and in lines. */
interface UpdateKind {
	resource: 'customer' | 'invoice';
	form: IDataObject;
	/** How often what the update of this number wants is in a record. */
	countIn: (record: IDataObject, number: number) => number;
}

interface Line {
	ServiceDate?: string;
}

const serviceDate = (number: number): string =>
	new Date(Date.UTC(2000, 0, 1 + number)).toISOString().slice(0, 10);

const kinds: readonly UpdateKind[] = [
	{
		resource: 'customer',
		form: { additionalFields: { accountNumber: '=N-{{ $json.number }}' } },
		countIn: ({ AccountNumber }, number) => Number(AccountNumber === `N-${number}`),
	},
	{
		resource: 'invoice',
		form: { additionalFields: { dueDate: '={{ $json.date }}' } },
		countIn: ({ DueDate }, number) => Number(DueDate === serviceDate(number)),
	},
	{
		resource: 'invoice',
		form: {
			lineMode: 'add',
			specifyLines: 'json',
			linesJson:
				'={{ [{ ItemRef: "Design", Quantity: "1", Rate: "1.00", ServiceDate: $json.date }] }}',
		},
		countIn: ({ InvoiceLineRet }, number) =>
			(InvoiceLineRet as unknown as Line[]).filter(
				(line) => line.ServiceDate === serviceDate(number),
			).length,
	},
];

const isLarge = process.env.UPDATES !== undefined;

test(
	`${UPDATES} updates beside somebody who changes other things: nothing of theirs or ours is lost`,
	async () => {
		const connectionId = await service.newConnection();
		const company = service.company(connectionId);
		const colleague = service.colleague(connectionId);
		const random = createRandom(SEED);
		colleague.start({
			seed: SEED,
			every_requests: 3,
			same_record_percent: 60,
			kinds: ['Customer', 'Invoice'],
		});
		const outcomes: string[] = [];
		for (const { resource, form, countIn } of kinds) {
			const all = resource === 'customer' ? company.customers : company.invoices;
			const idOf = (one: object): string =>
				String((one as IDataObject)[resource === 'customer' ? 'ListID' : 'TxnID']);
			const updates = Array.from({ length: UPDATES / kinds.length }, (_, index) => ({
				number: outcomes.length + index,
				date: serviceDate(outcomes.length + index),
				id: idOf(random.pick<object>(all)),
			}));
			const { items, error } = await runOperation(
				service,
				`${resource}.update`,
				{
					connection: { ...byId(connectionId) },
					result: 'waitPolling',
					[resource === 'customer' ? 'listId' : 'txnId']: { ...byId('={{ $json.id }}') },
					...form,
				},
				{ items: updates, onError: 'continueRegularOutput' },
			);
			expect(error).toBeUndefined();
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				updates.map((_, item) => ({ item })),
			);
			// Whoever finds a record changed five times in a row gives up, and has written nothing.
			const codes = items.map(({ json }) => {
				const { code } = json as { code?: string };
				return json.changed === true ? 'changed' : String(code ?? JSON.stringify(json));
			});
			outcomes.push(...codes);
			updates.forEach(({ number, id }, index) => {
				const isAdded = form.lineMode === 'add';
				const isLast = !updates.some(
					(other, place) => place > index && other.id === id && codes[place] === 'changed',
				);
				if (codes[index] === 'changed' && !isAdded && !isLast) return;
				const record = all.find((one) => idOf(one) === id) as unknown as IDataObject;
				expect({ number, count: countIn(record, number) }).toEqual({
					number,
					count: Number(codes[index] === 'changed'),
				});
			});
		}
		colleague.stop();

		expect(colleague.changes().length).toBeGreaterThan(UPDATES / 3);
		expect(colleague.lost(company)).toEqual([]);
		expect(mistakesIn(company)).toEqual([]);
		const changed = outcomes.filter((outcome) => outcome === 'changed').length;
		expect(outcomes.filter((outcome) => !['changed', '3200'].includes(outcome))).toEqual([]);
		expect(changed).toBeGreaterThan(0.9 * UPDATES);
		if (!isLarge) return;
		const queue = await service.requestsOf(connectionId);
		const refused = queue.filter(({ state }) => state === 'error').length;
		process.stdout.write(
			`${UPDATES} updates: ${changed} changed; ${queue.length} requests, of which ${refused} came too late; ${colleague.changes().length} changes of the colleague\n`,
		);
	},
	isLarge ? UPDATES * 1_000 : undefined,
);
