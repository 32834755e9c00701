import type { INodeListSearchResult } from 'n8n-workflow';

import { THIS_WORKFLOWS_TRIGGER } from '../operations/fields/webhookUrl';

/** The addresses that the node can fill in itself. */
export async function searchWebhookUrls(): Promise<INodeListSearchResult> {
	return { results: [{ name: "This Workflow's Trigger", value: THIS_WORKFLOWS_TRIGGER }] };
}
