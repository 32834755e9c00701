import type { IExecuteFunctions } from 'n8n-workflow';

import type { IfAlreadyQueued } from '../../../../queue/decide';
import { provesItself } from '../../../../queue/identifiers';
import type { QueueRun } from '../../../../queue/perform';
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
}

/** A try of a run, from its journal and its settings. */
export const runOf = (
	context: IExecuteFunctions,
	journal: RunJournal,
	{ prefix, ifAlreadyQueued }: RunSettings,
): Run => ({
	context,
	journal,
	prefix,
	ifAlreadyQueued,
	executionMark: ownExecutionMark(context),
	execution: context.getExecutionId(),
	isRetry: isRetry(context),
	service: serviceOf(context),
	clock,
	writes: [],
	isOurs: provesItself,
	addressed: async (call) => await withTriggerUrl(context, call),
	shared: new Map(),
});
