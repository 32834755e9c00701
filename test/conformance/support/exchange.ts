import type { Fields } from '../../service/support/api-client';
import type { ConnectorClient, HostFacts } from '../../service/support/connector-client';
import { answer } from '../../service/support/qbxml';
import type { TestConnection } from './connection';
import { NotAsked } from './statement';
import { terminal, within } from './wait';

/** An open connector session. */
export interface OpenSession {
	readonly connector: ConnectorClient;
	readonly ticket: string;
	/** Takes the next request. */
	send(facts?: HostFacts): Promise<string>;
	/** Answers it. */
	receive(response: string, hresult?: string, message?: string): Promise<number>;
	close(): Promise<unknown>;
}

/**
 * How the connector picks requests up is not shown (section 1): where it does not work as here, nothing is known of
 * what was to be checked with it.
 */
async function asConnector<Result>(work: Promise<Result>): Promise<Result> {
	try {
		return await work;
	} catch (error) {
		throw new NotAsked(
			`the connector could not work: ${error instanceof Error ? error.message : error}`,
		);
	}
}

/** Opens a session of the connection’s connector; something has to be queued. */
export async function openSession(connection: TestConnection): Promise<OpenSession> {
	const { connector, ticket, answer: companyFile } = await asConnector(connection.signIn());
	if (ticket === '') throw new NotAsked(`the connector could not open a session: ${companyFile}`);
	return {
		connector,
		ticket,
		send: (facts) => asConnector(connector.sendRequestXML(ticket, facts)),
		receive: (...given) => asConnector(connector.receiveResponseXML(ticket, ...given)),
		close: () => asConnector(connector.closeConnection(ticket)),
	};
}

/** Opens a session and takes the query of customers that is queued. */
export async function sessionWithQuery(
	connection: TestConnection,
	facts?: HostFacts,
): Promise<OpenSession> {
	const session = await openSession(connection);
	const xml = await session.send(facts);
	if (!xml.includes('<CustomerQueryRq'))
		throw new NotAsked(`the connector was handed something else than the request: ${xml}`);
	return session;
}

/** Waits until a request is in one of the terminal states of section 3; how soon that is, is not shown. */
async function ended(connection: TestConnection, id: string): Promise<void> {
	const [record] = await within(
		async () => (await connection.list()).filter((each) => each.id === id),
		([each]) => terminal.includes(each?.state),
	);
	if (!terminal.includes(record?.state))
		throw new NotAsked(`an answered request is ${record?.state} and does not end`);
}

/** Queues a query of customers, lets a connector fetch it and answer, closes the session, and waits for its end. */
export async function exchanged(
	connection: TestConnection,
	response = answer('CustomerQuery'),
	{ webhookUrl, hresult, facts }: { webhookUrl?: string; hresult?: string; facts?: HostFacts } = {},
): Promise<Fields> {
	const queued = await connection.queueXml(webhookUrl);
	const session = await sessionWithQuery(connection, facts);
	await session.receive(response, hresult);
	await session.close();
	await ended(connection, queued.id);
	return queued;
}

/** An answer with one page of vendors. */
export const vendorPage = (remaining: number, name = 'Vendor'): string =>
	answer('VendorQuery', {
		attributes: `iteratorRemainingCount="${remaining}" iteratorID="{11111111-1111-1111-1111-111111111111}"`,
		records: `<VendorRet><Name>${name}</Name></VendorRet>`,
	});

/**
 * Queues an iterated query of vendors and has it answered in so many pages.
 * @throws NotAsked where the service does not iterate, as the name of the parameter is not shown
 */
export async function iterated(
	connection: TestConnection,
	pages: number,
	query: Record<string, string> = {},
): Promise<{ queued: Fields; sent: string[] }> {
	const queued = await connection.queue('/vendors', { iterate: 'true', ...query });
	const session = await openSession(connection);
	const sent: string[] = [];
	for (let remaining = pages - 1; remaining >= 0; remaining -= 1) {
		sent.push(await session.send());
		if (!sent[0].includes('iterator="Start"')) {
			await session.close();
			throw new NotAsked('the name of the parameter is not shown, and iterate=true was not heeded');
		}
		await session.receive(vendorPage(remaining, `Vendor ${remaining}`));
	}
	await session.close();
	return { queued, sent };
}
