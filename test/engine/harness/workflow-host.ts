import type { Request, Response } from 'express';
import { HookContext, PollContext, TriggerContext, WebhookContext } from 'n8n-core';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { createAdditionalData } from './additional-data';
import type { StartedRun, WorkflowRun } from './run';
import { startExecution, startingAt, storedExecution } from './run';
import { SOURCE_NAME } from './source-node';
import type { WebhookServer } from './webhook-server';
import { startWebhookServer } from './webhook-server';
import type { PreparedWorkflow, WorkflowOptions } from './workflow';
import { prepareWorkflow } from './workflow';

interface HostedExecution {
	started: StartedRun;
	/** Undefined as long as it runs. */
	run?: WorkflowRun;
	/** How often a request has resumed it. */
	resumed: number;
}

/**
 * One published workflow and what n8n's server does for it: registers and deletes its webhooks, takes deliveries over
 * HTTP, polls, starts executions, and resumes those that wait for a request.
 */
export class WorkflowHost {
	/** Executions in the order they were started; their ids are 1, 2, 3, … */
	private readonly executions: HostedExecution[] = [];

	private awaited = 0;

	private readonly waitingForNext: Array<() => void> = [];

	private server!: WebhookServer;

	private crons: Array<{ expression: string; onTick: () => void }> = [];

	/**
	 * Which requests come while n8n is starting: it answers them with 200 and takes nothing. Each is asked about once.
	 */
	swallows: (request: Request) => boolean = () => false;

	private constructor(
		private readonly options: WorkflowOptions,
		private prepared: PreparedWorkflow,
	) {}

	/** Takes a workflow over; nothing is registered before `activate`. */
	static async open(options: WorkflowOptions): Promise<WorkflowHost> {
		const host = new WorkflowHost(options, await prepareWorkflow({ active: true, ...options }));
		host.server = await startWebhookServer(async (request, response) => {
			await host.answer(request, response);
		});
		return host;
	}

	private get workflow(): Workflow {
		return this.prepared.workflow;
	}

	/** What the workflow keeps between its runs. */
	get staticData() {
		return this.workflow.staticData;
	}

	private additionalData(
		extra: Partial<IWorkflowExecuteAdditionalData> = {},
	): IWorkflowExecuteAdditionalData {
		const { credentialsHelper } = this.prepared;
		return {
			...createAdditionalData(credentialsHelper, {}, this.server.baseUrl),
			...extra,
		};
	}

	/** The webhooks of a node: those that start executions, or those that resume them. */
	private webhooksOf(node: INode, restart: boolean): IWebhookData[] {
		const { description } = this.nodeTypeOf(node);
		const evaluate = (value: string | boolean | undefined, fallback: string | boolean) =>
			this.workflow.expression.getSimpleParameterValue(
				node,
				value,
				'internal',
				{},
				undefined,
				fallback,
			);
		return (description.webhooks ?? [])
			.filter((webhook) => Boolean(evaluate(webhook.restartWebhook, false)) === restart)
			.map((webhookDescription) => {
				const { path, isFullPath, httpMethod } = webhookDescription;
				return {
					httpMethod: String(evaluate(httpMethod, 'GET')) as IWebhookData['httpMethod'],
					node: node.name,
					path: NodeHelpers.getNodeWebhookPath(
						this.workflow.id,
						node,
						String(evaluate(path, '')),
						Boolean(evaluate(isFullPath, false)),
						restart,
					),
					webhookDescription,
					workflowId: this.workflow.id,
					workflowExecuteAdditionalData: this.additionalData(),
				};
			});
	}

	private nodeTypeOf({ type, typeVersion }: INode) {
		return this.workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
	}

	private get nodes(): INode[] {
		return Object.values(this.workflow.nodes);
	}

	private get startWebhooks(): IWebhookData[] {
		return this.nodes.flatMap((node) => this.webhooksOf(node, false));
	}

	private node(name: string): INode {
		const node = this.workflow.getNode(name);
		if (!node) throw new Error(`The workflow has no node ${name}`);
		return node;
	}

	/** The address n8n would show for a trigger's webhook. */
	webhookUrl(): string {
		const [{ path }] = this.startWebhooks;
		return `${this.server.baseUrl}webhook/${path}`;
	}

	private async callWebhookMethod(
		webhook: IWebhookData,
		method: 'checkExists' | 'create' | 'delete',
		activation: WorkflowActivateMode,
	): Promise<boolean | undefined> {
		const node = this.node(webhook.node);
		const context = new HookContext(
			this.workflow,
			node,
			this.additionalData(),
			'trigger',
			activation,
			webhook,
		);
		const methods = this.nodeTypeOf(node).webhookMethods?.[webhook.webhookDescription.name];
		return await methods?.[method]?.call(context);
	}

	/** Publishes the workflow; `init` is what happens to a published workflow when n8n starts again. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		for (const webhook of this.startWebhooks) {
			const exists = await this.callWebhookMethod(webhook, 'checkExists', activation);
			if (!exists) await this.callWebhookMethod(webhook, 'create', activation);
		}
	}

	/**
	 * What n8n does at its start with a workflow that is active. `jest.resetModules` before it makes it another process.
	 * @param log gets what the triggers log
	 * @param activation anything but a start, to activate the workflow again with its triggers
	 */
	async restart(
		log: (level: string, message: string) => void,
		activation: WorkflowActivateMode = 'init',
	): Promise<void> {
		const staticData = JSON.parse(JSON.stringify(this.staticData)) as WorkflowOptions['staticData'];
		this.prepared = await prepareWorkflow({ active: true, ...this.options, staticData });
		await this.activate(activation);
		this.crons = [];
		for (const node of this.nodes) await this.startTrigger(node, activation, log);
	}

	/** What n8n's clock does when a cron expression is due. */
	tick(expression: string): void {
		for (const cron of this.crons) if (cron.expression === expression) cron.onTick();
	}

	private async startTrigger(
		node: INode,
		activation: WorkflowActivateMode,
		log: (level: string, message: string) => void,
	): Promise<void> {
		const context = new TriggerContext(
			this.workflow,
			node,
			this.additionalData(),
			'trigger',
			activation,
			(data, _response, done) => {
				const execution = startingAt(this.workflow, node.name, data);
				const { finished } = this.launch(execution, 'trigger').started;
				finished.then(
					(run) => done?.resolve(run as never),
					(error: Error) => done?.reject(error),
				);
			},
			undefined,
			undefined,
			{
				registerCron: ({ expression }, onTick) => {
					this.crons.push({ expression, onTick: () => onTick(new Date()) });
					return true;
				},
			},
		);
		const logger = Object.fromEntries(
			['debug', 'info', 'warn', 'error'].map((level) => [
				level,
				(message: string) => log(level, message),
			]),
		);
		Object.defineProperty(context, 'logger', { value: logger });
		await this.nodeTypeOf(node).trigger?.call(context);
	}

	async deactivate(): Promise<void> {
		for (const webhook of this.startWebhooks) {
			await this.callWebhookMethod(webhook, 'delete', 'update');
		}
	}

	/** Polls once, as the clock would; the run it led to, or undefined if the node had nothing. */
	async poll(activation: WorkflowActivateMode = 'activate'): Promise<WorkflowRun | undefined> {
		const node = this.nodes.find((candidate) => this.nodeTypeOf(candidate).poll);
		if (!node) throw new Error('No node of the workflow polls');
		const context = new PollContext(
			this.workflow,
			node,
			this.additionalData(),
			'trigger',
			activation,
		);
		const items = await this.nodeTypeOf(node).poll?.call(context);
		if (!items) return undefined;
		const execution = startingAt(this.workflow, node.name, items);
		return await this.launch(execution, 'trigger').started.finished;
	}

	/** Starts the workflow at its source, in production; for workflows that wait. */
	start(items: INodeExecutionData[]): StartedRun {
		return this.launch(startingAt(this.workflow, SOURCE_NAME, [items]), 'trigger').started;
	}

	/** The next execution that ends or waits, in the order they were started. */
	async nextRun(): Promise<WorkflowRun> {
		const index = this.awaited;
		this.awaited += 1;
		while (this.executions.length <= index) {
			await new Promise<void>((resolve) => {
				this.waitingForNext.push(resolve);
			});
		}
		return await this.executions[index].started.finished;
	}

	/** The run that goes on with an execution once a request has resumed it; executions count from 1. */
	async resumedRun(executionId = 1): Promise<WorkflowRun> {
		while (!this.executions[executionId - 1]?.resumed) {
			await new Promise<void>((resolve) => {
				this.waitingForNext.push(resolve);
			});
		}
		return await this.executions[executionId - 1].started.finished;
	}

	/** The run that ends an execution which slept; it may have gone back to sleep a few times before. */
	async lastRun(executionId = 1): Promise<WorkflowRun> {
		let seen = 0;
		for (;;) {
			const { resumed = 0, started } = this.executions[executionId - 1] ?? {};
			if (resumed > seen) {
				seen = resumed;
				const run = await started?.finished;
				if (run && run.status !== 'waiting') return run;
			} else {
				await new Promise<void>((resolve) => {
					this.waitingForNext.push(resolve);
				});
			}
		}
	}

	/** Ends the server; executions that wait stay unfinished. */
	async close(): Promise<void> {
		await this.server.close();
	}

	private launch(
		executionData: IRunExecutionData,
		mode: 'trigger' | 'webhook',
		resumed?: string,
	): HostedExecution {
		const executionId = resumed ?? String(this.executions.length + 1);
		const before = this.executions[Number(executionId) - 1];
		const hosted: HostedExecution = {
			resumed: before ? before.resumed + 1 : 0,
			started: startExecution(this.prepared, executionData, mode, {
				executionId,
				webhookBaseUrl: this.server.baseUrl,
			}),
		};
		const remember = (run: WorkflowRun) => {
			hosted.run = run;
		};
		// What made it fail reaches whoever awaits the run itself.
		hosted.started.finished.then(remember, () => undefined);
		this.executions[Number(executionId) - 1] = hosted;
		for (const wake of this.waitingForNext.splice(0)) wake();
		return hosted;
	}

	private async answer(request: Request, response: Response): Promise<void> {
		if (this.swallows(request)) {
			response.send('n8n is starting up. Please wait');
			return;
		}
		const [, kind, ...rest] = request.path.split('/').map(decodeURIComponent);
		if (kind === 'webhook-waiting') return await this.resume(rest, request, response);
		const webhook = this.startWebhooks.find(
			({ httpMethod, path }) => httpMethod === request.method && path === rest.join('/'),
		);
		if (kind !== 'webhook' || !webhook) {
			response.status(404).json({ message: 'The requested webhook is not registered.' });
			return;
		}
		const result = await this.callWebhook(webhook, null, request, response);
		if (result.workflowData) {
			this.launch(startingAt(this.workflow, webhook.node, result.workflowData), 'webhook');
		}
		respond(response, result, 'Workflow was started');
	}

	private async callWebhook(
		webhook: IWebhookData,
		runExecutionData: IRunExecutionData | null,
		httpRequest: Request,
		httpResponse: Response,
	): Promise<IWebhookResponseData> {
		const node = this.node(webhook.node);
		const additionalData = this.additionalData({ httpRequest, httpResponse });
		const context = new WebhookContext(
			this.workflow,
			node,
			additionalData,
			'webhook',
			webhook,
			[],
			runExecutionData,
		);
		return (await this.nodeTypeOf(node).webhook?.call(context)) ?? {};
	}

	/** A request to the resume URL of a waiting execution. */
	private async resume(
		[executionId, ...suffix]: string[],
		request: Request,
		response: Response,
	): Promise<void> {
		const hosted = this.executions[Number(executionId) - 1];
		if (!hosted) {
			response.status(404).json({ message: `The execution "${executionId}" does not exist.` });
			return;
		}
		const { run } = hosted;
		if (run?.status !== 'waiting') {
			response.status(409).json({ message: `The execution "${executionId}" is not waiting.` });
			return;
		}
		const execution = storedExecution(run);
		// n8n passes the webhook's items on in place of running the node again, unless the webhook undoes this.
		for (const { node } of execution.executionData?.nodeExecutionStack.slice(0, 1) ?? []) {
			node.disabled = true;
		}
		if (request.query.signature !== execution.resumeToken) {
			response.status(401).json({ error: 'Invalid token' });
			return;
		}
		const name = execution.resultData.lastNodeExecuted ?? '';
		const webhook = this.webhooksOf(this.node(name), true).find(
			({ httpMethod, path }) => httpMethod === request.method && path === suffix.join('/'),
		);
		if (!webhook) {
			response.status(404).json({ message: 'The execution waits for another request.' });
			return;
		}
		const result = await this.callWebhook(webhook, execution, request, response);
		if (result.workflowData) {
			this.launch(
				resumedWith(execution, name, result.workflowData),
				run.mode === 'webhook' ? 'webhook' : 'trigger',
				executionId,
			);
		}
		respond(response, result, 'Workflow was started');
	}
}

/** The stored execution, ready to go on after the waiting node with the items its webhook gave. */
function resumedWith(
	execution: IRunExecutionData,
	name: string,
	main: INodeExecutionData[][],
): IRunExecutionData {
	const [entry] = execution.executionData?.nodeExecutionStack ?? [];
	entry.data = { main };
	entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	execution.resultData.runData[name].pop();
	return { ...execution, waitTill: undefined };
}

function respond(response: Response, result: IWebhookResponseData, startedMessage: string): void {
	if (result.noWebhookResponse) return;
	const message = result.workflowData ? startedMessage : 'Webhook call received';
	// n8n reads the answer more than once.
	const body: unknown = result.webhookResponse === undefined ? { message } : result.webhookResponse;
	if (typeof body === 'string') response.status(200).send(body);
	else response.status(200).json(body);
}
