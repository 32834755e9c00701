import type { IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../queue/once/claims';
import type { IfAlreadyQueued } from '../../../../queue/once/decide';
import type { QueueRun } from '../../../../queue/once/perform';
import { provesItself } from '../../../../queue/requests/identifiers';
import { claimTable } from '../../../shared/n8nInternals/claimTable';
import { isOfSecondEngine } from '../../../shared/n8nInternals/execution';
import { clock } from '../../../shared/transport/clock';
import { serviceOf } from '../../../shared/transport/service';
import type { RunJournal } from './runJournal';
import { isRetry, ownExecutionMark } from './runKey';
import { withTriggerUrl } from './triggerUrl';

/** A try of a run of the node. */
export interface Run extends QueueRun {
	context: IExecuteFunctions;
	journal: RunJournal;
	/** See `executionMark`. */
	executionMark: string;
}

/** What the tries of a run have in common. */
interface RunSettings {
	prefix: string;
	ifAlreadyQueued: IfAlreadyQueued | undefined;
	/** Whether it only reads: then another one may do the same at the same time. */
	isQuery?: boolean;
}

/** A try of a run, from its journal and its settings. */
export const runOf = (
	context: IExecuteFunctions,
	journal: RunJournal,
	{ prefix, ifAlreadyQueued, isQuery = false }: RunSettings,
): Run => ({
	context,
	journal,
	prefix,
	ifAlreadyQueued,
	executionMark: ownExecutionMark(context),
	execution: context.getExecutionId(),
	isRetry: isRetry(context) || isOfSecondEngine(context),
	service: serviceOf(context),
	clock,
	writes: [],
	isOurs: provesItself,
	addressed: async (call) => await withTriggerUrl(context, call),
	claims: new Claims(isQuery ? undefined : claimTable(context), clock),
	shared: new Map(),
});
