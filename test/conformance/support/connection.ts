import { setTimeout } from 'node:timers/promises';

import type { Answer, ApiClient, Call, Fields } from '../../service/support/api-client';
import { type ConnectorClient, connectorClient } from '../../service/support/connector-client';
import { request as requestXml } from '../../service/support/qbxml';
import { connectorFileIn, inConnectorFile } from './connector-file';
import { NotAsked } from './statement';

/** A connection of the suite’s own. */
export interface TestConnection {
	readonly id: string;
	/** The answer to its creation. */
	readonly created: Fields;
	/** Calls the interface below the connection’s path. */
	call(method: string, path: string, call?: Call): Promise<Answer>;
	/**
	 * Queues by a pre-built query and returns the answer.
	 * @throws NotAsked when it is refused with parameters, whose names are not shown
	 */
	queue(path?: string, query?: Call['query']): Promise<Fields>;
	/** Queues a query of customers as raw XML, with a webhook URL when one is given. */
	queueXml(webhook_url?: string): Promise<Fields>;
	/** Queues so many queries of customers, each at a later moment than the one before. */
	queueApart(count: number): Promise<Fields[]>;
	/** What its list of queued requests holds. */
	list(query?: Call['query']): Promise<readonly Fields[]>;
	listIds(query?: Call['query']): Promise<string[]>;
	/** Signs its connector in. */
	signIn(): Promise<{ connector: ConnectorClient; ticket: string; answer: string }>;
}

const FRACTION = /[.,]\d/;

/** Long enough for the next request to have another time, which may be written without fractions of a second. */
const toNextMoment = ({ inserted_at }: Fields): Promise<void> =>
	setTimeout(FRACTION.test(inserted_at) ? 10 : 1100);

const described = ({ status, text }: Answer): string => `was answered with ${status}: ${text}`;

/** The connection of which the answer to its creation is given. */
export function testConnection(api: ApiClient, created: Fields): TestConnection {
	const { id, username } = created;
	const call: TestConnection['call'] = (method, path, options) =>
		api(method, `/connections/${id}${path}`, options);
	const queue: TestConnection['queue'] = async (path = '/customers', query) => {
		const answer = await call('GET', path, { query });
		if (answer.status < 300) return answer.body.data;
		const problem = `GET …${path} ${described(answer)}`;
		if (query === undefined) throw new Error(problem);
		throw new NotAsked(`the names of parameters are not shown, and ${problem}`);
	};
	const list: TestConnection['list'] = async (query) => {
		const answer = await call('GET', '/queued_requests', { query });
		if (answer.status !== 200) throw new Error(`GET …/queued_requests ${described(answer)}`);
		return answer.body.data;
	};
	return {
		id,
		created,
		call,
		queue,
		async queueXml(webhook_url) {
			const body = { request_xml: requestXml('CustomerQuery'), webhook_url };
			const answer = await call('POST', '/queued_requests', { body });
			if (answer.status < 300) return answer.body.data;
			throw new Error(`POST …/queued_requests ${described(answer)}`);
		},
		async queueApart(count) {
			const all: Fields[] = [];
			while (all.length < count) {
				all.push(await queue());
				if (all.length < count) await toNextMoment(all[all.length - 1]);
			}
			return all;
		},
		list,
		listIds: async (query) => (await list(query)).map((each) => each.id),
		async signIn() {
			const { password } = (await call('POST', '/password', { body: {} })).body.data;
			const file = connectorFileIn((await call('GET', '/qwc')).body);
			const connector = connectorClient(inConnectorFile(file, 'AppURL'));
			const [ticket, answer] = await connector.authenticate(username, password);
			return { connector, ticket, answer };
		},
	};
}
