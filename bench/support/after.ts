import type { GivenNode } from '../../test/support/workflows';

/** The node after the one that is measured; it does nothing. */
export const after: GivenNode = {
	name: 'After',
	type: 'n8n-nodes-base.noOp',
	typeVersion: 1,
	parameters: {},
};
