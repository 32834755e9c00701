import type { IExecuteFunctions } from 'n8n-workflow';

import { reachabilityProblem } from '../../../../queue/deliveries/reachability';
import { FormError } from '../../../../quickbooks/form/formError';
import { isUrl } from '../../../../quickbooks/form/isUrl';
import { endOf, problemWithSleep } from '../../../shared/n8nInternals/execution';
import { isTool } from '../../../shared/n8nInternals/tool';
import { readCredential } from '../../../shared/transport/credential';
import type { ResultSettings } from '../run/runSettings';

export interface WaitStrategy {
	waits: 'not' | 'polling' | 'suspended';
	/** The address that wakes the execution, if it is suspended. */
	resumeUrl?: string;
	/** Why the execution can't sleep, if the node would have chosen that. */
	problem?: string;
	/** How long n8n lets it wait, in milliseconds. Infinity if there is no limit. */
	atMost: number;
}

const MINUTE = 60_000;

/**
 * How long before n8n cancels an execution it has to have ended, in milliseconds: nothing follows on that, no error workflow either. A
 * clock wakes those that sleep about once a minute.
 */
export const LONGEST_RESERVE = 2 * MINUTE;
const reserves = { polling: 5_000, suspended: LONGEST_RESERVE };

/** An execution that n8n cancels within this time need not sleep, in milliseconds. */
const SHORT = 5 * MINUTE;

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
	if (endOf(context) - Date.now() < SHORT) {
		return { problem: 'n8n ends the execution within minutes, because the workflow has a timeout' };
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
	const left = endOf(context) - Date.now();
	const atMost = Math.max(left - reserves.polling, 0);
	if (mode === 'queuedRequest') return { waits: 'not', atMost };
	if (mode === 'waitPolling') return { waits: 'polling', atMost };
	const found = await suspension(context);
	if ('resumeUrl' in found) {
		return { waits: 'suspended', ...found, atMost: left - reserves.suspended };
	}
	if (mode === 'waitSuspended') {
		throw new FormError(
			`This workflow can't sleep: ${found.problem}.`,
			'Choose Wait (Keep Checking) or Return the Queued Request under Result.',
		);
	}
	return { waits: 'polling', problem: found.problem, atMost };
}
