import type { IExecuteFunctions } from 'n8n-workflow';

import { reachabilityProblem } from '../../../../queue/deliveries/reachability';
import { FormError } from '../../../../quickbooks/form/formError';
import { isUrl } from '../../../../quickbooks/form/isUrl';
import { problemWithSleep } from '../../../shared/n8nInternals/execution';
import { isTool } from '../../../shared/n8nInternals/tool';
import { readCredential } from '../../../shared/transport/credential';
import type { ResultSettings } from '../run/runSettings';

export interface WaitStrategy {
	waits: 'not' | 'polling' | 'suspended';
	/** The address that wakes the execution, if it is suspended. */
	resumeUrl?: string;
	/** Why the execution can't sleep, if the node would have chosen that. */
	problem?: string;
}

/** The address that wakes this execution. */
export const resumeUrlOf = (context: IExecuteFunctions): string =>
	String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0) ?? '');

/** The address that wakes this execution, or why it can't be put to sleep. */
async function suspension(
	context: IExecuteFunctions,
): Promise<{ resumeUrl: string } | { problem: string }> {
	if (isTool(context)) return { problem: 'a tool of an AI agent has to answer at once' };
	if (!context.getWorkflow().id || !context.getExecutionId()) {
		return { problem: 'it has not been saved' };
	}
	const problemOfEngine = problemWithSleep(context);
	if (problemOfEngine !== undefined) return { problem: problemOfEngine };
	const resumeUrl = resumeUrlOf(context);
	if (!isUrl(resumeUrl)) return { problem: 'n8n gives it no address at which it could be woken' };
	const { baseUrl } = await readCredential(context);
	const problem = reachabilityProblem(baseUrl, resumeUrl);
	return problem === undefined ? { resumeUrl } : { problem };
}

/**
 * Chooses how to wait.
 * @throws FormError if the user wants it to sleep and it can't.
 */
export async function waitStrategy(
	context: IExecuteFunctions,
	{ mode }: ResultSettings,
): Promise<WaitStrategy> {
	if (mode === 'queuedRequest') return { waits: 'not' };
	if (mode === 'waitPolling') return { waits: 'polling' };
	const found = await suspension(context);
	if ('resumeUrl' in found) return { waits: 'suspended', resumeUrl: found.resumeUrl };
	if (mode === 'waitSuspended') {
		throw new FormError(
			`This workflow can't sleep: ${found.problem}.`,
			'Choose Wait (Keep Checking) or Return the Queued Request under Result.',
		);
	}
	return { waits: 'polling', problem: found.problem };
}
