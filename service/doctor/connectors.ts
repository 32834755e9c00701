import { type Connection, endOfLink } from '../store/connections';
import type { Store } from '../store/database';
import { waitingRequests } from '../store/measures';
import { counted, type Finding, hindered, minuteOf, notChecked, orWell, wrong } from './findings';

const MILLISECONDS_PER_DAY = 86_400_000;

/** What is asked of a connection. */
export type ConnectorFacts = Pick<
	Connection,
	| 'id'
	| 'name'
	| 'last_connected_at'
	| 'password_hash'
	| 'password_refused_at'
	| 'rival_seen_at'
	| 'onboarding_renewed_at'
	| 'onboarding_finished_at'
	| 'inserted_at'
>;

const isLater = (one: string | null, other: string | null): boolean => (one ?? '') > (other ?? '');

/**
 * What is wrong with a connector, and what to do; undefined if all is as it should be.
 * @param waiting how many requests wait for it
 */
export function judgeConnector(
	connection: ConnectorFacts,
	{ now, onboardingHours, waiting }: { now: number; onboardingHours: number; waiting: number },
): Finding | undefined {
	const { id, name, last_connected_at, password_hash, password_refused_at, rival_seen_at } =
		connection;
	const who = name === '' ? `The company ${id}` : `${name} (${id})`;
	const waits = waiting > 0 ? ` ${counted(waiting, 'request waits', 'requests wait')} for it.` : '';
	if (isLater(password_refused_at, last_connected_at))
		return wrong(
			`${who}: the last sign-in was with a wrong password, ${minuteOf(password_refused_at ?? '')}.${waits}`,
			'Make a new password on its setup page, and enter it in the Web Connector. If nobody there has tried, somebody guesses: then do nothing.',
		);
	if (last_connected_at === null) {
		const ends = endOfLink(connection, onboardingHours);
		if (ends < now && connection.onboarding_finished_at === null)
			return wrong(
				`${who} was never set up, and its onboarding link expired at ${minuteOf(ends)}.${waits}`,
				'Make a new link on the company’s page and send it, or delete the connection.',
			);
		return password_hash === null
			? undefined
			: wrong(
					`${who}: a password was made, but the Web Connector has never signed in.${waits}`,
					'Start the Web Connector there and press Update Selected, with the password entered and Auto-Run ticked.',
				);
	}
	if (now - Date.parse(last_connected_at) > MILLISECONDS_PER_DAY)
		return wrong(
			`${who}: the last sync was at ${minuteOf(last_connected_at)}, more than a day ago.${waits}`,
			'See that the computer is on, with QuickBooks, and that the Web Connector is running with Auto-Run ticked. Its Last Result says what went wrong; the page /connect explains it.',
		);
	if (rival_seen_at !== null && now - Date.parse(rival_seen_at) < MILLISECONDS_PER_DAY)
		return wrong(
			`${who}: two Web Connectors use the same connection (last seen at ${minuteOf(rival_seen_at)}).`,
			'Remove the connector file from one of the computers.',
		);
	return undefined;
}

/** Looks at the last sync of each connector. */
export async function checkConnectors(
	store: Store | undefined,
	now: number,
	onboardingHours: number,
): Promise<readonly Finding[]> {
	if (!store) return [hindered('Connectors could not be looked at: the database can’t be read.')];
	const all = await store.selectFrom('connections').selectAll().orderBy('sequence').execute();
	const connections = all.filter(({ type }) => type === 'standard');
	const simulated = all.length - connections.length;
	if (connections.length === 0)
		return [
			notChecked(
				simulated > 0
					? `There is no real desktop, only ${counted(simulated, 'simulated one')}.`
					: 'There is no connection yet.',
			),
		];
	const waiting = new Map(
		(await waitingRequests(store)).map(({ connection_id, count }) => [connection_id, count]),
	);
	const judged = connections.map((connection) =>
		judgeConnector(connection, {
			now,
			onboardingHours,
			waiting: waiting.get(connection.id) ?? 0,
		}),
	);
	const found = judged.filter((finding) => finding !== undefined);
	const unset = connections.filter(({ last_connected_at }) => last_connected_at === null).length;
	const fine = connections.length - unset;
	return orWell(
		found,
		[
			fine > 0 && `${counted(fine, 'connector has', 'connectors have')} synced within the last day`,
			unset > 0 && `${counted(unset, 'company has', 'companies have')} still to be set up`,
		]
			.filter(Boolean)
			.join(', and ')
			.concat('.'),
	);
}
