import type { IDataObject } from 'n8n-workflow';

import { contentOfRecord, elementAt } from '../../../quickbooks/qbxml/recordFacts';
import { formsOf } from '../../../quickbooks/records/record';
import { records } from '../../../quickbooks/records/registry';
import { recordForms } from '../../support/record-forms';
import { useLocalService } from '../support/local-service';
import { byId, runOperation } from '../support/run-operation';
import { useScriptedServer } from '../support/scripted-server';

const service = useLocalService();
const server = useScriptedServer({ withEmptyQueue: true });

/** Far enough from UTC that it is often another day there. */
const TIMEZONE = 'Pacific/Kiritimati';

const todayThere = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: TIMEZONE }).format();

/** The types of records that a form can create with a date. */
const datedTypes = records.flatMap((kind) =>
	formsOf(kind)
		.map(({ qbxml }) => qbxml)
		.filter((type) => elementAt(contentOfRecord(type), 'TxnDate') !== undefined),
);

const dated = recordForms.filter(({ form }) => 'transactionDate' in form(() => '1-1'));

/** A form as somebody fills it in who leaves the date alone. */
function withoutDate(form: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(form).filter(([name]) => name !== 'transactionDate'));
}

test('whatever is created with a date is of today where the workflow is, unless somebody chooses another day', async () => {
	const connectionId = await service.newConnection();
	const connection = { ...byId(connectionId) };
	const before = todayThere();
	for (const { resource, title, form } of dated) {
		const filledIn = { connection, ...withoutDate(form(() => '5B1A-1700000001')) };
		const run = await runOperation(service, `${resource}.create`, filledIn, {
			settings: { timezone: TIMEZONE },
		});
		expect([title, run.error]).toEqual([title, undefined]);
	}
	const days = [before, todayThere()];
	const requests = await service.requestsOf(connectionId);
	expect(requests).toHaveLength(dated.length);
	const sent = requests.map(({ request_xml: xml }) => ({
		type: /<(\w+)AddRq/.exec(xml)?.[1] ?? '',
		isToday: days.includes(/<TxnDate>([^<]*)<\/TxnDate>/.exec(xml)?.[1] ?? ''),
	}));
	expect(sent.filter(({ isToday }) => !isToday)).toEqual([]);
	expect([...new Set(sent.map(({ type }) => type))].sort()).toEqual([...datedTypes].sort());
});

test('an invoice whose date was left alone still goes to the endpoint for invoices', async () => {
	const before = todayThere();
	const run = await runOperation(
		server,
		'invoice.create',
		{
			connection: { ...byId('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b') },
			customerListId: '80000002-1',
			lines: { line: [{ itemListId: '80000001-1' }] },
		},
		{ settings: { timezone: TIMEZONE } },
	);
	expect(run.error).toBeUndefined();
	const posted = server.received.find(({ method }) => method === 'POST');
	expect(new URL(posted?.url ?? '', 'http://service').pathname).toMatch(/\/invoices$/);
	const { transaction_date: day } = JSON.parse(posted?.body ?? '{}') as IDataObject;
	expect([before, todayThere()]).toContain(day);
});

test('a date that was cleared is left to QuickBooks', async () => {
	const connectionId = await service.newConnection();
	const bill = recordForms.find(({ title }) => title === 'bill');
	const run = await runOperation(service, 'bill.create', {
		connection: { ...byId(connectionId) },
		...bill?.form(() => '1-1'),
		transactionDate: '',
	});
	expect(run.error).toBeUndefined();
	const [{ request_xml: xml }] = await service.requestsOf(connectionId);
	expect(xml).not.toContain('<TxnDate>');
});
