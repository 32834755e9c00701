import type { IDataObject } from 'n8n-workflow';

import { byId, ownIdentifier, runOperation } from './support/run-operation';
import { useScriptedServer } from './support/scripted-server';

const server = useScriptedServer({ withEmptyQueue: true });
const connection = { ...byId('3f2b8c1e-5a4d-4e6f-9b7a-0c1d2e3f4a5b') };

/** What the query carries for the value of a filter, in a workflow with a time zone of its own. */
async function sentFor(filters: IDataObject, timezone: string, json: IDataObject = {}) {
	const resource = 'modifiedAfter' in filters ? 'vendor' : 'invoice';
	const run = await runOperation(
		server,
		`${resource}.query`,
		{ connection, filters },
		{ items: [json], settings: { timezone } },
	);
	expect(run.error).toBeUndefined();
	return Object.fromEntries(new URLSearchParams(server.received[0].url.split('?')[1]));
}

test.each<[value: string, timezone: string, sent: string]>([
	['2026-01-15T00:00:00', 'Europe/Berlin', '2026-01-15'],
	['2026-01-15T00:00:00', 'Pacific/Auckland', '2026-01-15'],
	['={{ DateTime.fromISO("2026-01-15T23:30:00Z") }}', 'Europe/Berlin', '2026-01-16'],
	['={{ DateTime.fromISO("2026-01-15T23:30:00Z") }}', 'America/New_York', '2026-01-15'],
	['={{ "2026-01-15T23:30:00Z".toDateTime() }}', 'Europe/Berlin', '2026-01-16'],
	['={{ new Date("2026-01-15T23:30:00Z") }}', 'Europe/Berlin', '2026-01-16'],
	['={{ $json.date }}', 'Europe/Berlin', '2026-01-15'],
	['={{ DateTime.local(2026, 3, 29).startOf("day") }}', 'Europe/Berlin', '2026-03-29'],
])('a day from %s in %s is %s', async (value, timezone, sent) => {
	const json = { date: '2026-01-15' };
	expect(await sentFor({ transactionDateFrom: value }, timezone, json)).toEqual({
		from_transaction_date: sent,
		max_returned: '50',
		request_id: ownIdentifier(),
	});
});

test.each<[value: string, timezone: string, sent: string]>([
	['2026-01-15T12:00:00', 'Europe/Berlin', '2026-01-15T11:00:00+00:00'],
	['2026-07-15T12:00:00', 'Europe/Berlin', '2026-07-15T10:00:00+00:00'],
	['2026-01-15T12:00:00', 'America/New_York', '2026-01-15T17:00:00+00:00'],
	[
		'={{ DateTime.fromISO("2026-01-15T12:00:00") }}',
		'America/New_York',
		'2026-01-15T17:00:00+00:00',
	],
	['={{ new Date("2026-01-15T12:00:00Z") }}', 'America/New_York', '2026-01-15T12:00:00+00:00'],
	['={{ $json.changed }}', 'America/New_York', '2026-01-15T11:00:00+00:00'],
])('a moment from %s in %s is %s', async (value, timezone, sent) => {
	const json = { changed: '2026-01-15T12:00:00+01:00' };
	expect(await sentFor({ modifiedAfter: value }, timezone, json)).toEqual({
		modified_after: sent,
		max_returned: '50',
		request_id: ownIdentifier(),
	});
});

test('today is the day where the workflow is', async () => {
	const before = new Date();
	const { from_transaction_date: sent } = await sentFor(
		{ transactionDateFrom: '={{ $now }}' },
		'Pacific/Kiritimati',
	);
	const dayIn = (moment: Date) =>
		new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(moment);
	expect([dayIn(before), dayIn(new Date())]).toContain(sent);
});
