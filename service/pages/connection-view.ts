import type { Connection } from '../store/connections';
import type { RequestState } from '../store/states';
import type { RequestSummary } from '../store/summaries';
import { type Html, html } from './html';
import { moment } from './moment';
import type { Page } from './page';
import {
	connectionPath,
	deliveryColumn,
	facts,
	labelOf,
	outcomes,
	overviewLink,
	requestColumns,
	table,
	uiPage,
} from './parts';

/** What the page of a connection shows. */
interface ConnectionFacts {
	readonly connection: Connection;
	readonly sentence: Html;
	readonly counts: ReadonlyArray<{ readonly state: RequestState; readonly count: number }>;
	/** The newest requests. */
	readonly requests: readonly RequestSummary[];
	readonly total: number;
	/** The address of the customer’s setup page. */
	readonly onboarding: string;
	/** Whether that has come to its end. */
	readonly hasLinkExpired: boolean;
	/** The state that the list is filtered by, if any. */
	readonly state?: RequestState;
}

/** The company file, with a way to another one: a file that was moved, or is on a mapped drive and on a share. */
function companyFile(connection: Connection): Html {
	const { company_file } = connection;
	if (company_file === null) return html`the one that is opened next`;
	return html`${company_file}
		<form method="post" action="${connectionPath(connection.id)}/company_file">
			<button>Use the File That Is Opened Next</button>
		</form>`;
}

/** Where the button leads that makes the link to the setup page anew. */
const linkPath = ({ id }: Connection): string => `${connectionPath(id)}/onboarding`;

function setup({ connection, onboarding, hasLinkExpired }: ConnectionFacts): Html {
	const renew = html`<form method="post" action="${linkPath(connection)}">
		<button>Make a New Link</button>
	</form>`;
	if (connection.onboarding_finished_at !== null)
		return html`finished ${moment(connection.onboarding_finished_at)} ${renew}`;
	return hasLinkExpired
		? html`the link to the customer’s setup page has expired ${renew}`
		: html`<a href="${onboarding}">the customer’s setup page</a>`;
}

function filters({ connection, counts, state }: ConnectionFacts): Html {
	const path = connectionPath(connection.id);
	return html`<ul class="filters" aria-label="Show only">
		${counts.map(
			(entry) =>
				html`<li>
					<a
						href="${path}?state=${entry.state}"
						${entry.state === state && html`aria-current="true"`}
						>${outcomes[entry.state].label}</a
					>
					${entry.count.toLocaleString('en')}
				</li>`,
		)}
		${state !== undefined && html`<li><a href="${path}">Show all</a></li>`}
	</ul>`;
}

/** A connection with its newest requests. */
export function connectionPage(shown: ConnectionFacts): Page {
	const { connection, sentence, requests, total } = shown;
	return uiPage(
		labelOf(connection),
		[overviewLink],
		html`<p class="status ${connection.last_connected_at === null ? 'wait' : 'plain'}">
				${sentence}
			</p>
			<section>
				<h2>Requests</h2>
				${filters(shown)}
				${
					requests.length === 0
						? html`<p class="soft">None here.</p>`
						: table('Requests', [...requestColumns, deliveryColumn], requests)
				}
				${
					total > requests.length &&
					html`<p class="soft">The newest ${requests.length} of ${total.toLocaleString('en')}.</p>`
				}
			</section>
			<section>
				<h2>Company</h2>
				${facts([
					['Company file', companyFile(connection)],
					['Product', connection.accounting_product_name ?? 'not known yet'],
					['qbXML version', connection.xml_version ?? 'not known yet'],
					['Desktop', connection.type === 'simulated' ? 'simulated' : 'a computer of its own'],
					['Setup', setup(shown)],
					['Connection ID', html`<code>${connection.id}</code>`],
					['Web Connector’s user name', html`<code>${connection.username}</code>`],
				])}
			</section>`,
	);
}
