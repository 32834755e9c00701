import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { FormError } from '../form/formError';
import { serviceAddress } from '../transport/address';
import { meantCredential } from '../transport/credential';
import { failureOfAnswer, failureOfEnvelope, failureOfNetwork } from '../transport/errors';
import { withoutSecrets } from '../transport/secrets';

interface Answer {
	statusCode: number;
	body: unknown;
}

const answered = (status: INodeCredentialTestResult['status'], message: string) => ({
	status,
	message,
});

/** The answer from the address, or the error of a request that got no answer. */
async function ask(
	{ helpers }: ICredentialTestFunctions,
	address: string,
	apiKey: string,
): Promise<Answer | Error> {
	try {
		return (await helpers.request({
			method: 'GET',
			uri: `${address}/connections`,
			auth: { user: apiKey, pass: '', sendImmediately: true },
			json: true,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			timeout: 15_000,
		})) as Answer;
	} catch (error) {
		return error as Error;
	}
}

/** Tests with GET /connections (interface, sections 4.1 and 5), and says whether the address or the key is wrong. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data: given = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = meantCredential(given);
	let address: string;
	try {
		address = serviceAddress(data.baseUrl);
	} catch (error) {
		const { message, description } = error as FormError;
		return answered('Error', `${message} ${description ?? ''}`.trim());
	}
	const answer = await ask(this, address, data.apiKey);
	if (answer instanceof Error) {
		const { message, advice } = failureOfNetwork(answer);
		return answered('Error', `${message} ${advice.means} ${advice.todo}`);
	}
	const { statusCode, body } = answer;
	if (statusCode === 401) {
		return answered('Error', 'The address is right, but the service does not accept this API key.');
	}
	const isList = typeof body === 'object' && body !== null && 'data' in body;
	if (statusCode >= 200 && statusCode < 300 && isList) {
		return answered('OK', 'The service accepts this API key.');
	}
	// The service always has this path. If the answer says in any form that it doesn't exist, the address is wrong.
	const { message, advice } =
		statusCode >= 200 && statusCode < 300
			? failureOfEnvelope
			: failureOfAnswer(statusCode, statusCode === 404 ? undefined : body);
	return answered('Error', `${withoutSecrets(message, data)} ${advice.means} ${advice.todo}`);
}
