import type { Connection } from '../store/connections';
import type { RequestRecord, WebhookAttempt } from '../store/queued-requests';
import { isTerminal } from '../store/states';
import type { Explanation } from './explain-state';
import { type Html, html } from './html';
import { moment } from './moment';
import type { Page } from './page';
import {
	connectionLink,
	deliveryBadge,
	facts,
	overviewLink,
	putAsidePath,
	requestPath,
	stateBadge,
	table,
	uiPage,
} from './parts';
import { prettyXml } from './pretty-xml';
import { requestWords } from './request-words';
import { answerInWords, maskedUrl } from './webhook-words';

/** One record of a request with everything about it. An iterated request has one per page. */
export interface RecordFacts {
	readonly record: RequestRecord;
	readonly explanation: Explanation;
	readonly delivery?: Explanation;
	readonly attempts: readonly WebhookAttempt[];
	/** The next try of it, if it failed and the same was queued again. */
	readonly later?: RequestRecord;
}

const status = ({ mood, sentence }: Explanation): Html =>
	html`<p class="status ${mood}">${sentence}</p>`;

/** The path that a delivery is tried again by. */
const redeliveryPath = ({ id, page }: Pick<RequestRecord, 'id' | 'page'>): string =>
	`${requestPath(id)}/pages/${page}/delivery`;

const canDeliverAgain = ({ record, attempts }: RecordFacts): boolean =>
	isTerminal(record.state) &&
	(record.webhook_state === 'failed' ||
		(record.webhook_state === 'pending' && attempts.length > 0));

function deliverySection(shown: RecordFacts): Html | false {
	const { record, delivery, attempts } = shown;
	const { webhook_state, webhook_url } = record;
	return (
		webhook_url !== null &&
		html`<h3>Delivery</h3>
			${delivery && status(delivery)}
			${
				canDeliverAgain(shown) &&
				html`<form method="post" action="${redeliveryPath(record)}">
					<button>Deliver Again Now</button>
				</form>`
			}
			${facts([
				['State', deliveryBadge(webhook_state, delivery?.mood === 'plain')],
				['To', maskedUrl(webhook_url)],
			])}
			${
				attempts.length > 0 &&
				table(
					'Tries',
					[
						{ heading: 'Tried', cell: ({ attempted_at }: WebhookAttempt) => moment(attempted_at) },
						{
							heading: 'Answer',
							cell: ({ response }: WebhookAttempt) => html`<code>${answerInWords(response)}</code>`,
						},
					],
					attempts,
				)
			}`
	);
}

/** Whether the first page shows such requests until somebody has seen to them. */
const needsSomebody = ({ state, webhook_state }: RequestRecord): boolean =>
	state === 'error' || webhook_state === 'failed';

function putAsideSection({ record, later }: RecordFacts): Html | false {
	const { put_aside_at } = record;
	const isDone = put_aside_at === null;
	return (
		needsSomebody(record) &&
		html`${
				later &&
				html`<p class="soft">
					The same was queued again: <a href="${requestPath(later.id)}">the next try</a>
					${stateBadge(later)}
				</p>`
			}
			${put_aside_at !== null && html`<p class="soft">Put aside ${moment(put_aside_at)}.</p>`}
			<form method="post" action="${putAsidePath(record, isDone)}">
				<button>${isDone ? 'Done with This' : 'Not Done Yet'}</button>
			</form>`
	);
}

const xml = (name: string, text: string): Html =>
	html`<details>
		<summary>${name}</summary>
		<pre tabindex="0" role="region" aria-label="${name}">${prettyXml(text)}</pre>
	</details>`;

function answerSection({ answer_id, answer_deleted_at, response_xml }: RequestRecord): Html {
	if (answer_deleted_at !== null)
		return html`<p class="soft">The answer was deleted because it was old.</p>`;
	if (answer_id !== null)
		return html`<p class="soft">
			The answer is too large to be shown here. The API returns it with the request.
		</p>`;
	return response_xml === null
		? html`<p class="soft">No answer yet.</p>`
		: xml('Answer as XML', response_xml);
}

function recordSection(shown: RecordFacts): Html {
	const { record, explanation } = shown;
	return html`<section>
		<h2>${record.iterates === 1 ? `Page ${record.page}` : 'Request'}</h2>
		${status(explanation)}
		${facts([
			['State', stateBadge(record)],
			['Queued', moment(record.inserted_at)],
			['Last change', moment(record.updated_at)],
		])}
		${putAsideSection(shown)} ${deliverySection(shown)}
		<h3>What was exchanged</h3>
		${xml('Request as XML', record.request_xml)} ${answerSection(record)}
	</section>`;
}

/** A queued request with all its pages, newest first. */
export function requestPage(connection: Connection, records: readonly RecordFacts[]): Page {
	const [{ record }] = records;
	const { what, number, name } = requestWords(record);
	return uiPage(
		[what, number].filter((part) => part !== undefined).join(' '),
		[overviewLink, connectionLink(connection)],
		html`${name !== undefined && html`<p class="about">${name}</p>`}
			<p class="soft">Request <code>${record.id}</code></p>
			${records.map(recordSection)}`,
	);
}
