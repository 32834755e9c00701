import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import {
	type GivenNode,
	type RunOptions,
	runWorkflow,
	WorkflowHost,
	type WorkflowRun,
} from '../../engine/harness';
import { credentialsFor } from '../../engine/support/local-service';
import { byId, type OperationName, parametersFor } from '../../engine/support/run-operation';
import {
	type Call,
	type Fate,
	type LawfulService,
	type Reading,
	startLawfulService,
} from '../service';

/** A service of one reading, and a workflow in front of it. */
export interface Place {
	service: LawfulService;
	connectionId: string;
	/** The invoices of some numbers, written by one run of the node. */
	write(numbers: readonly string[], more?: More): Promise<WorkflowRun>;
	run(operation: OperationName, form: IDataObject, more?: More): Promise<WorkflowRun>;
	/** A published workflow, whose execution can sleep. */
	host(operation: OperationName, form: IDataObject): Promise<WorkflowHost>;
}

interface More extends Pick<RunOptions, 'executionId' | 'resumeToken'> {
	form?: IDataObject;
	node?: Partial<GivenNode>;
	items?: INodeExecutionData[];
}

/** In minutes: no run waits for so long that ends by itself, also on a busy machine, where this time passes fast. */
export const LONG_ENOUGH = 20;

/** The invoice of one item, by its number. */
export const invoiceForm: IDataObject = {
	customerListId: '80000002-1700000002',
	transactionDate: '2026-01-15',
	lines: { line: [{ itemListId: '80020001-1700000001', quantity: 2.5, rate: '150.00' }] },
	additionalFields: { refNumber: '={{ $json.number }}' },
	result: 'waitPolling',
	options: { waitLimit: LONG_ENOUGH },
};

export const itemsOf = (numbers: readonly string[], more: IDataObject = {}): INodeExecutionData[] =>
	numbers.map((number) => ({ json: { number, ...more } }));

/** Plays something at a service of a reading, which ends with it. */
export async function at<Result>(
	reading: Partial<Reading>,
	play: (place: Place) => Promise<Result>,
): Promise<Result> {
	const service = await startLawfulService(reading);
	const hosts: WorkflowHost[] = [];
	const credentials = credentialsFor(service.baseUrl, service.apiKey);
	const connectionId = service.newConnection();
	const place: Place = {
		service,
		connectionId,
		run: async (operation, form, { node, items, form: more, ...options } = {}) =>
			await runWorkflow({
				nodes: [
					{
						parameters: parametersFor(operation, {
							connection: { ...byId(connectionId) },
							...form,
							...more,
						}),
						...node,
					},
				],
				credentials,
				items,
				mode: 'trigger',
				...options,
			}),
		write: async (numbers, more = {}) =>
			await place.run('invoice.create', invoiceForm, { items: itemsOf(numbers), ...more }),
		async host(operation, form) {
			const host = await WorkflowHost.open({
				nodes: [
					{
						parameters: parametersFor(operation, {
							connection: { ...byId(connectionId) },
							...form,
						}),
					},
				],
				credentials,
			});
			hosts.push(host);
			return host;
		},
	};
	try {
		return await play(place);
	} finally {
		await Promise.all(hosts.map(async (host) => await host.close()));
		await service.close();
	}
}

/** Whether a call queues a request. */
export const queues = ({ method, path }: Call): boolean =>
	method === 'POST'
		? /\/(invoices|data_ext_mods|queued_requests)/.test(path)
		: /request_id=/.test(path);

/** Does something to the n-th call that queues a request. */
export function toCall(service: LawfulService, number: number, fate: Fate): void {
	let count = 0;
	service.meddle((call) => (queues(call) && ++count === number ? fate : undefined));
}
