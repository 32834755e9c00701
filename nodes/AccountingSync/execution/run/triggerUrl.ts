import type { IExecuteFunctions } from 'n8n-workflow';

import type { ServiceCall } from '../../../../queue/calls/serviceCall';
import { FormError } from '../../../../quickbooks/form/formError';
import { readCredential } from '../../../shared/transport/credential';
import { applicationMark, registrations } from '../../../shared/transport/registration';
import { urlToken, withToken } from '../../../shared/transport/urlToken';
import { THIS_WORKFLOWS_TRIGGER, webhookUrl } from '../../operations/fields/webhookUrl';
import { bodyOf } from '../../operations/requestContent';

/** The workflow's one active trigger that takes completed requests. */
async function triggerAddress(context: IExecuteFunctions): Promise<string> {
	const active = Object.entries(registrations(context.getWorkflowStaticData('global')));
	if (active.length === 0) {
		throw new FormError(
			"Webhook URL is This Workflow's Trigger, but this workflow has no active trigger for completed requests.",
			"Add an Accounting Sync Trigger with Trigger On set to On Completed Request and activate the workflow. While you build the workflow, set a Webhook Secret in the credential and use the trigger's Test URL instead.",
		);
	}
	if (active.length > 1) {
		throw new FormError(
			`Webhook URL is This Workflow's Trigger, but this workflow has several: ${active.map(([name]) => name).join(', ')}.`,
			'Keep one of them, or give the Production URL of the one you want.',
		);
	}
	const [[name, { url, nodeId, needsToken, application }]] = active;
	const { apiKey } = await readCredential(context);
	if (application !== applicationMark(apiKey)) {
		throw new FormError(
			`Webhook URL is This Workflow's Trigger, but ${name} uses another credential.`,
			'Choose the same credential in both nodes.',
		);
	}
	return needsToken
		? withToken(url, urlToken(apiKey, String(context.getWorkflow().id ?? ''), nodeId))
		: url;
}

/**
 * Replaces the choice This Workflow's Trigger with the trigger's own URL, in the request's query or body.
 * @throws FormError if the workflow has no such active trigger, or has several.
 */
export async function withTriggerUrl(
	context: IExecuteFunctions,
	request: ServiceCall,
): Promise<ServiceCall> {
	const { [webhookUrl.wire]: inQuery } = request.query ?? {};
	const { [webhookUrl.wire]: inBody } = bodyOf(request);
	if (![inQuery, inBody].includes(THIS_WORKFLOWS_TRIGGER)) return request;
	const address = { [webhookUrl.wire]: await triggerAddress(context) };
	return inQuery === THIS_WORKFLOWS_TRIGGER
		? { ...request, query: { ...request.query, ...address } }
		: { ...request, body: { ...request.body, ...address } };
}
