import { randomUUID } from 'node:crypto';

import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';

import type { QueuedRequest } from '../../../n8n/clients/service';
import type { WorkflowHost } from '../harness';
import { useLocalService } from '../support/local-service';
import { type DeskByHand, deskByHand } from './support/desk-by-hand';
import { useMovableClock } from './support/movable-clock';
import {
	closeWorkflows,
	completedQuery,
	completedRequest,
	publishedTrigger,
	storedStaticData,
} from './support/published-trigger';
import { changedSince, runsOn, shortlyBefore, untilDelivered } from './support/runs';

const clock = useMovableClock('2026-03-01T08:00:00Z');
const service = useLocalService({ webhookTries: [0] });

let desk: DeskByHand;
beforeEach(async () => {
	desk = await deskByHand(service);
});
afterEach(closeWorkflows);

const vendors = (form: IDataObject = {}) => completedQuery(desk.id, 'vendor', form);

type Activation = Partial<Parameters<typeof publishedTrigger>[0]> & {
	mode?: WorkflowActivateMode;
};

async function activated({ mode, ...published }: Activation = {}) {
	const host = await publishedTrigger({
		credentials: service.credentials,
		parameters: vendors(),
		...published,
	});
	await host.activate(mode);
	return host;
}

/** A workflow whose first run came through whole. */
async function afterFirstRun() {
	const host = await activated();
	await desk.session({ remaining: 0 });
	await untilDelivered(service, desk.id);
	clock.at('2026-03-01T08:20:00Z');
	return host;
}

test('activation queues the first run', async () => {
	await activated();
	const runs = await service.requestsOf(desk.id);
	expect(runs).toMatchObject([{ state: 'waiting', webhook_state: 'pending' }]);
});

test('a restart of n8n queues nothing', async () => {
	const host = await afterFirstRun();
	await host.activate('init');
	expect(await runsOn(service, desk.id)).toHaveLength(1);
});

test('saving the workflow with the same question queues nothing', async () => {
	const host = await afterFirstRun();
	await host.activate('update');
	expect(await runsOn(service, desk.id)).toHaveLength(1);
	// n8n takes a workflow down before it puts the saved one up.
	await host.deactivate();
	await host.activate('update');
	expect(await runsOn(service, desk.id)).toHaveLength(1);
});

test('activating it again queues a run of what has changed since', async () => {
	const host = await afterFirstRun();
	await host.deactivate();
	await host.activate('activate');
	const runs = await runsOn(service, desk.id);
	expect(runs).toHaveLength(2);
	expect(changedSince(runs[1])).toContain(shortlyBefore(runs[0]));
});

test.each<[what: string, form: () => IDataObject]>([
	['another filter', () => vendors({ filters: { nameContains: 'Lumber' } })],
	['another field', () => vendors({ queryOptions: { fields: ['ListID'] } })],
	['another first moment', () => vendors({ firstRunFrom: '', filters: { activeStatus: 'All' } })],
	['another resource', () => completedQuery(desk.id, 'customer')],
])('saving it with %s starts over', async (_what, form) => {
	const staticData = storedStaticData(await afterFirstRun());
	await activated({ parameters: form(), staticData, mode: 'update' });
	const runs = await runsOn(service, desk.id);
	expect(runs.map(changedSince)).toEqual([undefined, undefined]);
});

test('saving it with another schedule, or with Split Into Items, does not', async () => {
	const staticData = storedStaticData(await afterFirstRun());
	const parameters = vendors({
		schedule: 'minutes',
		every: 5,
		splitIntoItems: true,
		emit: 'failed',
	});
	await activated({ parameters, staticData, mode: 'update' });
	expect(await runsOn(service, desk.id)).toHaveLength(1);
});

/** Delivers a page of a run, wherever the run was to be delivered to. */
const deliverTo =
	(host: WorkflowHost) =>
	async ({ webhook_url: url, request_json: json }: QueuedRequest, name: string) =>
		await fetch(host.webhookUrl() + new URL(String(url)).search, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				timestamp: '2026-03-01T08:00:00Z',
				id: name,
				page_request_id: name,
				page: 1,
				state: 'completed',
				response_json: [
					{
						QBXMLMsgsRs: {
							VendorQueryRs: {
								'@requestID': (json.request.attributes as IDataObject).requestID,
								VendorRet: [{ Name: name }],
							},
						},
					},
				],
			}),
		});

describe.each<[what: string, published: Activation]>([
	['in another time zone', { timezone: 'America/New_York' }],
	['with a trigger that was pasted again', { nodeId: 'pasted' }],
])('published %s, the workflow goes on', (_what, published) => {
	test('after its last run', async () => {
		const before = await afterFirstRun();
		await before.deactivate();
		const staticData = storedStaticData(before);
		await activated({ ...published, staticData, mode: 'update' });
		expect(await runsOn(service, desk.id)).toHaveLength(1);
		await activated({ ...published, staticData, mode: 'activate' });
		const runs = await runsOn(service, desk.id);
		expect(changedSince(runs[1])).toContain(shortlyBefore(runs[0]));
	});

	test('with the pages of the run that is underway', async () => {
		const before = await activated();
		await before.deactivate();
		const staticData = storedStaticData(before);
		const host = await activated({ ...published, staticData, mode: 'update' });
		const [run, ...others] = await runsOn(service, desk.id);
		expect(others).toEqual([]);
		// This process remembers the pages of the other tests.
		const page = randomUUID();
		expect((await deliverTo(host)(run, page)).status).toBe(200);
		expect((await host.nextRun()).items[0].json.id).toBe(page);
	});
});

const OF_ANOTHER = 'This page belongs to a run that this trigger has not started.';

test.each<[what: string, published: () => Activation, refusal: [number, string]]>([
	[
		'a question that was changed meanwhile',
		() => ({ parameters: vendors({ filters: { nameContains: 'Lumber' } }), mode: 'update' }),
		[503, OF_ANOTHER],
	],
	[
		'a workflow of which this is a copy',
		() => ({ workflowId: 'copy', mode: 'activate' }),
		[401, 'The URL lacks its secret.'],
	],
])('pages of %s stay undelivered', async (_what, published, refusal) => {
	const before = await activated();
	await before.close();
	const host = await activated({ staticData: storedStaticData(before), ...published() });
	const [oldRun, newRun] = await runsOn(service, desk.id);
	const deliver = deliverTo(host);
	const old = await deliver(oldRun, 'old');
	expect([old.status, await old.json()]).toEqual([refusal[0], { message: refusal[1] }]);
	const page = randomUUID();
	expect((await deliver(newRun, page)).status).toBe(200);
	expect((await host.nextRun()).items[0].json.id).toBe(page);
});

test('what comes while the workflow is activated is not forgotten', async () => {
	const first = await activated();
	const before = storedStaticData(first);
	const changed = `<TimeModified>2026-03-01T08:00:00+00:00</TimeModified><EditSequence>1</EditSequence>`;
	const records = `<VendorRet><ListID>1-1</ListID>${changed}</VendorRet>`;
	await desk.session({ remaining: 0, records });
	await untilDelivered(service, desk.id);
	const { seenPages, handedRecords } = storedStaticData(first)[
		'node:Accounting Sync Trigger'
	] as IDataObject;
	expect([typeof seenPages, typeof handedRecords]).toEqual(['string', 'object']);
	// n8n stores the static data as it was read when the activation began.
	const host = await activated({ staticData: before, mode: 'update' });
	expect(storedStaticData(host)).toMatchObject({
		'node:Accounting Sync Trigger': { seenPages, handedRecords },
	});
});

test('a deleted webhook leaves nothing behind', async () => {
	const host = await activated({ parameters: completedRequest() });
	expect(JSON.stringify(host.staticData)).toContain('delivery');
	await host.deactivate();
	const staticData = storedStaticData(host);
	expect(JSON.stringify(staticData)).not.toContain('delivery');
	expect(staticData.global).toEqual({ accountingSyncTriggers: {} });
});
