import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { editCompany } from '../../../simulator/colleague/edit-company';
import { createCompany } from '../../../simulator/company/seed/create-company';
import type { WorkflowRun } from '../harness';
import { type ServiceWithDesktops, useServiceWithDesktops } from './desktops';
import { byId, type OperationName, runOperation } from './run-operation';

/** A small company at a service with simulated desktops, whose records tests update. */
export interface Updates {
	service: ServiceWithDesktops;
	/** Runs an operation on a connection, and waits for what comes out. */
	run(
		operation: OperationName,
		connectionId: string,
		filledIn: IDataObject,
		items?: IDataObject[],
		more?: Parameters<typeof runOperation>[3],
	): Promise<WorkflowRun>;
	/** Changes or reads the books as somebody at the desktop does, at once. */
	edit(connectionId: string, requestXml: string): string;
	/** The names of what was queued, the oldest first. */
	requestNames(connectionId: string): Promise<string[]>;
	/** Lets somebody change something right before the desktop carries out a request of a name. */
	before(connectionId: string, request: string, change: () => void, times?: number): void;
}

/** A locator that was filled in by name. */
export const byName = (value: string): IDataObject => ({ __rl: true, mode: 'name', value });

/** The text of the first element of a name in XML. */
export const textIn = (xml: string, name: string): string =>
	new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)?.[1] ?? '';

/** What somebody does in the editor before pressing Retry. */
export function changeForm(run: WorkflowRun, changed: IDataObject): void {
	const node = Object.values(run.prepared.workflow.nodes).find(({ name }) => name !== 'Source');
	Object.assign(node?.parameters ?? {}, changed);
	for (const { node: stored } of run.executionData.executionData?.nodeExecutionStack ?? []) {
		Object.assign(stored.parameters, changed as INodeParameters);
	}
}

/** Runs a service with small companies for the tests of a file. */
export function useUpdates(): Updates {
	const service = useServiceWithDesktops({}, () =>
		createCompany({ customers: 12, vendors: 6, invoices: 8, creditMemos: 2 }),
	);
	return {
		service,
		run: async (operation, connectionId, filledIn, items = [{}], more = {}) =>
			await runOperation(
				service,
				operation,
				{ connection: { ...byId(connectionId) }, result: 'waitPolling', ...filledIn },
				{ items, mode: 'trigger', ...more },
			),
		edit(connectionId, requestXml) {
			const xml = editCompany(service.company(connectionId), requestXml);
			if (/statusSeverity="Error"/.test(xml)) throw new Error(xml);
			return xml;
		},
		requestNames: async (connectionId) =>
			(await service.requestsOf(connectionId)).map(
				({ request_xml: xml }) => /<(?!QBXMLMsgsRq)(\w+Rq)[ >]/.exec(xml ?? '')?.[1] ?? '',
			),
		before(connectionId, request, change, times = 1) {
			const colleague = service.colleague(connectionId);
			const { beforeRequest } = colleague;
			let left = times;
			colleague.beforeRequest = (company, xml) => {
				beforeRequest(company, xml);
				if (left === 0 || !xml.includes(`<${request}`)) return;
				left -= 1;
				change();
			};
		},
	};
}
