import type { IDataObject } from 'n8n-workflow';

import { type GivenNode, WorkflowHost, type WorkflowRun } from '../harness';
import { type OperationName, parametersFor, type Target } from './run-operation';

/** A published workflow of one operation, whose execution can sleep. */
export interface HostedOperation {
	host: WorkflowHost;
	/** Starts an execution; its end, or that it waits. */
	start(items?: IDataObject[]): Promise<WorkflowRun>;
}

/** Publishes workflows for the tests of a file, and closes them after each. */
export function useHostedOperations(): (
	target: Target,
	name: OperationName,
	filledIn: IDataObject,
	node?: Partial<GivenNode>,
) => Promise<HostedOperation> {
	const open: WorkflowHost[] = [];
	afterEach(async () => {
		await Promise.all(open.splice(0).map(async (host) => await host.close()));
	});
	return async ({ credentials }, name, filledIn, node = {}) => {
		const host = await WorkflowHost.open({
			nodes: [{ parameters: parametersFor(name, filledIn), ...node }],
			credentials,
		});
		open.push(host);
		return {
			host,
			start: async (items = [{}]) => await host.start(items.map((json) => ({ json }))).finished,
		};
	};
}
