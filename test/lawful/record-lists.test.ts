import { queryString } from '../../queue/calls/serviceCall';
import { listRequest } from '../../queue/lists/requestList';
import { listKinds } from '../../quickbooks/lists/recordLists';
import { loadOptions, runAction, searchList } from '../engine/harness';
import { credentialsFor } from '../engine/support/local-service';
import { byId, parametersFor } from '../engine/support/run-operation';
import { type LawfulService, startLawfulService } from './service';
import { readingsFor, sampleFor } from './support/concerns';

type Reading = LawfulService['reading'];

/** How many customers and vendors the company file of the service has. */
const IN_COMPANY = 23;

/** One connection of a service of one reading, with its forms open. */
function formsOf(service: LawfulService, connection: string) {
	const call = (method: string) => ({
		method,
		parameters: parametersFor('dataExtension.set', {
			connection: { ...byId(connection) },
			listDataExtType: 'Vendor',
		}),
		credentials: credentialsFor(service.baseUrl, service.apiKey),
	});
	return {
		/** Loads a list anew, from the field for a customer. */
		ask: async (method: string) => await runAction(call(`${method}ForCustomerListId`)),
		/** What the list says, and its entries. */
		async open(method: string) {
			const [opened] = await Promise.allSettled([searchList(call(method))]);
			if (opened.status === 'rejected') {
				return { says: [(opened.reason as Error).message], ids: [] };
			}
			const { results } = opened.value;
			const isRemark = ({ value }: { value: unknown }) => typeof value === 'boolean';
			return {
				says: results.filter(isRemark).map(({ name }) => name.replace(/^— | —$/g, '')),
				ids: results.filter((entry) => !isRemark(entry)).map(({ value }) => value),
			};
		},
		/** Calls the service past the nodes. */
		async queue(path: string) {
			const authorization = `Basic ${Buffer.from(`${service.apiKey}:`).toString('base64')}`;
			await fetch(`${service.baseUrl}${path}`, { headers: { authorization } });
		},
	};
}

/** A service of a reading, which ends with the test. */
async function withService<Result>(
	reading: Partial<Reading>,
	work: (service: LawfulService, connection: string) => Promise<Result>,
): Promise<Result> {
	const service = await startLawfulService(reading);
	service.desktop.turnOff();
	try {
		return await work(service, service.newConnection());
	} finally {
		await service.close();
	}
}

const customerQueries = (service: LawfulService): number =>
	service.calls.filter(({ path }) => /\/customers\?/.test(path)).length;

/** Whether the answers of a reading can be read for certain. */
const isReadable = ({ responseXml, responseJson, jsonLists }: Reading): boolean =>
	jsonLists !== 'everywhere' &&
	(responseXml !== 'absent' ||
		['documents', 'attributes without @', 'under QBXML', 'object'].includes(responseJson));

const UNREADABLE = "The desktop's answer could not be read";

/** Some records show late that they are complete, or what their answer is. */
async function openUntilShown(open: () => Promise<{ says: string[]; ids: unknown[] }>) {
	for (let look = 1; look < 4; look++) await open();
	return await open();
}

const PARTLY = /^(Not all: only those of the last query|The rest comes with the next sync.*)$/;

const ON_ITS_WAY = /^The list of customers (is being loaded from the desktop|will be loaded)/;

const listReadings = readingsFor('requests', 'answers', 'pages');

test.concurrent.each(sampleFor('asked', listReadings))(
	'%s: a list that is opened is asked for once, and is there when it is answered',
	async (_name, reading) => {
		await withService(reading, async (service, connection) => {
			const { ask, open, queue } = formsOf(service, connection);
			await queue(`/connections/${connection}/sales_tax_codes`);
			await service.desktop.run();
			for (let times = 0; times < 2; times++) {
				expect((await open('listCustomers')).says[0]).toMatch(ON_ITS_WAY);
			}
			await ask('listCustomers');
			expect(customerQueries(service)).toBe(1);

			await service.desktop.run();
			const { says, ids } = await openUntilShown(async () => await open('listCustomers'));
			expect(says).not.toContainEqual(expect.stringMatching(PARTLY));
			if (isReadable(service.reading)) expect(says).not.toContain(UNREADABLE);
			expect(new Set(ids).size).toBe(says.includes(UNREADABLE) ? 0 : IN_COMPANY);
		});
	},
);

test.concurrent.each(sampleFor('others', listReadings))(
	'%s: one that another process has asked for is found as well',
	async (_name, reading) => {
		await withService(reading, async (service, connection) => {
			const { open, queue } = formsOf(service, connection);
			const { path, query } = listRequest(connection, listKinds.customers, Date.now());
			await queue(`${path}${queryString(query)}`);
			for (let others = 0; others < 2; others++) {
				await queue(`/connections/${connection}/sales_tax_codes`);
			}
			await service.desktop.run();
			const { ids } = await openUntilShown(async () => await open('listCustomers'));
			if (isReadable(service.reading) || ids.length > 0) expect(ids).toHaveLength(IN_COMPANY);
		});
	},
);

test.concurrent.each(sampleFor('in pages', listReadings))(
	'%s: a query in pages is never called whole with one of them missing',
	async (_name, reading) => {
		await withService(reading, async (service, connection) => {
			const { open, queue } = formsOf(service, connection);
			await queue(`/connections/${connection}/vendors?iterate=true&max_returned=5`);
			await service.desktop.run();
			const { says, ids } = await openUntilShown(async () => await open('listListEntries'));
			expect(says).not.toContainEqual(expect.stringMatching(/^No .* in the company file/));
			if (!says.some((line) => PARTLY.test(line)) && ids.length > 0)
				expect(ids).toHaveLength(IN_COMPANY);
		});
	},
);

test.concurrent.each(sampleFor('refused', listReadings))(
	'%s: a list that was refused is no empty one',
	async (_name, reading) => {
		await withService(reading, async (service, connection) => {
			const { ask, open } = formsOf(service, connection);
			service.desktop.refuse(() => true);
			await ask('listCustomers');
			await service.desktop.run();
			const { says, ids } = await openUntilShown(async () => await open('listCustomers'));
			expect(ids).toEqual([]);
			expect(says[0]).toMatch(/^The desktop('s answer could not be read$| did not give this list)/);
		});
	},
);

const blind: Partial<Reading> = { searchLooks: 'nowhere', listShows: 'id and state' };

describe('a look is bounded', () => {
	test('a queue that shows nothing is not read to its end', async () => {
		await withService({ ...blind, requestShown: 'not at all' }, async (service, connection) => {
			const { open, queue } = formsOf(service, connection);
			for (let number = 0; number < 150; number++) {
				await queue(`/connections/${connection}/sales_tax_codes`);
			}
			await service.desktop.run(100);
			const before = service.calls.length;
			expect((await open('listCustomers')).says[0]).toMatch(ON_ITS_WAY);
			const calls = service.calls.slice(before).map(({ path }) => path);
			expect(calls.length).toBeLessThan(60);
			const sizes = calls.map((path) => Number(/page_size=(\d+)/.exec(path)?.[1] ?? 0));
			expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(200);
		});
	});

	test('a slow service gives what it has given in time', async () => {
		await withService(blind, async (service, connection) => {
			const { open, queue } = formsOf(service, connection);
			for (let number = 0; number < 100; number++) {
				await queue(`/connections/${connection}/sales_tax_codes`);
			}
			await service.desktop.run();
			await open('listCustomers');
			service.meddle(() => ({ hold: new Promise((resolve) => setTimeout(resolve, 300)) }));
			const before = service.calls.length;
			expect((await open('listCustomers')).says[0]).toMatch(ON_ITS_WAY);
			// With a fast one, it looks at far more.
			expect(service.calls.length - before).toBeLessThan(20);
		});
	});
});

test('a list that was deleted on the service is asked for again', async () => {
	await withService(blind, async (service, connection) => {
		const { ask } = formsOf(service, connection);
		await ask('listCustomers');
		service.removeRequest(service.records(connection)[0].id);
		await ask('listCustomers');
		expect(customerQueries(service)).toBe(2);
	});
});

test('the list of a filter is asked for once, where lists show no times', async () => {
	await withService(blind, async (service, connection) => {
		const load = async () =>
			await loadOptions({
				method: 'listSalesTaxItems',
				parameters: parametersFor('salesTaxItem.query', { connection: { ...byId(connection) } }),
				credentials: credentialsFor(service.baseUrl, service.apiKey),
			});
		await load();
		await service.desktop.run();
		expect((await load()).filter(({ disabled }) => disabled !== true)).toHaveLength(4);
		await load();
		const asked = service.calls.filter(({ path }) => path.includes('/sales_tax_items?'));
		expect(asked).toHaveLength(1);
	});
});

test.each<[what: string, reading: Partial<Reading>]>([
	['a search that finds nothing', { searchLooks: 'nowhere' }],
	['a search that filters nothing', { searchLooks: 'ignored' }],
	['lists that show nothing', blind],
])('the fields of earlier answers are offered in spite of %s', async (_what, reading) => {
	await withService(reading, async (service, connection) => {
		const { queue } = formsOf(service, connection);
		await queue(`/connections/${connection}/customers`);
		await queue(`/connections/${connection}/sales_tax_codes`);
		await queue(`/connections/${connection}/vendors`);
		await service.desktop.run();
		const fields = await loadOptions({
			method: 'loadFieldNames',
			parameters: parametersFor('customer.query', { connection: { ...byId(connection) } }),
			credentials: credentialsFor(service.baseUrl, service.apiKey),
		});
		expect(fields.map(({ value }) => value)).toEqual(
			expect.arrayContaining(['EditSequence', 'FullName', 'ListID']),
		);
	});
});

describe('queued requests in their list', () => {
	const search = async (service: LawfulService, connection: string, filter: string) =>
		await searchList({
			method: 'searchQueuedRequests',
			parameters: parametersFor('queuedRequest.get', { connection: { ...byId(connection) } }),
			credentials: credentialsFor(service.baseUrl, service.apiKey),
			filter,
		});

	test.each<[what: string, reading: Partial<Reading>]>([
		['a search that finds nothing', { searchLooks: 'nowhere' }],
		['a search that filters nothing', { searchLooks: 'ignored' }],
		['lists without times', { listShows: 'no inserted_at', searchLooks: 'nowhere' }],
	])('are found by what they ask and by their ID: %s', async (_what, reading) => {
		await withService(reading, async (service, connection) => {
			const { queue } = formsOf(service, connection);
			await queue(`/connections/${connection}/customers`);
			for (let number = 0; number < 30; number++) {
				await queue(`/connections/${connection}/sales_tax_codes`);
			}
			const [{ id }] = service.records(connection);
			for (const typed of ['customerq', id.slice(4, 20).toUpperCase()]) {
				const [found] = (await search(service, connection, typed)).results;
				expect(found).toMatchObject({ value: id });
				expect(found.name).toMatch(
					/^Find customers · waiting for the desktop( · (today|yesterday) [\d:]+)?$/,
				);
			}
		});
	});

	test('that show nothing but their ID and state are read one by one', async () => {
		await withService(blind, async (service, connection) => {
			const { queue } = formsOf(service, connection);
			await queue(`/connections/${connection}/customers`);
			const { results } = await search(service, connection, '');
			const [{ id }] = service.records(connection);
			const name = expect.stringMatching(
				/^Find customers · waiting for the desktop · (today|yesterday) [\d:]+$/,
			);
			expect(results).toEqual([{ name, value: id }]);
		});
	});
});
