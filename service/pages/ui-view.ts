import { UI_PREFIX } from '../http/views';
import type { RequestJson } from '../qbxml';
import type { Connection } from '../store/connections';
import type { RequestRecord, WebhookAttempt } from '../store/queued-requests';
import type { Explanation } from './explain-state';
import { type Html, html } from './html';
import type { Page } from './page';
import { prettyXml } from './pretty-xml';

const moods: Readonly<Record<string, string>> = {
	response_received: 'good',
	succeeded: 'good',
	error: 'bad',
	failed: 'bad',
	discarded: 'none',
	not_applicable: 'none',
};

const stateOf = (state: string): Html =>
	html`<span class="state ${moods[state] ?? 'wait'}">${state}</span>`;

/** A time for people, to the second. */
const timeOf = (moment: string | null): string =>
	moment === null ? 'never' : `${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`;

const requestName = ({ request_json }: RequestRecord): string =>
	(JSON.parse(request_json) as RequestJson).request.name;

const connectionPath = (id: string): string => `${UI_PREFIX}/connections/${id}`;
const requestPath = (id: string): string => `${UI_PREFIX}/queued_requests/${id}`;
const labelOf = ({ name }: Connection): string => name || 'Connection without a name';

const uiPage = (title: string, body: Html): Page => ({
	title,
	body: html`<main class="wide">${body}</main>`,
});

const facts = (entries: ReadonlyArray<readonly [string, string | Html]>): Html =>
	html`<dl>
		${entries.map(
			([name, value]) =>
				html`<dt>${name}</dt>
					<dd>${value}</dd>`,
		)}
	</dl>`;

/** All connections of an application. */
export function connectionsPage(
	connections: ReadonlyArray<{ readonly connection: Connection; readonly sentence: string }>,
): Page {
	const rows = connections.map(
		({ connection, sentence }) =>
			html`<tr>
				<td><a href="${connectionPath(connection.id)}">${labelOf(connection)}</a></td>
				<td>${connection.company_file ?? ''}</td>
				<td>${connection.type}</td>
				<td>${sentence}</td>
			</tr>`,
	);
	return uiPage(
		'Connections',
		html`<h1>Connections</h1>
			<section class="table">
				${
					connections.length === 0
						? html`<p>There is no connection yet. Create one over the interface.</p>`
						: html`<table>
								<thead>
									<tr>
										<th>Name</th>
										<th>Company file</th>
										<th>Type</th>
										<th>Connector</th>
									</tr>
								</thead>
								<tbody>
									${rows}
								</tbody>
							</table>`
				}
			</section>`,
	);
}

/** What the page of a connection shows. */
interface ConnectionFacts {
	readonly connection: Connection;
	readonly sentence: string;
	readonly counts: ReadonlyArray<{ readonly state: string; readonly count: number }>;
	/** The newest requests. */
	readonly records: readonly RequestRecord[];
	readonly total: number;
	/** The address of the customer’s onboarding page. */
	readonly onboarding: string;
	/** The state that the list is filtered by, if any. */
	readonly state?: string;
}

const requestRow = (record: RequestRecord): Html =>
	html`<tr>
		<td class="time">${timeOf(record.inserted_at)}</td>
		<td>
			<a href="${requestPath(record.id)}">${requestName(record)}</a>
			${record.iterates === 1 && html` <span class="soft">page ${record.page}</span>`}
		</td>
		<td>${stateOf(record.state)}</td>
		<td>${stateOf(record.webhook_state)}</td>
		<td class="time">${timeOf(record.updated_at)}</td>
	</tr>`;

/** A connection with its newest requests. */
export function connectionPage(shown: ConnectionFacts): Page {
	const { connection, sentence, counts, records, total, onboarding, state } = shown;
	const path = connectionPath(connection.id);
	const narrow = counts.map(
		(entry) =>
			html`<a href="${path}?state=${entry.state}">${stateOf(entry.state)}</a> ${entry.count} `,
	);
	return uiPage(
		labelOf(connection),
		html`<nav><a href="${UI_PREFIX}">Connections</a></nav>
			<h1>${labelOf(connection)}</h1>
			<p class="status ${connection.last_connected_at === null ? '' : 'plain'}">${sentence}</p>
			<section>
				${facts([
					['Company file', connection.company_file ?? 'not known yet'],
					['Product', connection.accounting_product_name ?? 'not known yet'],
					['qbXML version', connection.xml_version ?? 'not known yet'],
					['Type', connection.type],
					['Last connected', timeOf(connection.last_connected_at)],
					['Connection ID', html`<code>${connection.id}</code>`],
					['Connector’s user name', html`<code>${connection.username}</code>`],
					['Setup for the customer', html`<a href="${onboarding}">onboarding page</a>`],
				])}
			</section>
			<section class="table">
				<h2>Queued requests</h2>
				<p class="row">
					${narrow} ${state !== undefined && html`<a href="${path}">all states</a>`}
				</p>
				${
					records.length === 0
						? html`<p class="soft">There is none.</p>`
						: html`<table>
								<thead>
									<tr>
										<th>Queued</th>
										<th>Request</th>
										<th>State</th>
										<th>Webhook</th>
										<th>Last change</th>
									</tr>
								</thead>
								<tbody>
									${records.map(requestRow)}
								</tbody>
							</table>`
				}
				${total > records.length && html`<p class="soft">The newest ${records.length} of ${total}.</p>`}
			</section>`,
	);
}

/** One record of a request with everything about it. An iterated request has one per page. */
export interface RecordFacts {
	readonly record: RequestRecord;
	readonly explanation: Explanation;
	readonly attempts: readonly WebhookAttempt[];
	readonly nextTryAt?: string;
}

const attemptRows = ({ attempts }: RecordFacts): Html =>
	attempts.length === 0
		? html`<p class="soft">None yet.</p>`
		: html`<div class="table">
				<table>
					<thead>
						<tr>
							<th>Tried</th>
							<th>Answer</th>
						</tr>
					</thead>
					<tbody>
						${attempts.map(
							({ attempted_at, response }) =>
								html`<tr>
									<td class="time">${timeOf(attempted_at)}</td>
									<td><code>${response}</code></td>
								</tr>`,
						)}
					</tbody>
				</table>
			</div>`;

function recordSection(shown: RecordFacts): Html {
	const { record, explanation, nextTryAt } = shown;
	return html`<section>
		${record.iterates === 1 && html`<h2>Page ${record.page}</h2>`}
		<p class="status ${explanation.mood}">${explanation.sentence}</p>
		${facts([
			['State', stateOf(record.state)],
			['Queued', timeOf(record.inserted_at)],
			['Last change', timeOf(record.updated_at)],
			['Webhook', stateOf(record.webhook_state)],
			...(record.webhook_url === null ? [] : ([['Webhook address', record.webhook_url]] as const)),
			...(nextTryAt === undefined ? [] : ([['Next try', timeOf(nextTryAt)]] as const)),
		])}
		${
			record.error !== null &&
			html`<h2>Error</h2>
				<pre>${JSON.stringify(JSON.parse(record.error), null, 2)}</pre>`
		}
		<h2>Request</h2>
		<pre>${prettyXml(record.request_xml)}</pre>
		<h2>Response</h2>
		${record.answer_id !== null ? html`<p class="soft">The answer is too large to be shown here. The API returns it with the request.</p>` : record.response_xml === null ? html`<p class="soft">None yet.</p>` : html`<pre>${prettyXml(record.response_xml)}</pre>`}
		${
			record.webhook_url !== null &&
			html`<h2>Delivery tries</h2>
				${attemptRows(shown)}`
		}
	</section>`;
}

/** A queued request with all its pages, newest first. */
export function requestPage(connection: Connection, records: readonly RecordFacts[]): Page {
	const [{ record }] = records;
	return uiPage(
		requestName(record),
		html`<nav>
				<a href="${UI_PREFIX}">Connections</a> ›
				<a href="${connectionPath(connection.id)}">${labelOf(connection)}</a>
			</nav>
			<h1>${requestName(record)}</h1>
			<p class="soft"><code>${record.id}</code></p>
			${records.map(recordSection)}`,
	);
}
