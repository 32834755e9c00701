import { answer } from '../../service/support/qbxml';
import type { TestConnection } from './connection';
import { openSession } from './exchange';
import { NotAsked } from './statement';
import { terminal, within } from './wait';

/** How long the suite waits for a desktop that is not its own. */
const DESKTOP_SECONDS = 120;

/** Makes an answer to a request that was handed out. */
type Answering = (request: string) => string;

/** The plain answer to a request, with its identifier. */
const repeatsIdentifier: Answering = (request) => {
	const [, kind = 'HostQuery'] = /<(\w+)Rq\b(?!\s*onError)/.exec(request) ?? [];
	const [, identifier] = /requestID="([^"]*)"/.exec(request) ?? [];
	return answer(kind, { requestID: identifier });
};

/** Whoever carries requests out: a connector of the suite’s own, or a desktop that is at work. */
export interface Desktop {
	readonly connection: TestConnection;
	/** Whether the suite itself is the desktop, and can answer as it likes. */
	readonly isOwn: boolean;
	/** Whether what is written on the connection matters to nobody. */
	readonly mayWrite: boolean;
	/**
	 * Waits until a request has been answered.
	 * @param answering counts for the suite’s own desktop alone
	 */
	carryOut(id: string, answering?: Answering): Promise<void>;
}

/** A desktop that the suite plays itself. */
export const ownDesktop = (connection: TestConnection): Desktop => ({
	connection,
	isOwn: true,
	mayWrite: true,
	async carryOut(_, answering = repeatsIdentifier) {
		const session = await openSession(connection);
		await session.receive(answering(await session.send()));
		await session.close();
	},
});

/** A desktop that is at work on a connection. */
export const foreignDesktop = (connection: TestConnection, mayWrite: boolean): Desktop => ({
	connection,
	isOwn: false,
	mayWrite,
	async carryOut(id) {
		const isDone = async () => {
			const records = (await connection.list()).filter((each) => each.id === id);
			return records.length > 0 && records.every(({ state }) => terminal.includes(state));
		};
		if (!(await within(isDone, Boolean, DESKTOP_SECONDS)))
			throw new NotAsked(`no desktop answered within ${DESKTOP_SECONDS} seconds`);
	},
});
