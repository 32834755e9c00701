import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import {
	type Failure,
	failureOfAnswer,
	failureOfEnvelope,
	failureOfNetwork,
	ServiceError,
} from '../../../queue/calls/errors';
import type { FormError } from '../../../quickbooks/form/formError';
import { serviceAddress } from '../transport/address';
import { meantCredential } from '../transport/credential';
import { withoutSecrets } from '../transport/secrets';

interface Answer {
	statusCode: number;
	body: unknown;
}

const answered = (status: INodeCredentialTestResult['status'], message: string) => ({
	status,
	message,
});

function failed(failure: Failure, data: IDataObject): INodeCredentialTestResult {
	const { message, description } = new ServiceError(failure);
	return answered('Error', `${message} ${withoutSecrets(description, data)}`);
}

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
	if (answer instanceof Error) return failed(failureOfNetwork(answer), data);
	const { statusCode, body } = answer;
	if (statusCode === 401) {
		return answered('Error', 'The address is right, but the service does not accept this API key.');
	}
	const isList = typeof body === 'object' && body !== null && 'data' in body;
	if (statusCode >= 200 && statusCode < 300 && isList) {
		return answered('OK', 'The service accepts this API key.');
	}
	// The service always has this path. If the answer says in any form that it doesn't exist, the address is wrong.
	const failure =
		statusCode >= 200 && statusCode < 300
			? failureOfEnvelope
			: failureOfAnswer(statusCode, statusCode === 404 ? undefined : body);
	return failed(failure, data);
}
