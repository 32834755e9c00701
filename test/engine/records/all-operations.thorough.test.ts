import type { IDataObject } from 'n8n-workflow';

import { changeRows } from '../../../quickbooks/filledIn/changeRows';
import { chosenForm } from '../../../quickbooks/filledIn/chosenForm';
import { nameOf } from '../../../quickbooks/filledIn/names';
import type { RecordKind } from '../../../quickbooks/records/record';
import { records, typeOfForm } from '../../../quickbooks/records/registry';
import { createCompany } from '../../../simulator/company/seed/create-company';
import { pageSize } from '../../support/page-size';
import { changeTriedIn, named, type RecordForm, recordForms } from '../../support/record-forms';
import { useServiceWithDesktops } from '../support/desktops';
import { useShortPauses } from '../support/pauses';
import { byId, type OperationName, runOperation } from '../support/run-operation';
import { filterCasesOf, type Held } from './support/filter-cases';
import { heldOf } from './support/held';

useShortPauses();

/**
 * What the books hold is not asked of the nodes, but read in the company file of the simulated desktop. It has fewer sales
 * than usual, so that the many queries are fast.
 */
const service = useServiceWithDesktops({}, () => createCompany({ invoices: 40, creditMemos: 8 }));

let connectionId: string;
beforeAll(async () => {
	connectionId = await service.newConnection();
	// One of them no longer works there.
	const people = [
		{ first: 'Paul', last: 'Schwartz', isActive: true },
		{ first: 'Gone', last: 'Long', isActive: false },
	];
	const run = await runOperation(
		service,
		'employee.create',
		{
			connection: { ...byId(connectionId) },
			firstName: '={{ $json.first }}',
			lastName: '={{ $json.last }}',
			additionalFields: {
				isActive: '={{ $json.isActive }}',
				phone: '415-555-0177',
				email: '={{ $json.first }}@example.com',
			},
			result: 'waitPolling',
		},
		{ items: people },
	);
	expect(run.error).toBeUndefined();
	expect(run.items).toHaveLength(people.length);
});

const tried = new Set<string>();

/** Runs an operation once for each item; what came out, by item. */
async function runFor(
	operation: OperationName,
	form: IDataObject,
	items: readonly IDataObject[] = [{}],
): Promise<IDataObject[][]> {
	tried.add(operation);
	const run = await runOperation(
		service,
		operation,
		{
			...{ connection: { ...byId(connectionId) }, result: 'waitPolling' },
			...(operation.endsWith('.query') && { returnAll: true }),
			...form,
		},
		// The desktop's clock goes by UTC, and it is taken for one of the workflow's time zone.
		{ items: [...items], settings: { timezone: 'UTC' } },
	);
	if (run.error) throw new Error(`${run.error.message} ${run.error.description}`);
	const byItem: IDataObject[][] = items.map(() => []);
	for (const { json, pairedItem } of run.items) {
		byItem[(pairedItem as { item: number }).item].push(json);
	}
	return byItem;
}

/** Fields that hold, for each item, what the item has under their names. An item without one of them would be refused. */
const fromItem = (part: string, names: readonly string[]): IDataObject =>
	Object.fromEntries(names.map((name) => [name, `={{ $json.${part}.${name} }}`]));

/**
 * Runs an operation for what was filled in in a part of its form, such as its filters, by expressions: in one run for those
 * that fill in the same fields.
 * @returns What came out for each of them, in their order.
 */
async function runForEach(
	operation: OperationName,
	form: IDataObject,
	part: string,
	given: readonly IDataObject[],
): Promise<IDataObject[][]> {
	const byNames = new Map<string, number[]>();
	given.forEach((one, index) => {
		const names = Object.keys(one).join();
		byNames.set(names, [...(byNames.get(names) ?? []), index]);
	});
	const found: IDataObject[][] = [];
	for (const places of byNames.values()) {
		const all = await runFor(
			operation,
			{ ...form, [part]: fromItem(part, Object.keys(given[places[0]])) },
			places.map((index) => ({ [part]: given[index] })),
		);
		places.forEach((index, place) => {
			found[index] = all[place];
		});
	}
	return found;
}

const createdBy = new Map<string, IDataObject>();

function idOf(title: string): string {
	const { TxnID, ListID } = createdBy.get(title) ?? {};
	return String(TxnID ?? ListID);
}

function kindOf(resource: string): RecordKind {
	const kind = records.find(({ value }) => value === resource);
	if (!kind) throw new Error(`There is no record ${resource}.`);
	return kind;
}

const fieldOf = (resource: string): 'txnId' | 'listId' =>
	kindOf(resource).kind === 'list' ? 'listId' : 'txnId';

/** The choice of the form's type, such as that of an item. */
function variantOf({ form }: RecordForm): IDataObject {
	const { itemType, paidBy } = form(idOf);
	return { ...(itemType !== undefined && { itemType }), ...(paidBy !== undefined && { paidBy }) };
}

/** The forms of which some operation can be done with the record. */
const formsWith = (operation: string): RecordForm[] =>
	recordForms.filter(({ resource }) =>
		kindOf(resource).operations.some((one) => one === operation),
	);

/** The records of a resource in the company file. */
function held(resource: string, variant: IDataObject = {}): readonly Held[] {
	const company = service.company(connectionId);
	if (resource === 'item') return company.items as unknown as Held[];
	return heldOf(
		company,
		typeOfForm((field) => ({ resource, ...variant })[field]),
	);
}

const partly = (one: IDataObject): unknown => expect.objectContaining(one);

describe('Create', () => {
	test.each(recordForms)(
		'$title: comes back as it was given, and Get gives the same',
		async (one) => {
			const { title, resource, form, shows, links } = one;
			const [[created, ...others]] = await runFor(`${resource}.create`, form(idOf));
			expect(others).toEqual([]);
			expect(created).toMatchObject(shows);
			createdBy.set(title, created);
			if (!kindOf(resource).operations.includes('get')) return;
			const [got] = await runFor(`${resource}.get`, {
				...variantOf(one),
				[fieldOf(resource)]: byId(idOf(title)),
			});
			expect(created).not.toHaveProperty('LinkedTxn');
			const shown = links && (expect.arrayContaining(links.map(partly)) as unknown);
			expect(got).toEqual([{ ...created, ...(links && { LinkedTxn: shown }) }]);
			if (links) expect(got[0].LinkedTxn).toHaveLength(links.length);
		},
	);

	test('an expected total that differs is said, and the record is written', async () => {
		const { form } = recordForms.find(({ title }) => title === 'estimate') as RecordForm;
		const filledIn = form(idOf);
		const [[created]] = await runFor('estimate.create', {
			...filledIn,
			additionalFields: { refNumber: 'F-E9', expectedTotal: '99.00' },
		});
		expect(created).toMatchObject({
			TotalAmount: '125.41',
			expected_total: '99.00',
			total_differs: true,
		});
		await runFor('estimate.delete', { txnId: byId(String(created.TxnID)) });
	});
});

describe('Get', () => {
	const numbered = formsWith('get').filter(
		({ resource, shows }) => kindOf(resource).kind === 'list' || shows.RefNumber !== undefined,
	);
	const groups = [...new Set(numbered.map((one) => [one.resource, variantOf(one).paidBy].join()))];

	test.each(groups)('%s: by name or number, what comes by ID', async (group) => {
		const own = numbered.filter((one) => [one.resource, variantOf(one).paidBy].join() === group);
		const [{ resource }] = own;
		const field = fieldOf(resource);
		const nameOf = (title: string) => {
			const { FullName, Name, RefNumber } = createdBy.get(title) ?? {};
			return String(RefNumber ?? FullName ?? Name);
		};
		const found = await runFor(
			`${resource}.get`,
			{ ...variantOf(own[0]), [field]: `={{ $json.record }}` },
			own.flatMap(({ title }) => [{ record: byId(idOf(title)) }, { record: named(nameOf(title)) }]),
		);
		own.forEach(({ title }, index) => {
			const [one, other] = found.slice(2 * index, 2 * index + 2);
			expect(one).toHaveLength(1);
			expect(String(one[0].TxnID ?? one[0].ListID)).toBe(idOf(title));
			expect(other).toEqual(one);
		});
	});

	test('an employee by ID and by name', async () => {
		const employees = held('employee');
		const found = await runFor(
			'employee.get',
			{ listId: '={{ $json.record }}' },
			employees.flatMap(({ ListID, Name }) => [
				{ record: byId(String(ListID)) },
				{ record: named(String(Name)) },
			]),
		);
		expect(found.map(([{ ListID }]) => ListID)).toEqual(
			employees.flatMap(({ ListID }) => [ListID, ListID]),
		);
	});

	test('what is not there is an error', async () => {
		await expect(runFor('invoice.get', { txnId: named('No such invoice') })).rejects.toThrow(
			'No such invoice',
		);
	});
});

/** A record as it is: payments may have changed its balance since it was created. */
async function got(one: RecordForm): Promise<IDataObject> {
	const id = { [fieldOf(one.resource)]: byId(idOf(one.title)) };
	return (await runFor(`${one.resource}.get`, { ...variantOf(one), ...id }))[0][0];
}

describe('Find or Create', () => {
	test.each(formsWith('findOrCreate'))('$title: the one that is there is found', async (one) => {
		const [found] = await runFor(`${one.resource}.findOrCreate`, one.form(idOf));
		expect(found).toEqual([{ ...(await got(one)), created: false }]);
	});
});

describe('Create or Update', () => {
	test.each(formsWith('upsert'))('$title: the one that is there stays as it is', async (one) => {
		const [found] = await runFor(`${one.resource}.upsert`, one.form(idOf));
		const same = { changed: false, changes: [], created: false };
		expect(found).toEqual([{ ...(await got(one)), ...same }]);
	});
});

const idsOf = (all: readonly IDataObject[] | readonly Held[]): string[] =>
	all.map(({ TxnID, ListID }) => String(TxnID ?? ListID)).sort();

/** Whether a filter names the records that it asks for. */
const namesRecords = (filters: Readonly<Record<string, unknown>>): boolean =>
	['name', 'listId', 'listIds', 'fullNames'].some((name) => name in filters);

const isActive = ({ IsActive = 'true' }: Held): boolean => IsActive === 'true';

const queried = records.flatMap(
	(kind): Array<[title: string, kind: RecordKind, variant: IDataObject]> =>
		kind.value === 'billPayment'
			? ['check', 'creditCard'].map((paidBy) => [`${kind.value}, ${paidBy}`, kind, { paidBy }])
			: [[kind.value, kind, {}]],
);

describe('Query', () => {
	test.each(queried)('%s: all of them, as Get gives them', async (_title, kind, variant) => {
		const { value: resource, query } = kind;
		const everything = Object.fromEntries((query.options ?? []).map(({ name }) => [name, true]));
		const iteration = query.iterates ? pageSize(7) : {};
		const [plain, whole, iterated] = await runForEach(`${resource}.query`, variant, 'options', [
			{},
			everything,
			iteration,
		]);
		const books = held(resource, variant);
		const isList = kind.kind === 'list';
		const expected = idsOf(isList ? books.filter(isActive) : books);
		expect(idsOf(plain)).toEqual(expected);
		expect(idsOf(whole)).toEqual(expected);
		expect(idsOf(iterated)).toEqual(expected);

		const own = recordForms.filter(
			(one) =>
				one.resource === resource &&
				kind.operations.includes('get') &&
				variantOf(one).paidBy === variant.paidBy,
		);
		if (own.length === 0) return;
		const got = await runFor(
			`${resource}.get`,
			{ ...variant, [fieldOf(resource)]: '={{ $json.record }}' },
			own.map(({ title }) => ({ record: byId(idOf(title)) })),
		);
		const byRecord = new Map(whole.map((one) => [String(one.TxnID ?? one.ListID), one]));
		expect(own.map(({ title }) => [byRecord.get(idOf(title))])).toEqual(got);
	});

	test.each(queried)('%s: by each filter', async (_title, kind, variant) => {
		const { value: resource } = kind;
		const books = held(resource, variant);
		const hasActive = kind.query.filters.some(({ name }) => name === 'activeStatus');
		const cases = filterCasesOf(kind, books);
		const found = await runForEach(
			`${resource}.query`,
			variant,
			'filters',
			cases.map(({ filters }): IDataObject => ({
				// What is named is not asked for by its status too.
				...(hasActive && !namesRecords(filters) && { activeStatus: 'All' }),
				...(filters as IDataObject),
			})),
		);
		cases.forEach(({ filters, fits }, index) => {
			expect([filters, idsOf(found[index])]).toEqual([filters, idsOf(books.filter(fits))]);
		});
		const names = cases.flatMap((one) => one.names);
		expect(kind.query.filters.filter(({ name }) => !names.includes(name))).toEqual([]);
	});
});

const withoutLinks = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'LinkedTxn'));

describe('Update', () => {
	const [locked, changeable] = [true, false].map((wanted) =>
		formsWith('update').filter(({ isDeposited = false }) => isDeposited === wanted),
	);

	test.each(changeable)(
		'$title: what is so already stays, and one field is changed without touching others',
		async (one) => {
			const { title, resource, form } = one;
			const { additionalFields, ...top } = form(idOf);
			const given = { ...top, ...(additionalFields as IDataObject) };
			const rows = changeRows(chosenForm(kindOf(resource), top));
			const asItIs = Object.fromEntries(
				rows.map(nameOf).flatMap((name) => (name in given ? [[name, given[name]]] : [])),
			);
			const { name, element, value } = changeTriedIn(resource);
			const asWanted = { [name]: value };
			const record = { ...variantOf(one), [fieldOf(resource)]: byId(idOf(title)) };
			const [before] = await runFor(`${resource}.update`, { ...record, additionalFields: asItIs });
			expect(before).toEqual([expect.objectContaining({ changed: false, changes: [] })]);
			const [after] = await runFor(`${resource}.update`, { ...record, additionalFields: asWanted });
			expect(after).toEqual([expect.objectContaining({ [element]: value, changed: true })]);
			const [{ changes: made }] = after as [{ changes: IDataObject[] }];
			expect(made).toEqual([expect.objectContaining({ path: element, to: value })]);
			const [undone] = await runFor(`${resource}.update`, {
				...record,
				...(before[0][element] === undefined
					? { clearFields: [name] }
					: { additionalFields: { [name]: before[0][element] } }),
			});
			const changing = { changed: expect.anything(), changes: expect.anything() };
			const times = { EditSequence: expect.anything(), TimeModified: expect.anything() };
			// What was not changed comes from a query, which shows what a record is linked to. The answer to a change does not.
			expect(undone.map(withoutLinks)).toEqual([
				withoutLinks({ ...before[0], ...changing, ...times }),
			]);
		},
	);

	test.each(locked)('$title: is refused, because it has been deposited', async (one) => {
		const { title, resource } = one;
		const { name, value } = changeTriedIn(resource);
		const before = await got(one);
		const id = { [fieldOf(resource)]: byId(idOf(title)) };
		const changed = runFor(`${resource}.update`, { ...id, additionalFields: { [name]: value } });
		await expect(changed).rejects.toThrow('This payment has been deposited.');
		expect(await got(one)).toEqual(before);
	});
});

/** A record as it is now. */
async function now(title: string): Promise<IDataObject> {
	const one = recordForms.find((form) => form.title === title) as RecordForm;
	const { resource } = one;
	const [[record]] = await runFor(`${resource}.get`, {
		...variantOf(one),
		[fieldOf(resource)]: byId(idOf(title)),
	});
	return record;
}

describe('What one record does to others', () => {
	test.each<[title: string, shows: IDataObject]>([
		// 125.41, of which 60.00 were paid and 5.41 were discounted.
		['invoice', { BalanceRemaining: '60.00', AppliedAmount: '-65.41', IsPaid: false }],
		['sales order', { IsFullyInvoiced: true }],
		['purchase order', { IsFullyReceived: true }],
		['bill', { IsPaid: true, OpenAmount: '0.00' }],
		['bill, full', { IsPaid: false, OpenAmount: '100.00' }],
		['vendor credit', { OpenAmount: '200.00' }],
		['job, full', { Balance: '0.00' }],
	])('%s', async (title, shows) => {
		expect(await now(title)).toMatchObject(shows);
	});

	test('a payment lowers what the customer owes, and its deletion raises it again', async () => {
		const find = async () =>
			(await runFor('customer.get', { listId: named('Cook, Brian') }))[0][0].Balance;
		const before = Number(await find());
		const [[paid]] = await runFor('receivePayment.create', {
			customerListId: named('Cook, Brian'),
			transactionDate: '2026-01-21',
			totalAmount: '10.00',
			paidInvoices: { line: [{ txnId: idOf('invoice'), paymentAmount: '10.00' }] },
		});
		expect(Number(await find())).toBeCloseTo(before - 10, 2);
		await runFor('receivePayment.delete', { txnId: byId(String(paid.TxnID)) });
		expect(Number(await find())).toBeCloseTo(before, 2);
	});
});

/** The amounts of a record and of its lines. */
const amountsIn = (record: IDataObject): unknown[] =>
	[
		...JSON.stringify(record).matchAll(
			/"(?:Subtotal|SalesTaxTotal|\w*Amount|DepositTotal|QuantityDifference|ValueDifference)":"([^"]+)"/g,
		),
	].map(([, amount]) => Number(amount));

describe('Report and Company', () => {
	const january = { period: 'dates', fromDate: '2026-01-01', toDate: '2026-01-31' };
	const rowsOf = async (reportType: string): Promise<IDataObject[]> =>
		(await runFor('report.run', { reportType, ...january }))[0];

	/** What the rows of a report say of records, by their names. */
	const byName = (rows: readonly IDataObject[], column: string): Map<unknown, unknown> =>
		new Map(
			rows
				.filter(({ kind }) => kind === 'data')
				.map(({ record_name: name, [column]: value }) => [name, value]),
		);

	test.each([
		...['ARAgingSummary', 'APAgingSummary', 'ProfitAndLossStandard', 'BalanceSheetStandard'],
		...['GeneralLedger', 'SalesByItemSummary', 'OpenInvoices', 'TxnListByDate'],
	])('%s: every row in its order', async (reportType) => {
		const rows = await rowsOf(reportType);
		expect(rows.length).toBeGreaterThan(5);
		expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
	});

	test.each<
		[reportType: string, column: string, resource: string, valueOf: (one: Held) => unknown]
	>([
		['CustomerBalanceSummary', 'TOTAL', 'customer', ({ Balance }) => Balance],
		['VendorBalanceSummary', 'TOTAL', 'vendor', ({ Balance }) => Balance],
		['InventoryValuationSummary', 'On Hand', 'item', ({ QuantityOnHand }) => QuantityOnHand],
	])('%s: says of each what the books say', async (reportType, column, resource, valueOf) => {
		const shown = byName(await rowsOf(reportType), column);
		// Reports are in the company's own currency, balances in that of each customer.
		const isOwn = ({ CurrencyRef }: Held): boolean =>
			/"US Dollar"|^undefined$/.test(String(JSON.stringify(CurrencyRef)));
		const all = held(resource).filter((one) => shown.has(one.FullName ?? one.Name) && isOwn(one));
		expect(all.length).toBeGreaterThan(10);
		expect(all.map((one) => shown.get(one.FullName ?? one.Name))).toEqual(all.map(valueOf));
	});

	test('TrialBalance: debits are credits', async () => {
		const total = (await rowsOf('TrialBalance')).at(-1);
		expect(total).toMatchObject({ kind: 'total', Debit: expect.stringMatching(/^\d+\.\d\d$/) });
		expect(total?.Debit).toBe(total?.Credit);
	});

	test('what is known of the company', async () => {
		const [company] = await runFor('company.get', {});
		expect(company).toEqual([
			expect.objectContaining({
				CompanyName: service.company(connectionId).name,
				IsMultiCurrencyOn: true,
			}),
		]);
	});
});

describe('Void', () => {
	const voided = [
		...['bill payment by check', 'bill payment by credit card', 'invoice', 'invoice, full'],
		...['credit memo', 'sales receipt', 'bill of a purchase order', 'vendor credit', 'check'],
		...['credit card charge', 'credit card credit', 'deposit', 'journal entry'],
		...['inventory adjustment', 'item receipt', 'item receipt of a purchase order'],
	];

	test.each(voided)('%s: all amounts are zero, and it stays', async (title) => {
		const one = recordForms.find((form) => form.title === title) as RecordForm;
		const before = await now(title);
		expect(amountsIn(before).some((amount) => amount !== 0)).toBe(true);
		const [answer] = await runFor(`${one.resource}.void`, {
			...variantOf(one),
			txnId: byId(idOf(title)),
		});
		expect(answer).toEqual([expect.objectContaining({ TxnID: idOf(title) })]);
		const after = await now(title);
		expect(after).toMatchObject({ TxnID: idOf(title), TxnDate: before.TxnDate });
		expect(amountsIn(after).filter((amount) => amount !== 0)).toEqual([]);
	});

	test('what a voided payment has paid is open again', async () => {
		expect(await now('bill')).toMatchObject({ IsPaid: false, OpenAmount: '60.00' });
		expect(await now('bill, full')).toMatchObject({ OpenAmount: '253.00' });
		expect(await now('customer payment')).toMatchObject({ UnusedPayment: '100.00' });
	});
});

/** A record to delete: the operation, the type in its form, and the ID with the field for it. */
type Deletion = [
	operation: OperationName,
	variant: IDataObject,
	field: 'txnId' | 'listId',
	id: string,
];

/** Neighbours that one run deletes. */
function groupsOf(deletions: readonly Deletion[]): Deletion[][] {
	const groups: Deletion[][] = [];
	for (const one of deletions) {
		const last = groups.at(-1);
		const isAlike = JSON.stringify(last?.[0].slice(0, 3)) === JSON.stringify(one.slice(0, 3));
		if (last && isAlike) last.push(one);
		else groups.push([one]);
	}
	return groups;
}

const idName = (field: Deletion[2]): string => (field === 'txnId' ? 'TxnID' : 'ListID');

describe('Delete', () => {
	const openings: Deletion[] = [];

	test('a customer with transactions is refused', async () => {
		await expect(runFor('customer.delete', { listId: byId(idOf('job, full')) })).rejects.toThrow(
			/in use/,
		);
		// Opening balances and what is in stock at first are transactions.
		for (const [resource, filters] of [
			['invoice', { customerListId: byId(idOf('job, full')) }],
			['bill', { vendorListId: byId(idOf('vendor, full')) }],
			['inventoryAdjustment', { itemListId: byId(idOf('item, inventory')) }],
		] as const) {
			const opening = (await runFor(`${resource}.query`, { filters }))[0];
			expect(opening).toHaveLength(1);
			openings.push([`${resource}.delete`, {}, 'txnId', String(opening[0].TxnID)]);
		}
	});

	test('everything that was made is gone afterwards, and is known as deleted', async () => {
		const own = formsWith('delete').reverse();
		const [transactions, entries] = (['transaction', 'list'] as const).map((wanted) =>
			own
				.filter(({ resource }) => kindOf(resource).kind === wanted)
				.map((one): Deletion => [
					`${one.resource}.delete`,
					variantOf(one),
					fieldOf(one.resource),
					idOf(one.title),
				]),
		);
		const all = [...transactions, ...openings, ...entries];
		for (const group of groupsOf(all)) {
			const [[operation, variant, field]] = group;
			const [resource] = operation.split('.');
			const ids = group.map(([, , , id]) => id);
			const answers = await runFor(
				operation,
				{ ...variant, [field]: '={{ $json.record }}' },
				ids.map((id) => ({ record: byId(id) })),
			);
			expect(answers).toEqual(ids.map((id) => [expect.objectContaining({ [idName(field)]: id })]));
			const left = idsOf(held(resource, variant));
			expect(ids.filter((id) => left.includes(id))).toEqual([]);
			await expect(
				runFor(`${resource}.get`, { ...variant, [field]: byId(ids[0]) }),
			).rejects.toThrow(`has no ${kindOf(resource).noun}`);
		}
		const [deleted] = await runFor('deletedRecord.query', {});
		expect(idsOf(deleted)).toEqual(expect.arrayContaining(all.map(([, , , id]) => id)));
		const [[one, ...others]] = await runFor('deletedRecord.query', {
			listDelTypes: ['ItemFixedAsset'],
		});
		expect(others).toEqual([]);
		expect(one).toMatchObject({ Type: 'ItemFixedAsset', FullName: 'Excavator' });
	});
});

test('every operation of every record was run', () => {
	const ofRecords = records.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}.${operation}`),
	);
	const others = ['report.run', 'company.get', 'deletedRecord.query'];
	expect([...tried].sort()).toEqual([...ofRecords, ...others].sort());
});
