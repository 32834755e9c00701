import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { runKeyOf } from './runKey';

/**
 * What an operation keeps for later tries of its run. After an item has failed, n8n runs the whole node again with all
 * its items, and so does n8n's Retry. The node's context is still there then.
 * @param name The name of what is kept, one for each operation.
 * @returns An object to read and write. It is empty in another run.
 */
export function keptInRun(context: IExecuteFunctions, name: string): IDataObject {
	const all = context.getContext('node');
	const run = runKeyOf(context);
	const before = all[name] as { run: string; kept: IDataObject } | undefined;
	if (before?.run === run) return before.kept;
	const kept: IDataObject = {};
	all[name] = { run, kept };
	return kept;
}
