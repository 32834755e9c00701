import { createHmac, randomUUID } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

/** The webhook secret of the application in these tests. */
export const SECRET = 'webhook-secret-81c4e0';

/** A delivery as the service makes it: one page of customers, unless other fields are given. */
export function delivery(more: IDataObject = {}): IDataObject & { id: string } {
	const id = randomUUID();
	return {
		timestamp: '2026-01-01T12:00:00Z',
		id,
		page_request_id: id,
		page: 1,
		state: 'completed',
		response_xml: null,
		response_json: answer('CustomerQuery', { CustomerRet: [{ ListID: '1-1', IsActive: true }] }),
		error: null,
		...more,
	};
}

/** A `response_json` with one answer. */
export const answer = (requestType: string, content: IDataObject): IDataObject[] => [
	{ QBXMLMsgsRs: { [`${requestType}Rs`]: { '@requestID': '1', '@statusCode': 0, ...content } } },
];

const now = () => Math.floor(Date.now() / 1000);

/** The signature header's value, by the interface: HMAC-SHA256 over `<t>.<raw body>`, one `v1` for each secret. */
export function signature(raw: string, { secrets = [SECRET], time = now() } = {}): string {
	const codes = secrets.map(
		(secret) => `v1=${createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex')}`,
	);
	return [`t=${time}`, ...codes].join(',');
}

interface Posted {
	status: number;
	text: string;
}

/** Posts a body as it is. */
export async function post(
	url: string,
	body: string | IDataObject,
	headers: Record<string, string> = {},
): Promise<Posted> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return { status: response.status, text: await response.text() };
}

/** Posts a body with a good signature. */
export async function postSigned(url: string, body: string | IDataObject): Promise<Posted> {
	const raw = typeof body === 'string' ? body : JSON.stringify(body);
	return await post(url, raw, { 'X-Qube-Signature': signature(raw) });
}
