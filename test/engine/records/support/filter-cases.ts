import type { RecordKind } from '../../../../quickbooks/records/record';
import { named } from '../../../support/record-forms';
import { byId } from '../../support/run-operation';

/** A record as the books of the simulated desktop hold it. */
export type Held = Readonly<Record<string, unknown>>;

/** Filters as they were filled in, and the records that fit. */
export interface FilterCase {
	/** The names of its fields in the form. */
	names: readonly string[];
	filters: Record<string, unknown>;
	fits: (record: Held) => boolean;
}

const textOf = (record: Held, ...names: string[]): string =>
	String(names.map((name) => record[name]).find((value) => value !== undefined) ?? '');

const idIn = (value: unknown): string =>
	String((value as { ListID?: unknown } | undefined)?.ListID ?? '');

/** Whether a record refers to something anywhere, in its lines too. */
const mentions = (record: Held, id: string): boolean => JSON.stringify(record).includes(`"${id}"`);

/** The amount of a transaction, in the elements of its type. Payments of bills, for instance, have an Amount. */
function amountIn(record: Held): number | undefined {
	const whole = ['TotalAmount', 'AmountDue', 'CreditAmount', 'DepositTotal', 'Amount']
		.map((name) => record[name])
		.find((value) => value !== undefined);
	if (whole !== undefined) return Number(whole);
	if (record.Subtotal === undefined) return undefined;
	return Math.round(100 * (Number(record.Subtotal) + Number(record.SalesTaxTotal ?? 0))) / 100;
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Makes the cases of one or several fields that are tried together, from the records that there are. */
type Make = (held: readonly Held[], kind: RecordKind) => Omit<FilterCase, 'names'> | undefined;

/** The last of the records that have something: the seed has made those before, the tests the last ones. */
const lastWith = (held: readonly Held[], ...names: string[]): Held | undefined =>
	held.findLast((record) => textOf(record, ...names) !== '');

/** A filter by a text or a date of the record. */
const by =
	(
		field: string,
		elements: readonly string[],
		fits: (own: string, wanted: string) => boolean,
		valueOf: (own: string) => unknown = (own) => own,
	): Make =>
	(held) => {
		const sample = lastWith(held, ...elements);
		if (!sample) return undefined;
		const wanted = textOf(sample, ...elements);
		return {
			filters: { [field]: valueOf(wanted) },
			fits: (record) =>
				textOf(record, ...elements) !== '' && fits(textOf(record, ...elements), wanted),
		};
	};

/** A range that begins and ends at the value of one record. */
const atValue =
	(from: string, to: string, ...elements: string[]): Make =>
	(held) => {
		const sample = lastWith(held, ...elements);
		if (!sample) return undefined;
		const wanted = textOf(sample, ...elements);
		return {
			filters: { [from]: wanted, [to]: wanted },
			fits: (record) => same(textOf(record, ...elements), wanted),
		};
	};

/** A filter for what the record refers to in one of some elements. */
const byReference =
	(field: string, elements: readonly string[], mode: 'id' | 'name' | 'ids'): Make =>
	(held) => {
		const sample = held.findLast((record) => elements.some((name) => idIn(record[name]) !== ''));
		if (!sample) return undefined;
		const reference = elements.map((name) => sample[name]).find((value) => idIn(value) !== '');
		const id = idIn(reference);
		const value = {
			id: byId(id),
			name: named(String((reference as { FullName: unknown }).FullName)),
			ids: [id],
		}[mode];
		return {
			filters: { [field]: value },
			fits: (record) => elements.some((name) => idIn(record[name]) === id),
		};
	};

/** A filter for what stands anywhere in the record. */
const byMention =
	(field: string, reference: RegExp, valueOf: (id: string) => unknown = byId): Make =>
	(held) => {
		const id = held
			.map((record) => reference.exec(JSON.stringify(record))?.[1])
			.findLast((one) => one !== undefined);
		return id === undefined
			? undefined
			: { filters: { [field]: valueOf(id) }, fits: (record) => mentions(record, id) };
	};

const middle = <Of>(sorted: readonly Of[]): Of => sorted[Math.floor(sorted.length / 2)];

/** A bound in the middle of what there is. */
const bound =
	(field: string, valueOf: (record: Held) => number | string | undefined, isFrom: boolean): Make =>
	(held) => {
		const values = held.map(valueOf).filter((value) => value !== undefined);
		if (values.length === 0) return undefined;
		const wanted = middle([...values].sort((one, other) => (one < other ? -1 : 1)));
		return {
			filters: { [field]: typeof wanted === 'number' ? wanted.toFixed(2) : wanted },
			fits: (record) => {
				const value = valueOf(record);
				return value !== undefined && (isFrom ? value >= wanted : value <= wanted);
			},
		};
	};

const at = (name: string) => (record: Held) => record[name] as string | undefined;

/** In UTC, which compares as text. */
const modified = ({ TimeModified }: Held) =>
	`${new Date(String(TimeModified)).toISOString().slice(0, 19)}Z`;

/** In summer nobody knows whether the desktop's clock is that of UTC or of London, so an hour too much comes. */
const until =
	(field: string): Make =>
	(...given) => {
		const made = bound(field, modified, false)(...given);
		const end = Date.parse(String(made?.filters[field]));
		const isTooMuch = (time: string) =>
			/-(?:0[4-9]|10)-/.test(time) && Date.parse(time) <= end + 3_600_000;
		return made && { ...made, fits: (one) => made.fits(one) || isTooMuch(modified(one)) };
	};

const balance = ({ TotalBalance, Balance }: Held) => Number(TotalBalance ?? Balance);

const isInactive = ({ IsActive }: Held): boolean => IsActive === 'false';

const contains = (own: string, part: string) => own.toLowerCase().includes(part.toLowerCase());
const partOf = (own: string) => own.slice(1, 7).toUpperCase();

const customers = ['CustomerRef'];
const vendors = ['VendorRef', 'PayeeEntityRef'];
/** The account of a transaction as a whole. */
const accounts = [
	...['ARAccountRef', 'APAccountRef', 'AccountRef', 'BankAccountRef', 'CreditCardAccountRef'],
	'DepositToAccountRef',
];

/** The fields of the form under which filters stand, with what they mean. */
const makers: ReadonlyArray<[names: readonly string[], make: Make]> = [
	[
		['nameContains'],
		by('nameContains', ['Name'], (own, wanted) => contains(own, partOf(wanted)), partOf),
	],
	[['nameFrom', 'nameTo'], atValue('nameFrom', 'nameTo', 'FullName', 'Name')],
	[['name'], by('name', ['FullName', 'Name'], same)],
	[['listId'], by('listId', ['ListID'], same, (own) => byId(own))],
	[
		['nameStartsWith'],
		by(
			'nameStartsWith',
			['Name'],
			(own, wanted) => same(own.slice(0, 4), wanted.slice(0, 4)),
			(own) => own.slice(0, 4),
		),
	],
	[
		['nameEndsWith'],
		by(
			'nameEndsWith',
			['Name'],
			(own, wanted) => same(own.slice(-4), wanted.slice(-4)),
			(own) => own.slice(-4),
		),
	],
	[['listIds'], by('listIds', ['ListID'], same, (own) => [own])],
	[['fullNames'], by('fullNames', ['FullName', 'Name'], same, (own) => [own])],
	[['modifiedAfter'], bound('modifiedAfter', modified, true)],
	[['modifiedBefore'], until('modifiedBefore')],
	[['modifiedStart'], bound('modifiedStart', modified, true)],
	[['modifiedEnd'], until('modifiedEnd')],
	[
		['activeStatus'],
		(held) =>
			held.some(isInactive)
				? { filters: { activeStatus: 'InactiveOnly' }, fits: isInactive }
				: { filters: { activeStatus: 'All' }, fits: () => true },
	],
	[['balanceFrom'], bound('balanceFrom', balance, true)],
	[['balanceTo'], bound('balanceTo', balance, false)],
	[['classListId'], byReference('classListId', ['ClassRef'], 'name')],
	[['email'], by('email', ['Email'], same, (own) => ` ${own.toUpperCase()}`)],
	[['phone'], by('phone', ['Phone'], same, (own) => own.replaceAll('-', ' '))],
	[['accountNumber'], by('accountNumber', ['AccountNumber'], same)],
	[['manufacturerPartNumber'], by('manufacturerPartNumber', ['ManufacturerPartNumber'], same)],
	[['accountTypes'], by('accountTypes', ['AccountType'], same, (own) => [own])],
	[['transactionDateFrom'], bound('transactionDateFrom', at('TxnDate'), true)],
	[['transactionDateTo'], bound('transactionDateTo', at('TxnDate'), false)],
	[['dueDateFrom'], bound('dueDateFrom', at('DueDate'), true)],
	[['dueDateTo'], bound('dueDateTo', at('DueDate'), false)],
	[
		['paidStatus'],
		() => ({
			filters: { paidStatus: 'NotPaidOnly' },
			fits: ({ IsPaid }) => IsPaid === 'false',
		}),
	],
	[
		['refNumberContains'],
		by(
			'refNumberContains',
			['RefNumber'],
			(own, wanted) => contains(own, wanted.slice(-2)),
			(own) => own.slice(-2),
		),
	],
	[['refNumberFrom', 'refNumberTo'], atValue('refNumberFrom', 'refNumberTo', 'RefNumber')],
	[
		['accountListIds'],
		(held, kind) =>
			byReference('accountListIds', accounts, 'ids')(held, kind) ??
			// Orders have no account of their own, but their lines are booked on one.
			byMention('accountListIds', /"(?:account|AccountRef)":(?:\{"ListID":)?"([^"]+)"/, (id) => [
				id,
			])(held, kind),
	],
	[['currencyListIds'], byReference('currencyListIds', ['CurrencyRef'], 'ids')],
	[
		['memoContains'],
		by('memoContains', ['Memo'], (own, wanted) => contains(own, partOf(wanted)), partOf),
	],
	[
		['notesContains'],
		by('notesContains', ['Notes'], (own, wanted) => contains(own, partOf(wanted)), partOf),
	],
	[['poNumber'], by('poNumber', ['PONumber'], same)],
	[['totalFrom'], bound('totalFrom', amountIn, true)],
	[['totalTo'], bound('totalTo', amountIn, false)],
	[['customerListId'], byReference('customerListId', customers, 'name')],
	[['vendorListId'], byReference('vendorListId', vendors, 'name')],
	[['entityListId'], byMention('entityListId', /"(?:Payee)?EntityRef":\{"ListID":"([^"]+)"/)],
	[['itemListId'], byMention('itemListId', /"ItemRef":\{"ListID":"([^"]+)"/)],
];

/**
 * The filters that a query has, each filled in so that at least one record fits. Fields that belong together are tried
 * together.
 * @param held All records of the kind.
 */
export const filterCasesOf = (kind: RecordKind, held: readonly Held[]): FilterCase[] =>
	makers
		.filter(([[name]]) => kind.query.filters.some((row) => row.name === name))
		.flatMap(([names, make]) => {
			const made = make(held, kind);
			return made && held.some(made.fits) ? [{ names, ...made }] : [];
		});
