import { randomUUID } from 'node:crypto';

import type { IExecuteFunctions } from 'n8n-workflow';

import type { ClaimTable } from '../../../queue/once/claims';
import { insertRow, removeRow, rowNamed } from './processedItems';

/**
 * n8n's database as the table of what one try of a run claims. It is the same for all processes of n8n and all executions of a node. Where
 * n8n can't keep such rows, nothing is claimed, and the log says so.
 */
export function claimTable(context: IExecuteFunctions): ClaimTable {
	// n8n may run one execution twice at once, where a busy worker seems dead.
	const owner = `try ${randomUUID()}`;
	let isSaid = false;
	const warn = (because: string) => {
		if (isSaid) return;
		isSaid = true;
		context.logger.warn(
			`${context.getNode().name}: n8n can't tell what its other processes write at this moment: ${because}`,
		);
	};
	const rowOf = (name: string) => rowNamed(`write ${name}`);
	return {
		insert: async (name) =>
			await insertRow(context, rowOf(name), owner, warn).catch((error: Error) => {
				warn(error.message);
				return true;
			}),
		remove: async (name) => {
			await removeRow(context, rowOf(name));
		},
	};
}
