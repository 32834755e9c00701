import { XMLValidator } from 'fast-xml-parser';

/** An answer of the service. */
interface FuzzAnswer {
	readonly status: number;
	readonly type: string;
	readonly body: string;
}

function isErrorEnvelope(body: string): boolean {
	try {
		const { error, ...others } = JSON.parse(body);
		return (
			typeof error.code === 'string' &&
			typeof error.message === 'string' &&
			Object.keys(error).length === 2 &&
			Object.keys(others).length === 0
		);
	} catch {
		return false;
	}
}

function problemOfInterface({ status, type, body }: FuzzAnswer): string | undefined {
	if (status >= 500) return 'The service failed';
	if (status >= 400)
		return type.startsWith('application/json') && isErrorEnvelope(body)
			? undefined
			: 'An error is not in the error envelope';
	return undefined;
}

/** SOAP 1.1 requires status 500 for a fault, so this one is deliberate. */
function problemOfConnector({ status, type, body }: FuzzAnswer): string | undefined {
	if (status !== 200 && status !== 500)
		return 'The connector endpoint answered neither 200 nor 500';
	if (!type.startsWith('text/xml') || XMLValidator.validate(body) !== true)
		return 'The connector endpoint did not answer with XML';
	const isFault = /<soap:Fault>[^]*<faultcode>[^]*<faultstring>/.test(body);
	return isFault === (status === 500) ? undefined : 'A fault and 500 do not come together';
}

/** What is wrong with an answer, whatever was sent; undefined when nothing is. */
export const problemWith = (
	to: 'interface' | 'connector',
	answer: FuzzAnswer,
): string | undefined =>
	to === 'interface' ? problemOfInterface(answer) : problemOfConnector(answer);
