import type { ConnectorClient, HostFacts } from '../../service/support/connector-client';
import type { Fields } from '../../service/support/api-client';
import { answer } from '../../service/support/qbxml';
import type { TestConnection } from './target';

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

/** Opens a session of the connection’s connector; something has to be queued. */
export async function openSession(connection: TestConnection): Promise<OpenSession> {
	const { connector, ticket, answer: companyFile } = await connection.signIn();
	if (ticket === '') throw new Error(`No session was opened: ${companyFile}`);
	return {
		connector,
		ticket,
		send: (facts) => connector.sendRequestXML(ticket, facts),
		receive: (...given) => connector.receiveResponseXML(ticket, ...given),
		close: () => connector.closeConnection(ticket),
	};
}

/** Queues a query of customers, lets a connector fetch it and answer, and closes the session. */
export async function exchanged(
	connection: TestConnection,
	response = answer('CustomerQuery'),
	{ query, hresult }: { query?: Record<string, string>; hresult?: string } = {},
): Promise<Fields> {
	const queued = await connection.queue('/customers', query);
	const session = await openSession(connection);
	await session.send();
	await session.receive(response, hresult);
	await session.close();
	return queued;
}

/** An answer with one page of vendors. */
export const vendorPage = (remaining: number, name = 'Vendor'): string =>
	answer('VendorQuery', {
		attributes: `iteratorRemainingCount="${remaining}" iteratorID="{11111111-1111-1111-1111-111111111111}"`,
		records: `<VendorRet><Name>${name}</Name></VendorRet>`,
	});

/** Queues an iterated query of vendors and has it answered in so many pages. */
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
		await session.receive(vendorPage(remaining));
	}
	await session.close();
	return { queued, sent };
}
