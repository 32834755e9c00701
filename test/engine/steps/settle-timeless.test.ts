import type { IDataObject } from 'n8n-workflow';

import { createCompany } from '../../../simulator/company/seed/create-company';
import { useServiceWithDesktops } from '../support/desktops';
import { dyingDesktops } from '../support/dying-desktops';
import { useShortPauses } from '../support/pauses';
import { useProxiedService } from '../support/proxied-service';
import { byId, runOperation } from '../support/run-operation';

useShortPauses();

const service = useServiceWithDesktops({}, () => createCompany({ invoices: 0, creditMemos: 0 }));
const proxied = useProxiedService(service);
const { dieBefore } = dyingDesktops(service);

/** Shows requests with these times, in lists and by themselves. */
const showTimes = (at: string | undefined) =>
	proxied.meddle(async ({ forward }) => {
		const answer = await forward();
		const body = JSON.parse(answer.body.toString()) as { data?: IDataObject | IDataObject[] };
		for (const record of [body.data ?? []].flat()) {
			if (record.inserted_at !== undefined) record.inserted_at = at;
		}
		return {
			...answer,
			headers: { 'content-type': 'application/json' },
			body: Buffer.from(JSON.stringify(body)),
		};
	});

const settle = async (connectionId: string, ids: readonly string[]) =>
	await runOperation(
		proxied,
		'books.settle',
		{
			connection: { ...byId(connectionId) },
			queuedRequest: byId('={{ $json.id }}'),
			writeIfAbsent: true,
			result: 'waitPolling',
		},
		{ items: ids.map((id) => ({ id })) },
	);

test.each([
	['no times', undefined],
	['the same time', '2026-03-02T10:00:00Z'],
])(
	'two requests for one write, with %s, are written once if both are settled',
	async (_what, at) => {
		const connectionId = await service.newConnection();
		showTimes(at);
		dieBefore(connectionId, 2, 'VendorAddRq');
		await runOperation(proxied, 'vendor.create', {
			connection: { ...byId(connectionId) },
			name: 'Once',
			result: 'waitPolling',
		});
		const [first] = await service.requestsOf(connectionId);
		await settle(connectionId, [first.id]);
		const both = (await service.requestsOf(connectionId)).filter(({ request_xml: xml }) =>
			xml?.includes('VendorAddRq'),
		);
		expect(both.map(({ state }) => state)).toEqual(['error', 'error']);
		const run = await settle(
			connectionId,
			both.map(({ id }) => id),
		);
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.outcome)).toEqual(['written', 'written']);
		expect(new Set(run.items.map(({ json }) => (json.record as IDataObject).ListID)).size).toBe(1);
	},
);
