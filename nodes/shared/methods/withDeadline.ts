import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** How long the editor waits for a list at most, in milliseconds. */
const PATIENCE = 4000;

/**
 * Runs the calls for a list in the editor, in a few seconds at most.
 * @throws NodeOperationError that says so if the time is up. Other errors are passed through.
 */
export async function withDeadline<Result>(
	context: ILoadOptionsFunctions,
	work: (deadline: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const deadline = AbortSignal.timeout(PATIENCE);
	const reason = (error: unknown) =>
		deadline.aborted
			? new NodeOperationError(context.getNode(), 'The service did not answer in time.', {
					description: 'Open the list again, or switch to By ID and paste the ID.',
				})
			: error;
	return await work(deadline).catch(async (error: unknown) => await Promise.reject(reason(error)));
}
