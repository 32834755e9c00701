import { itemsOf } from '../../n8n/clients/n8n';
import { until } from '../../n8n/until';
import { after } from '../support/after';
import { sendDeliveries } from '../support/send-deliveries';
import type { Setting } from '../support/setting';
import type { Published } from './receivers';

/** What some deliveries took, in milliseconds. */
export interface Delivered {
	/** Until each was answered. */
	answered: number;
	/** Until the last execution that they started had ended. */
	executed: number;
}

/**
 * Posts deliveries, `senders` at a time, and waits until each has started an execution that succeeded.
 * @throws when one is not answered with 200, or an execution fails
 */
export async function deliver(
	{ n8n: { client } }: Setting,
	{ workflowId, url, headersFor }: Published,
	bodies: readonly string[],
	senders: number,
): Promise<Delivered> {
	const before = await client.countExecutions(workflowId, 'success');
	const begun = performance.now();
	const answered = await sendDeliveries(url, bodies, senders, headersFor);
	const count = async () => {
		const succeeded = await client.countExecutions(workflowId, 'success');
		const isMissing = succeeded < before + bodies.length;
		if (isMissing && (await client.countExecutions(workflowId, 'error')) > 0)
			throw new Error('An execution failed.');
		return succeeded;
	};
	await until(count, (succeeded) => succeeded >= before + bodies.length, {
		every: 50,
		timeout: 600_000,
	});
	return { answered, executed: performance.now() - begun };
}

/**
 * Checks that the newest delivery has come out of the last node as it should. An execution that stops half way, as one
 * with a wrong signature does, is a success too.
 */
export async function checkWorkflow(
	{ n8n: { client } }: Setting,
	{ workflowId, itemsFrom }: Published,
	records: number,
): Promise<void> {
	const [{ id }] = await client.executions(workflowId);
	const items = itemsOf(await client.execution(id), after.name);
	if (items.length !== itemsFrom(records))
		throw new Error(`A delivery of ${records} records came out as ${items.length} items.`);
}
