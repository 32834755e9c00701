import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { sameText } from '../../../queue/deliveries/sameText';
import { SIGNATURE_HEADER, signatureProblem } from '../../../queue/deliveries/signature';
import {
	type Credential,
	CREDENTIAL_NAME,
	readCredential,
	withoutSurroundings,
} from '../../shared/transport/credential';
import { TOKEN_PARAMETER, urlToken } from '../../shared/transport/urlToken';
import { firstNodeId } from '../lifecycle';

/** How long we use a credential before we read it again, in milliseconds. */
const TRUSTED_FOR = 10_000;

// n8n sets up a sandbox each time a webhook reads a credential. That takes longer than everything else here.
const memory = new Map<string, { credential: Credential; readAt: number }>();

function keyOf(context: IWebhookFunctions): string {
	const { id, credentials } = context.getNode();
	return [context.getWorkflow().id, id, credentials?.[CREDENTIAL_NAME]?.id].join(' ');
}

async function readAgain(context: IWebhookFunctions): Promise<Credential> {
	const credential = await readCredential(context);
	memory.set(keyOf(context), { credential, readAt: Date.now() });
	return credential;
}

/**
 * The secret as it is in the credential, and without what may have been pasted along with it. A service may issue one
 * that really ends with a space.
 */
const secretsIn = (webhookSecret: string): string[] =>
	[...new Set([webhookSecret, withoutSurroundings(webhookSecret)])].filter(
		(secret) => secret !== '',
	);

/** Why the caller may not start this workflow with that credential. Undefined if it may. */
function problemWith(
	context: IWebhookFunctions,
	{ apiKey, webhookSecret }: Credential,
	body: Buffer,
	values: IDataObject,
): string | undefined {
	if (webhookSecret) {
		const { signatureHeader = SIGNATURE_HEADER } = values.options as { signatureHeader?: string };
		const header = context.getHeaderData()[signatureHeader.toLowerCase()];
		const now = Math.floor(Date.now() / 1000);
		const problems = secretsIn(webhookSecret).map((secret) =>
			signatureProblem(body, header, secret, now),
		);
		return problems.includes(undefined) ? undefined : problems[0];
	}
	const { [TOKEN_PARAMETER]: token } = context.getQueryData() as Record<string, unknown>;
	const expected = urlToken(apiKey, String(context.getWorkflow().id ?? ''), firstNodeId(context));
	return typeof token === 'string' && sameText(token, expected)
		? undefined
		: 'The URL lacks its secret.';
}

/**
 * Why the caller may not start this workflow. Undefined if it may (interface, section 6). Checks the signature or,
 * without a webhook secret, the secret in the URL. After a credential is changed in n8n, a caller with the new one gets
 * in at once. A caller with the old one is refused after ten seconds at the latest.
 * @param body The raw body as it arrived, byte for byte.
 * @param values The form's values.
 */
export async function authenticationProblem(
	context: IWebhookFunctions,
	body: Buffer,
	values: IDataObject,
): Promise<string | undefined> {
	const { credential, readAt } = memory.get(keyOf(context)) ?? {};
	const isTrusted =
		credential !== undefined &&
		Date.now() - Number(readAt) < TRUSTED_FOR &&
		problemWith(context, credential, body, values) === undefined;
	return isTrusted ? undefined : problemWith(context, await readAgain(context), body, values);
}
