import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowFile } from '../../n8n/clients/n8n';
import {
	byId,
	chainOf,
	type GivenNode,
	ITEMS,
	link,
	START,
	syncNode,
} from '../../test/support/workflows';

/** The node that is measured, whichever it is. */
export const MEASURED = 'Measured';

export type Kind = 'writes' | 'reads';

/** What a run is made on. */
interface Ground {
	/** The service's base address, or that of the proxy in front of it. */
	baseUrl: string;
	connectionId: string;
	items: number;
}

/** Somebody who makes the calls: a workflow of `MEASURED` after items. */
export interface Contestant {
	name: string;
	workflow(kind: Kind, ground: Ground): WorkflowFile;
}

const itemsNode = (count: number): GivenNode => ({
	name: ITEMS,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `return Array.from({ length: ${count} }, (_, index) => ({ json: {
	number: 'B-' + index,
	customer: '80000001-1700000001',
	date: '2026-01-12',
	lines: [
		{ item_list_id: '80020001-1700000001', description: 'Kitchen plan', quantity: 2.5, rate: '150.00' },
		{ item_list_id: '80020006-1700000006', description: 'Water', quantity: 12, rate: '0.1' },
	],
} }));`,
	},
});

const INVOICE_BODY =
	'={{ { customer_list_id: $json.customer, transaction_date: $json.date, ref_number: $json.number, lines: $json.lines } }}';

const httpParameters: Record<Kind, (ground: Ground) => INodeParameters> = {
	writes: ({ baseUrl, connectionId }) => ({
		method: 'POST',
		url: `${baseUrl}/connections/${connectionId}/invoices`,
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'request_id', value: '={{ $json.number }}' }] },
		sendBody: true,
		specifyBody: 'json',
		jsonBody: INVOICE_BODY,
	}),
	reads: ({ baseUrl, connectionId }) => ({
		url: `${baseUrl}/connections/${connectionId}/customers`,
		sendQuery: true,
		queryParameters: {
			parameters: [
				{ name: 'request_id', value: '={{ $json.number }}' },
				{ name: 'name', value: 'bäckerei' },
				{ name: 'max_returned', value: '10' },
			],
		},
	}),
};

/** The HTTP Request node with a Basic Auth credential, as somebody without this package would use it. */
export const httpNode = (name: string, parameters: INodeParameters): GivenNode => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		authentication: 'genericCredentialType',
		genericAuthType: 'httpBasicAuth',
		options: {},
		...parameters,
	},
	credentials: { httpBasicAuth: { id: '', name: '' } },
});

const syncParameters: Record<Kind, (ground: Ground) => INodeParameters> = {
	writes: ({ connectionId }) => ({
		resource: 'invoice',
		operation: 'create',
		connection: byId(connectionId),
		customerListId: '={{ $json.customer }}',
		transactionDate: '={{ $json.date }}',
		specifyLines: 'json',
		linesJson: '={{ $json.lines }}',
		additionalFields: { refNumber: '={{ $json.number }}' },
		result: 'queuedRequest',
	}),
	reads: ({ connectionId }) => ({
		resource: 'customer',
		operation: 'query',
		connection: byId(connectionId),
		filters: { nameContains: 'bäckerei' },
		limit: 10,
		result: 'queuedRequest',
	}),
};

export const accountingSync: Contestant = {
	name: 'Accounting Sync',
	workflow: (kind, ground) =>
		chainOf(
			'Accounting Sync',
			itemsNode(ground.items),
			syncNode(syncParameters[kind](ground), { name: MEASURED }),
		),
};

/** The same with Keep the Order of Items switched off. Reads have no such switch. */
export const accountingSyncAtOnce: Contestant = {
	name: 'Accounting Sync, several at once',
	workflow: (kind, ground) =>
		chainOf(
			'Accounting Sync, several at once',
			itemsNode(ground.items),
			syncNode(
				{ ...syncParameters[kind](ground), options: { keepOrderOfItems: false } },
				{ name: MEASURED },
			),
		),
};

/** As it comes out of the box: it starts the calls of all items at once, in no order. */
export const httpAllAtOnce: Contestant = {
	name: 'HTTP Request, all at once',
	workflow: (kind, ground) =>
		chainOf(
			'HTTP Request, all at once',
			itemsNode(ground.items),
			httpNode(MEASURED, httpParameters[kind](ground)),
		),
};

const LOOP = 'Loop Over Items';

/** The one way to have it wait for each answer before the next call: inside of Loop Over Items. */
export const httpInOrder: Contestant = {
	name: 'HTTP Request, in order',
	workflow: (kind, ground) => ({
		...chainOf(
			'HTTP Request, in order',
			itemsNode(ground.items),
			{
				name: LOOP,
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 1, options: {} },
			},
			httpNode(MEASURED, httpParameters[kind](ground)),
		),
		connections: {
			[START]: { main: [link(ITEMS)] },
			[ITEMS]: { main: [link(LOOP)] },
			[LOOP]: { main: [[], link(MEASURED)] },
			[MEASURED]: { main: [link(LOOP)] },
		},
	}),
};
