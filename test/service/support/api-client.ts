import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { request } from 'undici';

/** The fields of connections and queued requests, as they come over the wire. */
export interface Fields {
	readonly id: string;
	readonly app_id: string;
	readonly username: string;
	readonly name: string;
	readonly type: string;
	readonly password: string;
	readonly last_connected_at: string | null;
	readonly company_file: string | null;
	readonly connection_id: string;
	readonly page_request_id: string;
	readonly page: number;
	readonly state: string;
	readonly webhook_state: string;
	readonly webhook_url: string;
	readonly webhook_error: string;
	readonly webhook_attempts: readonly { attempted_at: string; response: string }[];
	readonly request_xml: string;
	readonly request_json: object;
	readonly response_xml: string;
	readonly response_json: readonly object[];
	readonly error: { code: string; message: string; details: object };
	readonly links: { self: string; ui: string; onboarding: string; connection_ui: string };
	readonly inserted_at: string;
	readonly updated_at: string;
}

/** The body of an answer: `data` is one object or, from a list, several. */
export interface Body {
	readonly data: Fields & readonly Fields[];
	readonly page: number;
	readonly total_pages: number;
	readonly qwc: string;
	readonly error: { code: string; message: string };
}

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: string;
	readonly body: Body;
}

export interface Call {
	readonly query?: Readonly<Record<string, string | readonly string[]>>;
	/** Sent as JSON; text is sent as it is. */
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

const pointer = (...way: string[]): string =>
	way.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** Checks answers against the description that the service itself serves. */
async function conformance(baseUrl: string) {
	const document = await (await request(`${baseUrl}/openapi.json`)).body.json();
	const { paths } = document as { paths: Record<string, Record<string, unknown>> };
	const ajv = new Ajv2020({ strict: false });
	addFormats(ajv);
	ajv.addSchema(document as object, 'served.json');
	return (method: string, path: string, { status, text, body }: Answer): void => {
		const template = Object.keys(paths).find((candidate) =>
			new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
		);
		if (!template || !paths[template][method.toLowerCase()]) return;
		const way = ['paths', template, method.toLowerCase(), 'responses', String(status)];
		const answer = ajv.getSchema(`served.json#/${pointer(...way)}`);
		if (!answer)
			throw new Error(`${method} ${template} has no answer ${status} in the description.`);
		if (text === '') return;
		const error = status >= 400;
		const schema = error
			? '#/components/schemas/Error'
			: `#/${pointer(...way, 'content', 'application/json', 'schema')}`;
		const validate = ajv.getSchema(`served.json${schema}`);
		if (!validate?.(body))
			throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate?.errors)}`);
	};
}

/** The key as user name, with an empty password (interface, section 5). */
export const basic = (apiKey: string): string =>
	`Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;

function queryString(query: Call['query'] = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, values] of Object.entries(query)) {
		for (const value of [values].flat()) parameters.append(name, value);
	}
	const text = parameters.toString();
	return text && `?${text}`;
}

/**
 * Calls the interface as an application and takes whatever is answered.
 * @param apiKey undefined sends no credential
 */
export function plainClient(baseUrl: string, apiKey?: string) {
	return async (method: string, path: string, call: Call = {}): Promise<Answer> => {
		const { body: sent } = call;
		const { statusCode, headers, body } = await request(
			`${baseUrl}${path}${queryString(call.query)}`,
			{
				method: method as 'GET',
				headers: {
					...(apiKey !== undefined && { authorization: basic(apiKey) }),
					...(sent !== undefined && { 'content-type': 'application/json' }),
					...call.headers,
				},
				body: sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent),
			},
		);
		const text = await body.text();
		return {
			status: statusCode,
			headers,
			text,
			body: text === '' ? undefined : JSON.parse(text),
		};
	};
}

export type ApiClient = ReturnType<typeof plainClient>;

/** The same, and every answer is also checked against the served description. */
export function apiClient(baseUrl: string, apiKey?: string): ApiClient {
	const checking = conformance(baseUrl);
	const client = plainClient(baseUrl, apiKey);
	return async (method, path, call) => {
		const answer = await client(method, path, call);
		(await checking)(method, path, answer);
		return answer;
	};
}
