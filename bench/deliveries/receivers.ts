import { randomUUID } from 'node:crypto';

import type { CredentialReference } from '../../n8n/clients/n8n';
import { SECRET, signature } from '../../test/support/deliveries';
import { type GivenNode, lineOf } from '../../test/support/workflows';
import { after } from '../support/after';
import type { Setting } from '../support/setting';
import type { Shop } from './shop';

/** Who takes deliveries. */
export type Receiver = 'trigger' | 'wooCommerce' | 'workflow' | 'webhook';

/** A published workflow that takes deliveries. */
export interface Published {
	workflowId: string;
	url: string;
	/** The headers that a delivery to it is sent with, its signature among them. */
	headersFor: (body: string) => Record<string, string>;
	/** How many items a delivery of so many records gives the last node. */
	itemsFrom: (records: number) => number;
}

interface Kind extends Pick<Published, 'itemsFrom'> {
	/** Behind the webhook's ID. */
	path: string;
	nodes: (webhookId: string) => GivenNode[];
	headersFor: (body: string, url: string, shop: Shop) => Record<string, string>;
}

const onePerRecord = (records: number): number => records;
const one = (): number => 1;

const signedByTheService: Kind['headersFor'] = (body) => ({
	'x-qube-signature': signature(body),
});

const webhookNode = (webhookId: string): GivenNode => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	webhookId,
	parameters: { path: webhookId, httpMethod: 'POST', responseMode: 'onReceived' },
});

// The signature is over the time and the raw body. The Webhook node shows the raw body only in Base64, which Crypto can't check
// together with the time, so the body is written again. This works as long as the service writes JSON exactly as JavaScript does.
const SIGNED =
	"{{ $json.headers['x-qube-signature'].slice(2, 12) }}.{{ JSON.stringify($json.body) }}";
const GIVEN_SIGNATURE = "{{ $json.headers['x-qube-signature'].slice(16) }}";
const UNPACK = `const [{ QBXMLMsgsRs }] = $input.first().json.body.response_json;
return QBXMLMsgsRs.CustomerQueryRs.CustomerRet.map((json) => ({ json }));`;

/** The nodes that check a delivery's signature behind the Webhook node, and return its records as items. */
const checkingNodes: GivenNode[] = [
	{
		name: 'Crypto',
		type: 'n8n-nodes-base.crypto',
		typeVersion: 2,
		parameters: {
			action: 'hmac',
			type: 'SHA256',
			value: `=${SIGNED}`,
			dataPropertyName: 'signature',
			encoding: 'hex',
		},
		credentials: { crypto: { id: '', name: '' } },
	},
	{
		name: 'If',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [
					{
						id: 'signature',
						leftValue: '={{ $json.signature }}',
						rightValue: `=${GIVEN_SIGNATURE}`,
						operator: { type: 'string', operation: 'equals' },
					},
				],
				combinator: 'and',
			},
			options: {},
		},
	},
	{
		name: 'Code',
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode: UNPACK },
	},
];

const kinds: Record<Receiver, Kind> = {
	trigger: {
		path: '/delivery',
		nodes: (webhookId) => [
			{
				name: 'Accounting Sync Trigger',
				type: 'n8n-nodes-accounting-sync.accountingSyncTrigger',
				typeVersion: 2,
				webhookId,
				parameters: { triggerOn: 'completedRequest' },
				credentials: { accountingSyncApi: { id: '', name: '' } },
			},
		],
		headersFor: signedByTheService,
		itemsFrom: onePerRecord,
	},
	wooCommerce: {
		path: '/webhook',
		nodes: (webhookId) => [
			{
				name: 'WooCommerce Trigger',
				type: 'n8n-nodes-base.wooCommerceTrigger',
				typeVersion: 1,
				webhookId,
				parameters: { event: 'customer.updated' },
				credentials: { wooCommerceApi: { id: '', name: '' } },
			},
		],
		headersFor: (body, url, shop) => shop.headersFor(url, body),
		itemsFrom: one,
	},
	workflow: {
		path: '',
		nodes: (webhookId) => [webhookNode(webhookId), ...checkingNodes],
		headersFor: signedByTheService,
		itemsFrom: onePerRecord,
	},
	webhook: {
		path: '',
		nodes: (webhookId) => [webhookNode(webhookId)],
		headersFor: signedByTheService,
		itemsFrom: one,
	},
};

/** Every receiver. */
export const receivers = Object.keys(kinds) as Receiver[];

/** The credentials for all receivers. */
export const createCredentials = async (
	{ n8n: { client }, createCredential }: Setting,
	shop: Shop,
): Promise<CredentialReference[]> => [
	await createCredential({ webhookSecret: SECRET }),
	await client.createCredential('Crypto', 'crypto', { hmacSecret: SECRET }),
	shop.credential,
];

/** Imports and publishes a workflow that takes deliveries. */
export async function publish(
	{ n8n }: Setting,
	receiver: Receiver,
	credentials: CredentialReference[],
	shop: Shop,
): Promise<Published> {
	const { path, nodes, headersFor, itemsFrom } = kinds[receiver];
	const webhookId = randomUUID();
	const file = lineOf(`Deliveries, ${receiver}`, [...nodes(webhookId), after]);
	const workflow = await n8n.client.importWorkflow(file, credentials);
	await n8n.client.activate(workflow);
	const url = `${n8n.address}/webhook/${webhookId}${path}`;
	return {
		workflowId: workflow.id,
		url,
		headersFor: (body) => headersFor(body, url, shop),
		itemsFrom,
	};
}
