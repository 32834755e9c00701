import { UI_PREFIX } from '../http/views';
import type { Connection } from '../store/connections';
import type { RequestRecord } from '../store/queued-requests';
import type { RequestState, WebhookState } from '../store/states';
import type { RequestSummary } from '../store/summaries';
import { isUnknown, type Mood, reasonOf } from './explain-state';
import { type Html, html } from './html';
import { moment, MOMENTS_SCRIPT } from './moment';
import type { Page } from './page';
import { requestWords } from './request-words';
import { answerInWords } from './webhook-words';

/** What came of a request, in words. `unknown` is an error of which nobody knows whether it took effect. */
export const outcomes: Readonly<
	Record<RequestState | 'unknown', { readonly label: string; readonly mood: Mood }>
> = {
	waiting: { label: 'Waiting for the desktop', mood: 'wait' },
	retryable: { label: 'Will be tried again', mood: 'wait' },
	ticketed: { label: 'Picked up', mood: 'wait' },
	sent: { label: 'With QuickBooks', mood: 'wait' },
	response_received: { label: 'Done', mood: 'good' },
	error: { label: 'Failed', mood: 'bad' },
	unknown: { label: 'Outcome unknown', mood: 'bad' },
	discarded: { label: 'Removed', mood: 'plain' },
};

const deliveries: Readonly<Record<WebhookState, { readonly label: string; readonly mood: Mood }>> =
	{
		not_applicable: { label: 'None', mood: 'plain' },
		pending: { label: 'Not yet', mood: 'wait' },
		succeeded: { label: 'Delivered', mood: 'good' },
		failed: { label: 'Not delivered', mood: 'bad' },
	};

const badge = ({ label, mood }: { readonly label: string; readonly mood: Mood }): Html =>
	html`<span class="state ${mood}">${label}</span>`;

export const stateBadge = (
	request: Pick<RequestRecord, 'state' | 'error' | 'request_json'>,
): Html => badge(outcomes[isUnknown(request) ? 'unknown' : request.state]);

/** @param calm says that nobody needs to do anything about it, whatever the state is called */
export const deliveryBadge = (state: WebhookState, calm = false): Html =>
	badge(calm ? { ...deliveries[state], mood: 'plain' } : deliveries[state]);

export const connectionPath = (id: string): string => `${UI_PREFIX}/connections/${id}`;
export const requestPath = (id: string): string => `${UI_PREFIX}/queued_requests/${id}`;

/** Where the buttons lead that say whether a page of a request is done with. */
export const putAsidePath = (
	{ id, page }: Pick<RequestRecord, 'id' | 'page'>,
	isDone: boolean,
): string => `${requestPath(id)}/pages/${page}/${isDone ? 'done' : 'open'}`;

export const labelOf = ({ name }: Connection): string => name || 'Company without a name';

/** A page of an application. The way back leads from the first page down to this one. */
export const uiPage = (title: string, wayBack: readonly Html[], body: Html): Page => ({
	title: `${title} · Accounting Sync`,
	script: MOMENTS_SCRIPT,
	body: html`<main class="wide">
		${
			wayBack.length > 0 &&
			html`<nav aria-label="Way back">
				${wayBack.map((step, index) => html`${index > 0 && ' › '}${step}`)}
			</nav>`
		}
		<h1>${title}</h1>
		${body}
	</main>`,
});

/** A column of a table: its heading, and what a row has there. */
export interface Column<Row> {
	readonly heading: string;
	readonly cell: (row: Row) => Html | string | undefined;
}

/**
 * A table that becomes a list of cards on a phone. The roles are written out, because browsers forget that it is a table as
 * soon as the style lays it out as something else.
 */
export const table = <Row>(
	name: string,
	columns: ReadonlyArray<Column<Row>>,
	rows: readonly Row[],
): Html =>
	html`<table role="table" aria-label="${name}">
		<thead role="rowgroup">
			<tr role="row">
				${columns.map(({ heading }) => html`<th role="columnheader" scope="col">${heading}</th>`)}
			</tr>
		</thead>
		<tbody role="rowgroup">
			${rows.map(
				(row) =>
					html`<tr role="row">
						${columns.map(
							({ heading, cell }) =>
								html`<td role="cell" data-label="${heading}">${cell(row)}</td>`,
						)}
					</tr>`,
			)}
		</tbody>
	</table>`;

const pageOf = ({ iterates, page }: RequestSummary): Html | false =>
	iterates === 1 && html` <span class="soft">page ${page}</span>`;

const numberColumn: Column<RequestSummary> = {
	heading: 'Number',
	cell: (request) => requestWords(request).number,
};

/** The columns of lists of requests. */
export const requestColumns: ReadonlyArray<Column<RequestSummary>> = [
	{
		heading: 'What',
		cell: (request) =>
			html`<a href="${requestPath(request.id)}">${requestWords(request).what}</a
				>${pageOf(request)}`,
	},
	numberColumn,
	{ heading: 'Name', cell: (request) => requestWords(request).name },
	{ heading: 'Queued', cell: ({ inserted_at }) => moment(inserted_at) },
	{ heading: 'State', cell: stateBadge },
];

/** What lists of requests that need somebody show besides. */
export const deliveryColumn: Column<RequestSummary> = {
	heading: 'Delivery',
	cell: ({ webhook_state, webhook_error }) =>
		webhook_state === 'not_applicable'
			? undefined
			: html`${deliveryBadge(webhook_state)}
				${webhook_error !== null && answerInWords(webhook_error)}`,
};
export const reasonColumn: Column<RequestSummary> = { heading: 'Why', cell: reasonOf };
export const doneColumn: Column<RequestSummary> = {
	heading: 'Put aside',
	cell(request) {
		const { what, number = '' } = requestWords(request);
		return html`<form method="post" action="${putAsidePath(request, true)}">
			<button aria-label="Done with This: ${what} ${number}">Done with This</button>
		</form>`;
	},
};

export const facts = (entries: ReadonlyArray<readonly [string, string | Html]>): Html =>
	html`<dl>
		${entries.map(
			([name, value]) =>
				html`<dt>${name}</dt>
					<dd>${value}</dd>`,
		)}
	</dl>`;

export const overviewLink = html`<a href="${UI_PREFIX}">Overview</a>`;

export const connectionLink = (connection: Connection): Html =>
	html`<a href="${connectionPath(connection.id)}">${labelOf(connection)}</a>`;
