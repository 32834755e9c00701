import { parse } from 'flatted';
import type {
	ExecutionStatus,
	IConnections,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeTypeDescription,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

import { until } from '../until';

/** A workflow as the editor exports it. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	meta?: IDataObject;
	pinData?: IDataObject;
}

export interface Execution {
	id: string;
	status: ExecutionStatus;
	data: IRunExecutionData;
}

interface ListedExecution extends Omit<Execution, 'data'> {
	/** None as long as it waits for a worker. */
	startedAt: string | null;
}

export interface CredentialReference {
	id: string;
	name: string;
	type: string;
}

interface StoredWorkflow {
	id: string;
	name: string;
	versionId: string;
	nodes: INode[];
}

/** What became of publishing a workflow. */
interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ errorMessage: string | null }>;
}

export interface Owner {
	email: string;
	password: string;
}

/** n8n's answer to a call it could not or would not carry out. */
class RefusedCall extends Error {
	constructor(
		call: string,
		readonly status: number,
		text: string,
	) {
		super(`n8n answered ${call} with ${status}: ${text}`);
	}
}

/** Reading an execution is work for n8n, which is to do something else meanwhile. */
const READ_EVERY_MILLISECONDS = 250;
const EXECUTION_WITHIN_MILLISECONDS = 240_000;

/** The states that an execution does not leave any more. */
export const endedStatuses: readonly ExecutionStatus[] = [
	'success',
	'error',
	'canceled',
	'crashed',
];

/** Talks to n8n the way its editor does. */
export class N8nClient {
	private cookie = '';

	constructor(private readonly address: string) {}

	/** One call; the answer's text. */
	private async send(method: string, path: string, body?: object): Promise<string> {
		const response = await fetch(`${this.address}${path}`, {
			method,
			headers: {
				// n8n closes connections that it has heard nothing on for five seconds, also when it was busy for so long.
				connection: 'close',
				...(body ? { 'content-type': 'application/json' } : {}),
				...(this.cookie ? { cookie: this.cookie } : {}),
			},
			body: body ? JSON.stringify(body) : undefined,
		});
		const text = await response.text();
		if (!response.ok) {
			throw new RefusedCall(`${method} ${path}`, response.status, text);
		}
		const cookie = response.headers.getSetCookie().find((header) => header.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0];
		return text;
	}

	/** One call of the editor's REST interface; `data` of the answer. */
	async call<T>(method: string, path: string, body?: object): Promise<T> {
		return (JSON.parse(await this.send(method, `/rest${path}`, body)) as { data: T }).data;
	}

	/** Every node that the editor can draw. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return JSON.parse(await this.send('GET', '/types/nodes.json')) as INodeTypeDescription[];
	}

	/** Logs in as the owner; of a new n8n it makes that owner first. */
	async logInAsOwner({ email, password }: Owner): Promise<void> {
		const { userManagement } = await this.call<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			const owner = { email, password, firstName: 'Demo', lastName: 'Owner' };
			await this.call('POST', '/owner/setup', owner);
		} else {
			await this.call('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	async createCredential(
		name: string,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<CredentialReference> {
		return await this.call('POST', '/credentials', { name, type, data });
	}

	/** Opens a stored credential and presses its test button. */
	async testCredential({ id }: CredentialReference): Promise<INodeCredentialTestResult> {
		const opened = await this.call<CredentialReference & { data: IDataObject }>(
			'GET',
			`/credentials/${id}?includeData=true`,
		);
		const { name, type, data } = opened;
		return await this.call('POST', '/credentials/test', { credentials: { id, name, type, data } });
	}

	/** Imports a workflow and gives its nodes the credentials, as somebody would by hand after an import. */
	async importWorkflow(
		file: WorkflowFile,
		credentials: CredentialReference[] = [],
	): Promise<StoredWorkflow> {
		const byType = new Map(credentials.map((credential) => [credential.type, credential]));
		const nodes = file.nodes.map((node) => {
			const chosen = Object.keys(node.credentials ?? {}).flatMap((type) => {
				const credential = byType.get(type);
				return credential ? [[type, { id: credential.id, name: credential.name }] as const] : [];
			});
			return { ...node, credentials: { ...node.credentials, ...Object.fromEntries(chosen) } };
		});
		return await this.call('POST', '/workflows', { settings: {}, ...file, nodes, active: false });
	}

	/**
	 * Publishes a workflow and waits until its triggers run; n8n starts them after it has answered.
	 * @throws with the triggers' own words if one can't be started
	 */
	async activate({ id, versionId }: Pick<StoredWorkflow, 'id' | 'versionId'>): Promise<void> {
		await this.call('POST', `/workflows/${id}/activate`, { versionId });
		const { status, triggers } = await this.settledPublication(id);
		if (status !== 'published') {
			const reasons = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
			throw new Error(`n8n could not activate the workflow: ${reasons.join(' ') || status}`);
		}
	}

	/**
	 * What became of the newest change of a workflow's publication, once that is over.
	 *
	 * n8n looks for a change under way and for the triggers at the same time. Where the change has ended between the two looks,
	 * the triggers were those from before it; where one of n8n's processes has not begun with it, it may look over too early.
	 * So it is over once two reads in a row say so.
	 */
	private async settledPublication(id: string): Promise<Publication> {
		const [, last] = await until(
			async () => [await this.publication(id), await this.publication(id)] as const,
			(reads) => reads.every(({ status }) => status !== 'in_progress'),
			{ every: READ_EVERY_MILLISECONDS, what: 'the publication of a workflow to be over' },
		);
		return last;
	}

	private async publication(id: string): Promise<Publication> {
		try {
			return await this.call('GET', `/workflows/${id}/publication-status`);
		} catch (error) {
			// An n8n that can't say has started the triggers before it answered the activation.
			if (error instanceof RefusedCall && error.status === 404) {
				return { status: 'published', triggers: [] };
			}
			throw error;
		}
	}

	/** Unpublishes a workflow and waits until its triggers are gone; n8n removes them after it has answered. */
	async deactivate({ id }: Pick<StoredWorkflow, 'id'>): Promise<void> {
		await this.call('POST', `/workflows/${id}/deactivate`, {});
		await this.settledPublication(id);
	}

	/** Starts a workflow from the trigger named, as the editor's button does; the execution's id. */
	async startManualRun({ id }: Pick<StoredWorkflow, 'id'>, trigger: string): Promise<string> {
		// Up to 2.0 the editor hands over the workflow; later n8n runs what it has stored, and ignores this.
		const workflowData = await this.call<StoredWorkflow>('GET', `/workflows/${id}`);
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/** Stops an execution, as the editor's button does. */
	async stopExecution(id: string): Promise<void> {
		await this.call('POST', `/executions/${id}/stop`);
	}

	/** Retries an execution that failed, as the editor's button does, and waits for its end; the new execution. */
	async retryExecution(id: string): Promise<Execution> {
		const retried = await this.call<{ id: string }>('POST', `/executions/${id}/retry`, {
			loadWorkflow: false,
		});
		return await this.waitForExecution(retried.id);
	}

	async execution(id: string): Promise<Execution> {
		const stored = await this.call<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** The newest executions, newest first, of one workflow or of all. */
	async executions(workflowId?: string): Promise<Array<Omit<Execution, 'data'>>> {
		const query = new URLSearchParams({ limit: '50' });
		if (workflowId) query.set('filter', JSON.stringify({ workflowId }));
		const page = await this.call<{ results: Array<Omit<Execution, 'data'>> }>(
			'GET',
			`/executions?${query.toString()}`,
		);
		return page.results;
	}

	/** How many executions of a workflow have this status. */
	async countExecutions(workflowId: string, status: ExecutionStatus): Promise<number> {
		const filter = JSON.stringify({ workflowId, status: [status] });
		const query = new URLSearchParams({ limit: '1', filter });
		const page = await this.call<{ count: number }>('GET', `/executions?${query.toString()}`);
		return page.count;
	}

	/**
	 * Every execution of a workflow, newest first. n8n's own cursor goes by ID through a list that is in the order of their starts: where
	 * workers start them in another order than they were created, it leaves some out and lists others twice.
	 */
	async allExecutions(workflowId: string): Promise<Array<Omit<Execution, 'data'>>> {
		const all = new Map<string, Omit<Execution, 'data'>>();
		let known = -1;
		let startedBefore: string | undefined;
		while (all.size > known) {
			known = all.size;
			const filter = JSON.stringify({ workflowId, startedBefore });
			const query = new URLSearchParams({ limit: '100', filter });
			const { results } = await this.call<{ results: ListedExecution[] }>(
				'GET',
				`/executions?${query.toString()}`,
			);
			for (const one of results) all.set(one.id, one);
			// Those that have not ended come beside the others, whenever they started.
			const ended = results.filter(({ status }) => status !== 'new' && status !== 'running');
			startedBefore = ended.flatMap(({ startedAt }) => startedAt ?? []).sort()[0];
		}
		return [...all.values()];
	}

	/**
	 * Waits until an execution has one of the states given.
	 * @throws if it ends in another state, or when the time is up
	 */
	async waitForExecution(
		id: string,
		states: readonly ExecutionStatus[] = endedStatuses,
		timeout = EXECUTION_WITHIN_MILLISECONDS,
	): Promise<Execution> {
		let execution!: Execution;
		await until(
			async () => {
				execution = await this.execution(id);
				return execution.status;
			},
			(status) => states.includes(status) || endedStatuses.includes(status),
			{
				timeout,
				every: READ_EVERY_MILLISECONDS,
				what: `execution ${id} to be ${states.join(' or ')}`,
			},
		);
		if (states.includes(execution.status)) return execution;
		throw new Error(`Execution ${id} ended as ${execution.status}`);
	}

	/** Runs a workflow from its trigger to its end. */
	async runWorkflow(workflow: Pick<StoredWorkflow, 'id'>, trigger: string): Promise<Execution> {
		return await this.waitForExecution(await this.startManualRun(workflow, trigger));
	}
}

/** The items that came out of a node's first output in its last turn. */
export function itemsOf(execution: Execution, node: string): INodeExecutionData[] {
	return execution.data.resultData.runData[node]?.at(-1)?.data?.main[0] ?? [];
}

/** Why an execution failed, in the node's words; undefined if it did not fail. */
export function failureOf(execution: Execution): string | undefined {
	const { error } = execution.data.resultData;
	if (!error) return undefined;
	return [error.message, error.description].filter(Boolean).join(' ');
}
