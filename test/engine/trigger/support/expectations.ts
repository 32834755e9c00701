import { delivery, postSigned } from '../../../support/deliveries';
import type { WorkflowHost } from '../../harness';

/**
 * Shows that nothing has started since the last awaited run, by a good delivery: the next run is its own. The trigger
 * must take signed deliveries of customers.
 */
export async function expectNothingStarted(host: WorkflowHost): Promise<void> {
	const good = delivery();
	const { status } = await postSigned(host.webhookUrl(), good);
	expect(status).toBe(200);
	const run = await host.nextRun();
	expect(run.items[0].json.id).toBe(good.id);
}
