import { type GivenNode, startWorkflow } from './harness';
import { useLocalService } from './support/local-service';
import { queues, useProxiedService } from './support/proxied-service';
import { smallInvoice } from './support/queueing-operations';
import { byId, parametersFor } from './support/run-operation';

const service = useLocalService();
const proxied = useProxiedService(service);

/** Starts ten invoices and cancels when the given one is under way, before or after the service took it. */
async function cancelAt(which: number, isTaken: boolean, onError?: GivenNode['onError']) {
	const connectionId = await service.newConnection();
	let number = 0;
	const reached = new Promise<void>((resolve) => {
		proxied.meddle(async (call) => {
			if (!queues(call) || ++number !== which) return undefined;
			if (isTaken) await call.forward();
			resolve();
			return await new Promise<never>(() => undefined);
		});
	});
	const parameters = parametersFor('invoice.create', {
		connection: { ...byId(connectionId) },
		...smallInvoice,
	});
	const started = await startWorkflow({
		nodes: [{ parameters, onError }],
		credentials: proxied.credentials,
		items: Array.from({ length: 10 }, () => ({ json: {} })),
	});
	await reached;
	started.cancel();
	const run = await started.finished;
	return { run, queued: await service.requestsOf(connectionId) };
}

test.each<[isTaken: boolean, onError: GivenNode['onError']]>([
	[false, 'stopWorkflow'],
	[false, 'continueRegularOutput'],
	[false, 'continueErrorOutput'],
	[true, 'stopWorkflow'],
])(
	'a canceled execution queues nothing more, and says how many went out: under way taken %j, On Error %s',
	async (isTaken, onError) => {
		const { run, queued } = await cancelAt(4, isTaken, onError);
		expect(run.status).toBe('canceled');
		expect(queued).toHaveLength(isTaken ? 4 : 3);
		expect(run.error).toMatchObject({
			message: 'The execution was canceled: 3 of 10 requests had been queued.',
			description:
				'Those stay in the queue and will be carried out. 1 more may have been queued, but no answer came.',
		});
		expect(proxied.calls.filter((line) => line.startsWith('POST'))).toHaveLength(4);
	},
);
