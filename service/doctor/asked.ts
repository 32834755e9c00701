import { randomBytes } from 'node:crypto';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

import {
	DOCTOR_HEADER,
	DOCTOR_PATH,
	type Introduction,
	introductionAsked,
	isSame,
	proofOf,
} from '../http/introduction';

const TIMEOUT_MILLISECONDS = 10_000;
const LONGEST_ANSWER = 65_536;

/** What came of asking whoever listens at an address. */
export type Asked = {
	/** The `Date` of the answer; undefined without one. */
	readonly date?: number;
	/** When it was asked, and how long that took, in milliseconds by this clock. */
	readonly at: number;
	readonly took: number;
} & (
	| { readonly who: 'nobody'; readonly code: string; readonly reason: string }
	| { readonly who: 'somebody else'; readonly status: number; readonly location?: string }
	| { readonly who: 'this service'; readonly introduction: Introduction }
);

interface Answer {
	readonly status: number;
	readonly location?: string;
	readonly date?: string;
	readonly text: string;
}

function call(address: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const request = (address.startsWith('https:') ? overHttps : overHttp)(
			address,
			// Whether the certificate is right is another question.
			{ headers, rejectUnauthorized: false, agent: false },
			(response) => {
				let text = '';
				response.setEncoding('utf8');
				response.on('data', (chunk: string) => {
					text += chunk;
					if (text.length > LONGEST_ANSWER) response.destroy(new Error('The answer is too long.'));
				});
				response.on('error', reject);
				response.on('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						location: response.headers.location,
						date: response.headers.date,
						text,
					}),
				);
			},
		);
		const timer = setTimeout(
			() => request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
			TIMEOUT_MILLISECONDS,
		);
		request.on('close', () => clearTimeout(timer));
		request.on('error', reject);
		request.end();
	});
}

function introductionIn(text: string, proof: string): Introduction | undefined {
	try {
		const introduction = JSON.parse(text) as Introduction;
		return isSame(String(introduction.proof), proof) ? introduction : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Asks whoever listens at an address whether it is the service of a database, and how the call has reached it.
 * @param secret what only those know who can read the database
 * @param headers what is sent besides
 */
export async function ask(
	origin: string,
	secret: string,
	headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
	const nonce = randomBytes(16).toString('hex');
	const at = Date.now();
	const asked = introductionAsked(secret, nonce, at);
	try {
		const answer = await call(`${origin}${DOCTOR_PATH}`, { ...headers, [DOCTOR_HEADER]: asked });
		const circumstances = {
			at,
			took: Date.now() - at,
			...(answer.date !== undefined && { date: Date.parse(answer.date) }),
		};
		const introduction = introductionIn(answer.text, proofOf(secret, nonce));
		return introduction
			? { ...circumstances, who: 'this service', introduction }
			: {
					...circumstances,
					who: 'somebody else',
					status: answer.status,
					location: answer.location,
				};
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException;
		return { at, took: Date.now() - at, who: 'nobody', code, reason: (error as Error).message };
	}
}
