import type { Fields } from '../../service/support/api-client';
import { answer } from '../../service/support/qbxml';
import type { TestConnection } from './connection';
import { type OpenSession, openSession, vendorPage } from './exchange';

/** What the connector reports while a dialog is open in the application. */
const BUSY = '0x80040414';

/** What a move is tried on: a connection with one queued request and, when needed, an open session. */
export interface Situation {
	readonly connection: TestConnection;
	readonly queued: Fields;
	session?: OpenSession;
}

/** Something that the connector does. */
export type Step = (situation: Situation) => Promise<unknown>;

function sessionOf({ session }: Situation): OpenSession {
	if (!session) throw new Error('No session has been opened.');
	return session;
}

export const takes: Step = async (situation) => {
	situation.session = await openSession(situation.connection);
};
const sends: Step = (situation) => sessionOf(situation).send();
const closes: Step = (situation) => sessionOf(situation).close();
export const receives =
	(response: string, hresult?: string): Step =>
	(situation) =>
		sessionOf(situation).receive(response, hresult);
const fails: Step = (situation) => {
	const { connector, ticket } = sessionOf(situation);
	return connector.connectionError(ticket, '0x80040408', 'Not started');
};

/** Queues a query of vendors and takes the steps. */
export async function situationAfter(
	steps: readonly Step[],
	connection: TestConnection,
	query?: Record<string, string>,
): Promise<Situation> {
	const situation = { connection, queued: await connection.queue('/vendors', query) };
	for (const step of steps) await step(situation);
	return situation;
}

const warning = answer('VendorQuery', { statusCode: 500, severity: 'Warn' });
export const refusal = answer('VendorQuery', { statusCode: 3120, severity: 'Error' });

/** A move of a request: the steps to the state it starts in, the step that moves it, and where it ends. */
export interface Move {
	readonly from: string;
	readonly to: string;
	readonly when: string;
	readonly before?: readonly Step[];
	readonly step: Step;
	readonly code?: string;
	readonly query?: Record<string, string>;
}

/** What leads to the states. */
export const sent = [takes, sends];
export const retryable = [...sent, receives('', BUSY), closes];
const iterate = { iterate: 'true' };
const secondPage = [...sent, receives(vendorPage(1))];

/** The moves of a request between its states; where the interface is silent, as this project decided them. */
export const moves: readonly Move[] = [
	{ from: 'waiting', to: 'ticketed', when: 'a connector session opens and takes it', step: takes },
	{ from: 'ticketed', to: 'waiting', when: 'the session closes', before: [takes], step: closes },
	{
		from: 'ticketed',
		to: 'waiting',
		when: 'the connector reports a connection error',
		before: [takes],
		step: fails,
	},
	{ from: 'ticketed', to: 'sent', when: 'it is handed out', before: [takes], step: sends },
	{
		from: 'sent',
		to: 'response_received',
		when: 'it is answered',
		before: sent,
		step: receives(answer('VendorQuery')),
	},
	{
		from: 'sent',
		to: 'response_received',
		when: 'the answer is that nothing matched',
		before: sent,
		step: receives(answer('VendorQuery', { statusCode: 1 })),
	},
	{
		from: 'sent',
		to: 'response_received',
		when: 'the answer has a warning',
		before: sent,
		step: receives(warning),
	},
	{
		from: 'sent',
		to: 'error',
		when: 'the answer has a status of severity Error',
		before: sent,
		step: receives(refusal),
		code: '3120',
	},
	{
		from: 'sent',
		to: 'error',
		when: 'the connector reports a failure',
		before: sent,
		step: receives('', '0x80040400'),
		code: '0x80040400',
	},
	{
		from: 'sent',
		to: 'error',
		when: 'the answer cannot be read',
		before: sent,
		step: receives('nothing'),
		code: 'invalid_response',
	},
	{
		from: 'sent',
		to: 'retryable',
		when: 'the application could not take it',
		before: sent,
		step: receives('', BUSY),
		code: BUSY,
	},
	{
		from: 'sent',
		to: 'error',
		when: 'the session closes without an answer',
		before: sent,
		step: closes,
		code: 'connection_error',
	},
	{
		from: 'sent',
		to: 'error',
		when: 'the connector reports a connection error',
		before: sent,
		step: fails,
		code: 'connection_error',
	},
	{
		from: 'retryable',
		to: 'ticketed',
		when: 'the next session takes it',
		before: retryable,
		step: takes,
	},
	{
		from: 'ticketed',
		to: 'error',
		when: 'it is a next page and the session closes, its iterator with it',
		before: secondPage,
		step: closes,
		code: 'connection_error',
		query: iterate,
	},
	{
		from: 'ticketed',
		to: 'sent',
		when: 'it is a next page and is handed out in the same session',
		before: secondPage,
		step: sends,
		query: iterate,
	},
];
