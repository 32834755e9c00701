import { readFileSync } from 'node:fs';

import { createCompany } from '../../simulator/company/seed/create-company';
import { createSession } from '../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../simulator/qbxml/request-processor';
import { document, openDesk, pluck, readAnswers } from './support/ask';

const company = createCompany();

describe('a company file', () => {
	it('is the same for the same seed, and another one for another', async () => {
		const plain = async (seed: number) => {
			// The same module would copy what it has made before.
			jest.resetModules();
			const anew = await import('../../simulator/company/seed/create-company');
			return JSON.stringify(anew.createCompany({ seed }));
		};
		expect(await plain(7)).toBe(await plain(7));
		expect(await plain(7)).not.toBe(await plain(8));
	});

	it('has nothing in common with another one of the same seed', () => {
		const before = JSON.stringify(company);
		const other = openDesk(createCompany());
		const [{ ListID, EditSequence, Name }] = other.company.customers;
		const called = (text: string, name: string) => text.split(`"FullName":"${name}`).length;
		const { statusCode } = other.ask(
			`<CustomerModRq><CustomerMod><ListID>${ListID}</ListID><EditSequence>${EditSequence}</EditSequence><Name>Renamed</Name></CustomerMod></CustomerModRq>`,
		);
		expect(statusCode).toBe('0');
		expect(called(JSON.stringify(other.company), 'Renamed')).toBe(called(before, Name));
		expect(JSON.stringify(company)).toBe(before);
	});

	it('has as much in it as it says', () => {
		expect({
			customers: company.customers.length,
			vendors: company.vendors.length,
			items: company.items.length,
			invoices: company.invoices.length,
			creditMemos: company.creditMemos.length,
		}).toEqual({ customers: 60, vendors: 40, items: 80, invoices: 300, creditMemos: 40 });
		expect(createCompany({ customers: 75, invoices: 3, creditMemos: 0 })).toMatchObject({
			customers: { length: 75 },
			invoices: { length: 3 },
			creditMemos: { length: 0 },
		});
	});

	it('gives every record an identifier as QuickBooks writes them', () => {
		const lists = [...company.customers, ...company.items, ...company.accounts].map(
			({ ListID }) => ListID,
		);
		const transactions = [...company.invoices, ...company.creditMemos].map(({ TxnID }) => TxnID);
		expect(lists.every((id) => /^8[0-9A-F]{7}-\d{10}$/.test(id))).toBe(true);
		expect(transactions.every((id) => /^[0-9A-F]+-\d{10}$/.test(id))).toBe(true);
	});

	it('keeps to two years of trade before 2026', () => {
		const dates = company.invoices.map(({ TxnDate }) => TxnDate).sort();
		expect(dates[0]).toBe('2024-01-02');
		expect(dates.at(-1)?.slice(0, 7)).toBe('2025-12');
	});

	it('has the records its description names, under the ListIDs given there', () => {
		const readme = readFileSync('simulator/README.md', 'utf8');
		const rows = [...readme.matchAll(/^\| ([^|]+?) \| `(8[0-9A-F]{7}-\d+)` \|/gm)];
		const records = [...company.customers, ...company.items, ...company.accounts];
		expect(rows.length).toBeGreaterThan(20);
		for (const [, label, listId] of rows) {
			const record = records.find(({ ListID }) => ListID === listId);
			expect(label).toContain(record?.Name ?? `no record ${listId}`);
		}
	});

	it('loses no element of a record when it answers with it', () => {
		const queries: Array<[string, Array<Record<string, unknown>>]> = [
			['CustomerQueryRq', company.customers],
			['VendorQueryRq', company.vendors],
			['ItemQueryRq', company.items],
			['AccountQueryRq', company.accounts],
			['InvoiceQueryRq', company.invoices],
			['CreditMemoQueryRq', company.creditMemos],
		];
		const all: Record<string, string> = {
			InvoiceQueryRq:
				'<IncludeLineItems>1</IncludeLineItems><IncludeLinkedTxns>1</IncludeLinkedTxns><OwnerID>0</OwnerID>',
			CreditMemoQueryRq:
				'<IncludeLineItems>1</IncludeLineItems><IncludeLinkedTxns>1</IncludeLinkedTxns><OwnerID>0</OwnerID>',
		};
		for (const [name, records] of queries) {
			const filters = all[name] ?? '<ActiveStatus>All</ActiveStatus><OwnerID>0</OwnerID>';
			const xml = answerRequest(
				company,
				createSession(),
				document(`<${name}>${filters}</${name}>`),
			);
			const answered = Object.values(readAnswers(xml)[0].records).flat();
			expect(answered).toHaveLength(records.length);
			const id = records[0].TxnID === undefined ? 'ListID' : 'TxnID';
			const byId = new Map(answered.map((record) => [record[id], record]));
			for (const record of records) {
				const present = Object.entries(record).filter(([, value]) => value !== undefined);
				const names = present
					.map(([element]) => element)
					.filter((element) => !['kind', 'booked'].includes(element));
				expect(Object.keys(byId.get(record[id]) ?? {}).sort()).toEqual(names.sort());
			}
		}
	});

	it('writes names with odd content so that they come back as they were', () => {
		const { ask } = openDesk(company);
		const { records } = ask(
			'<CustomerQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>FullName</IncludeRetElement></CustomerQueryRq>',
		);
		expect(pluck(records.CustomerRet, 'FullName')).toEqual(
			company.customers.map(({ FullName }) => FullName),
		);
		expect(pluck(records.CustomerRet, 'FullName')).toEqual(
			expect.arrayContaining([
				'Abercrombie & Daughters',
				'Müller Bäckerei',
				"O'Hara Plumbing",
				'Jensen "J.J." Tile Works',
				'Fisher & Lindqvist (Architects):Model <A>',
			]),
		);
	});
});
