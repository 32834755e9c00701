import { changeableKinds } from '../../simulator/colleague/changeable';
import { createColleague } from '../../simulator/colleague/colleague';
import { colleagueSchema } from '../../simulator/colleague/colleague-schema';
import { editCompany } from '../../simulator/colleague/edit-company';
import { createCompany } from '../../simulator/company/seed/create-company';
import type { Company } from '../../simulator/company/types';
import { readAnswers } from './support/ask';
import { mistakesIn } from './support/check-books';

const openCompany = (): Company =>
	createCompany({
		customers: 16,
		vendors: 4,
		invoices: 12,
		creditMemos: 3,
		now: () => new Date('2026-02-03T04:05:06Z'),
	});

const HOST_QUERY = '<HostQueryRq/>';

const queryOf = (id: string): string =>
	`<?xml version="1.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq><ListID>${id}</ListID></CustomerQueryRq></QBXMLMsgsRq></QBXML>`;

/** What a colleague changes before a number of requests. */
function work(company: Company, settings: object, requests = 1, requestXml = HOST_QUERY) {
	const colleague = createColleague();
	colleague.start(colleagueSchema.parse(settings));
	for (let request = 0; request < requests; request += 1)
		colleague.beforeRequest(company, requestXml);
	return colleague;
}

describe('somebody at the desktop', () => {
	it('reads and writes the company file at once, one request or a document', () => {
		const company = openCompany();
		const [customer] = company.customers;
		const key = `<ListID>${customer.ListID}</ListID>`;
		const mod = `<CustomerModRq><CustomerMod>${key}<EditSequence>${customer.EditSequence}</EditSequence><Phone>1</Phone></CustomerMod></CustomerModRq>`;
		const [changed, found] = readAnswers(
			editCompany(company, `${mod}<CustomerQueryRq>${key}</CustomerQueryRq>`),
		);
		expect(changed).toMatchObject({ statusCode: '0' });
		expect(found.records.CustomerRet).toMatchObject([{ Phone: '1' }]);
		const document = `<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq>${key}</CustomerQueryRq></QBXMLMsgsRq></QBXML>`;
		expect(readAnswers(editCompany(company, document))[0].records).toEqual(found.records);
	});

	it('is not stopped by what stops the connector’s user', () => {
		const company = openCompany();
		const [customer] = company.customers;
		const forbidden = ['CustomerModRq'];
		const locked = { [customer.ListID]: 3175 } as const;
		Object.assign(company, { forbidden, locked });
		const mod = `<CustomerModRq><CustomerMod><ListID>${customer.ListID}</ListID><EditSequence>${customer.EditSequence}</EditSequence></CustomerMod></CustomerModRq>`;
		expect(readAnswers(editCompany(company, mod))[0].statusCode).toBe('0');
		expect(() => editCompany(company, '<Nonsense/>')).toThrow('parsing');
		expect(company).toMatchObject({ forbidden, locked });
	});
});

describe('a colleague', () => {
	it('changes nothing before having come, and after having gone', () => {
		const company = openCompany();
		const before = JSON.stringify(company);
		createColleague().beforeRequest(company, HOST_QUERY);
		const gone = work(company, {}, 0);
		gone.stop();
		gone.beforeRequest(company, HOST_QUERY);
		expect(gone.changes()).toEqual([]);
		expect(JSON.stringify(company)).toBe(before);
	});

	it('changes something before every n-th request, and writes it down', () => {
		const company = openCompany();
		const colleague = work(company, { every_requests: 3 }, 10);
		expect(colleague.changes()).toHaveLength(3);
		expect(colleague.changes().map(({ after }) => after)).toEqual([
			'Colleague 1',
			'Colleague 2',
			'Colleague 3',
		]);
		expect(colleague.lost(company)).toEqual([]);
	});

	it('does the same with the same seed', () => {
		const changes = (seed: number) => work(openCompany(), { seed }, 20).changes();
		expect(changes(5)).toEqual(changes(5));
		expect(changes(5)).not.toEqual(changes(6));
	});

	it('changes the record that a request names, as often as wanted', () => {
		const company = openCompany();
		const { ListID, EditSequence } = company.customers[4];
		const always = { same_record_percent: 100, kinds: ['Customer'], fields: ['Phone'] };
		const colleague = work(company, always, 2, queryOf(ListID));
		expect(colleague.changes()).toEqual([
			{
				kind: 'Customer',
				id: ListID,
				field: 'Phone',
				before: expect.stringContaining('5'),
				after: 'Colleague 1',
			},
			{ kind: 'Customer', id: ListID, field: 'Phone', before: 'Colleague 1', after: 'Colleague 2' },
		]);
		expect(company.customers[4]).toMatchObject({ Phone: 'Colleague 2' });
		expect(company.customers[4].EditSequence).not.toBe(EditSequence);
	});

	it('notices what is lost, and what has gone with its record or its line', () => {
		const company = openCompany();
		const { ListID } = company.customers[4];
		const settings = { same_record_percent: 100, kinds: ['Customer'], fields: ['Phone'] };
		const colleague = work(company, settings, 1, queryOf(ListID));
		const [change] = colleague.changes();
		company.customers[4].Phone = 'mine';
		expect(colleague.lost(company)).toEqual([{ ...change, now: 'mine' }]);
		delete company.customers[4].Phone;
		expect(colleague.lost(company)).toEqual([change]);
	});

	it('changes nothing in closed books, and no more than that goes wrong', () => {
		const company = openCompany();
		company.closingDate = '2099-12-31';
		expect(work(company, { kinds: ['Invoice'] }).changes()).toEqual([]);
	});

	it('finds something to change in every kind of record, and the books still balance', () => {
		const company = openCompany();
		const colleague = work(company, { seed: 1 }, 400);
		const changes = colleague.changes();
		expect(changes).toHaveLength(400);
		expect(colleague.lost(company)).toEqual([]);
		expect(changes.some(({ line }) => line !== undefined)).toBe(true);
		const filled = changeableKinds.filter(({ recordsIn }) => recordsIn(company).length > 0);
		expect(filled.length).toBeGreaterThan(15);
		expect([...new Set(changes.map(({ kind }) => kind))].sort()).toEqual(
			filled.map(({ name }) => name).sort(),
		);
		expect(mistakesIn(company)).toEqual([]);
	});

	it.each([{ kinds: ['Host'] }, { fields: ['Balance'] }, { every_requests: 0 }])(
		'refuses %j',
		(settings) => {
			expect(colleagueSchema.safeParse(settings).success).toBe(false);
		},
	);
});
