import { copyRecords } from '../identifiers';
import { createRandom } from '../random';
import { type Company, type Country, plainLists, transactionLists } from '../types';
import { customField, customFields, fillCustomFields } from './custom-fields';
import { createCustomers } from './customers';
import { createItems } from './items';
import { createLists } from './lists';
import { createPeople, openStock, openVendors, takeStock } from './openings';
import { createSales } from './sales';
import { createVendors } from './vendors';

interface Contents {
	/** The same seed gives the same company, down to the last identifier. */
	seed: number;
	/** Customers and jobs together. */
	customers: number;
	vendors: number;
	invoices: number;
	creditMemos: number;
}

interface CompanyOptions extends Partial<Contents> {
	name?: string;
	/** The clock for the timestamps of later writes. */
	now?: () => Date;
	/** The time zone of the computer. */
	timeZone?: string;
	/** Of which country its edition of QuickBooks is; the United States by default. */
	country?: Country;
}

const booksOpened = new Date('2023-06-01T08:00:00Z');
const lastDay = new Date('2026-01-01T00:00:00Z');

/** Lists in which nothing is yet. */
const empty = <Name extends string>(names: readonly Name[]) =>
	Object.fromEntries(names.map((name) => [name, []])) as Record<Name, never[]>;

function makeCompany({ seed, customers, vendors, invoices, creditMemos }: Contents): Company {
	const random = createRandom(seed);
	const lists = createLists(booksOpened);
	const vendorList = createVendors(lists, random, { count: vendors, from: booksOpened });
	const items = createItems({ ...lists, vendors: vendorList }, random, booksOpened);
	const company: Company = {
		name: 'Harbor & Söhne Construction',
		file: 'C:\\Company Files\\Harbor Construction.qbw',
		now: () => new Date(),
		...empty(plainLists),
		...empty(transactionLists),
		...lists,
		vendors: vendorList,
		items,
		customers: createCustomers({ ...lists, items }, random, {
			count: customers,
			from: booksOpened,
		}),
		timeZone: 'UTC',
		country: 'US',
		chargesSalesTax: true,
		contrary: [],
		mayWriteInClosedPeriod: false,
		isMultiUser: false,
		forbidden: [],
		locked: {},
		messageSets: [],
		invoices: [],
		creditMemos: [],
		estimates: [],
		deletedRecords: [],
		deletedTransactions: [],
		dataExtensionDefinitions: customFields,
		dataExtensions: [customField('Branch', 'Bayshore')],
		lastTransactionNumber: 0,
		lastLineNumber: 0x1000,
		listCounts: {},
		lastRefNumbers: {},
		lastNoteNumber: 0,
	};
	fillCustomFields(company, random);
	const stock = takeStock(company);
	createSales(company, random, { invoices, creditMemos, end: lastDay });
	openStock(company, stock, booksOpened);
	openVendors(company, lastDay);
	createPeople(company, booksOpened);
	return company;
}

/** The companies that were made already: a copy takes a small part of the time. */
const made = new Map<string, Company>();
const MOST_KEPT = 5;

/**
 * A company file as of 2026-01-01, after two years of business: 60 customers and jobs, 40 vendors, 80 items,
 * 300 invoices with their payments, 40 credit memos, a bill for what each vendor is owed, an adjustment for what was in stock
 * at first, nothing else, and the lists they point to, unless other numbers are given.
 */
export function createCompany(options: CompanyOptions = {}): Company {
	const { seed = 1, customers = 60, vendors = 40, invoices = 300, creditMemos = 40 } = options;
	const contents: Contents = { seed, customers, vendors, invoices, creditMemos };
	const key = JSON.stringify(contents);
	if (made.size > MOST_KEPT) made.clear();
	const original = made.get(key) ?? makeCompany(contents);
	made.set(key, original);
	const { name = original.name, now = original.now, timeZone = original.timeZone } = options;
	const { country = original.country } = options;
	return { ...copyRecords(original), name, now, timeZone, country };
}
