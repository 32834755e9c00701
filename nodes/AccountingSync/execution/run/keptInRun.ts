import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { runKeyOf } from './runKey';

/**
 * What an operation keeps for the further tries of its run: n8n runs the whole node again after an item has failed, with
 * all its items, and so does its Retry; the node's context is still there then.
 * @param name Of what is kept, one for each operation.
 * @returns An object to read from and to write to; an empty one in another run.
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
