import type { IDataObject } from 'n8n-workflow';

import { type GivenCredentials, type GivenNode, WorkflowHost } from '../../harness';

interface Published {
	credentials: GivenCredentials;
	parameters: IDataObject;
	/** What the workflow has kept from before. */
	staticData?: IDataObject;
	/** Nodes after the trigger. */
	followedBy?: GivenNode[];
	timezone?: string;
	/** Of the trigger, which n8n gives another one when it is pasted or imported. */
	nodeId?: string;
	/** A copied workflow has another one, and may have the same address. */
	workflowId?: string;
}

const hosts = new Set<WorkflowHost>();

/** A workflow that begins with the trigger, ready to be activated; `closeWorkflows` ends it. */
export async function publishedTrigger(published: Published): Promise<WorkflowHost> {
	const {
		credentials,
		parameters,
		staticData,
		followedBy = [],
		timezone,
		nodeId,
		workflowId,
	} = published;
	return await publish({
		id: workflowId,
		nodes: [
			{
				type: 'accountingSyncTrigger',
				...(nodeId !== undefined && { id: nodeId }),
				// Whole pages as they came: most tests look at those.
				parameters: {
					splitIntoItems: false,
					simplify: false,
					...parameters,
				} as GivenNode['parameters'],
			},
			...followedBy,
		],
		withSource: false,
		credentials,
		staticData,
		settings: { timezone: timezone ?? 'Europe/Berlin' },
	});
}

/** Any workflow, for those that do not begin with the trigger alone. */
export async function publish(
	options: Parameters<typeof WorkflowHost.open>[0],
): Promise<WorkflowHost> {
	const host = await WorkflowHost.open(options);
	hosts.add(host);
	return host;
}

/** Ends every workflow that a test has left running. */
export async function closeWorkflows(): Promise<void> {
	await Promise.all([...hosts].map((host) => host.close()));
	hosts.clear();
}

/** What n8n would have stored of the workflow's static data. */
export const storedStaticData = (host: WorkflowHost): IDataObject =>
	JSON.parse(JSON.stringify(host.staticData)) as IDataObject;

/** The credential with a webhook secret. */
export const withSecret = (
	{ accountingSyncApi }: GivenCredentials,
	webhookSecret: string,
): GivenCredentials => ({ accountingSyncApi: { ...accountingSyncApi, webhookSecret } });

export const completedRequest = (more: IDataObject = {}): IDataObject => ({
	triggerOn: 'completedRequest',
	...more,
});

/** Most tests look at records that were there before. */
const beginning = ({ firstRunFrom }: IDataObject): IDataObject => ({
	beginWith: firstRunFrom === undefined ? 'everything' : 'date',
});

export const changedRecords = (
	connectionId: string,
	queriedResource: string,
	more: IDataObject = {},
): IDataObject => ({
	...completedQuery(connectionId, queriedResource),
	triggerOn: 'changedRecord',
	...beginning(more),
	...more,
});

export const deletedRecords = (connectionId: string, more: IDataObject = {}): IDataObject => ({
	triggerOn: 'deletedRecord',
	connection: { __rl: true, mode: 'id', value: connectionId },
	...beginning(more),
	...more,
});

export const completedQuery = (
	connectionId: string,
	queriedResource: string,
	more: IDataObject = {},
): IDataObject => ({
	triggerOn: 'completedQuery',
	connection: { __rl: true, mode: 'id', value: connectionId },
	queriedResource,
	...more,
});
