import { UI_PREFIX } from '../http/views';
import type { Concern } from '../store/concerns';
import type { Connection } from '../store/connections';
import type { Backlog, HourlyCount } from '../store/overview';
import type { RequestSummary } from '../store/summaries';
import { dayChart } from './day-chart';
import { counted } from './explain-state';
import { type Html, html } from './html';
import { moment } from './moment';
import type { Page } from './page';
import {
	type Column,
	connectionLink,
	deliveryColumn,
	doneColumn,
	labelOf,
	reasonColumn,
	requestColumns,
	table,
	uiPage,
} from './parts';

/** Where the button leads that delivers everything again that was given up. */
const DELIVER_ALL_PATH = `${UI_PREFIX}/deliveries`;

/** A connection, and in a sentence when its connector was last here. */
interface ConnectionLine {
	readonly connection: Connection;
	readonly sentence: Html;
}

export interface Overview {
	readonly connections: readonly ConnectionLine[];
	readonly concerns: ReadonlyArray<{
		readonly concern: Concern;
		/** The newest of them. */
		readonly requests: readonly RequestSummary[];
		readonly total: number;
	}>;
	/** The connections whose requests have waited too long. */
	readonly backlogs: readonly Backlog[];
	readonly hours: readonly string[];
	readonly counts: readonly HourlyCount[];
	/** How many days back this looks for what failed. */
	readonly days: number;
}

const concerns: Readonly<Record<Concern, { readonly heading: string; readonly advice: string }>> = {
	unknown: {
		heading: 'Outcome unknown',
		advice:
			'Look in QuickBooks whether these were carried out before you do them again. They are never sent again by themselves.',
	},
	failed: {
		heading: 'Failed',
		advice:
			'Nothing was written. Correct it and run the workflow again: a try that was followed by another one is no longer listed.',
	},
	undelivered: {
		heading: 'Not delivered',
		advice:
			'QuickBooks has answered, but the answer has not reached its receiver. Open a request to see why, and to deliver it again.',
	},
};

function nameOf(connections: readonly ConnectionLine[], id: string): Html | undefined {
	const line = connections.find(({ connection }) => connection.id === id);
	return line && connectionLink(line.connection);
}

const companyColumn = (
	connections: readonly ConnectionLine[],
): Column<{ readonly connection_id: string }> => ({
	heading: 'Company',
	cell: ({ connection_id }) => nameOf(connections, connection_id),
});

function backlogSection({ backlogs, connections }: Overview): Html | false {
	return (
		backlogs.length > 0 &&
		html`<section>
			<h2>Waiting for more than a day</h2>
			<p class="soft">
				They go out with the next sync. Is the computer on, with QuickBooks and the Web Connector?
			</p>
			${table(
				'Waiting for more than a day',
				[
					companyColumn(connections),
					{ heading: 'Waiting', cell: ({ count }: Backlog) => counted(count, 'request') },
					{ heading: 'Oldest', cell: ({ oldest }: Backlog) => moment(oldest) },
					{
						heading: 'Web Connector',
						cell: ({ connection_id }: Backlog) =>
							connections.find(({ connection }) => connection.id === connection_id)?.sentence,
					},
				],
				backlogs,
			)}
		</section>`
	);
}

function concernSection(
	{ concern, requests, total }: Overview['concerns'][number],
	connections: readonly ConnectionLine[],
): Html | false {
	const { heading, advice } = concerns[concern];
	const columns: ReadonlyArray<Column<RequestSummary>> = [
		...requestColumns,
		concern === 'undelivered' ? deliveryColumn : reasonColumn,
		companyColumn(connections),
		doneColumn,
	];
	return (
		total > 0 &&
		html`<section>
			<h2>${heading} <span class="count">${total.toLocaleString('en')}</span></h2>
			<p class="soft">${advice}</p>
			${
				concern === 'undelivered' &&
				html`<form method="post" action="${DELIVER_ALL_PATH}">
					<button>Deliver All Again Now</button>
				</form>`
			}
			${table(heading, columns, requests)}
			${total > requests.length && html`<p class="soft">The newest ${requests.length} of ${total.toLocaleString('en')}.</p>`}
		</section>`
	);
}

function verdict({ concerns, backlogs, days }: Overview): Html {
	const total = concerns.reduce((sum, each) => sum + each.total, 0);
	const parts = [
		...(total > 0 ? [`${counted(total, 'request')} of the last ${days} days`] : []),
		...(backlogs.length > 0
			? [`the sync of ${backlogs.length} ${backlogs.length === 1 ? 'company' : 'companies'}`]
			: []),
	];
	return parts.length === 0
		? html`<p class="status good">
				Nothing needs you: nothing is left of what failed in the last ${days} days, everything was
				delivered, and nothing has waited for more than a day.
			</p>`
		: html`<p class="status bad">Needs you: ${parts.join(', and ')}.</p>`;
}

function connectionsSection({ connections }: Overview): Html {
	return html`<section>
		<h2>Companies</h2>
		${
			connections.length === 0
				? html`<p>There are none yet. Create a connection in n8n: Connection → Create.</p>`
				: table(
						'Companies',
						[
							{
								heading: 'Name',
								cell: ({ connection }: ConnectionLine) => connectionLink(connection),
							},
							{
								heading: 'Company file',
								cell: ({ connection }: ConnectionLine) => connection.company_file ?? undefined,
							},
							{ heading: 'Web Connector', cell: ({ sentence }: ConnectionLine) => sentence },
						],
						connections.toSorted((one, other) =>
							labelOf(one.connection).localeCompare(labelOf(other.connection)),
						),
					)
		}
	</section>`;
}

/** The first page of an application: what needs somebody, how the day went, and its companies. */
export function overviewPage(overview: Overview): Page {
	const { connections, hours, counts } = overview;
	return uiPage(
		'Overview',
		[],
		html`${connections.length > 0 && verdict(overview)}
		${overview.concerns.map((each) => concernSection(each, connections))}
		${backlogSection(overview)}
		${
			connections.length > 0 &&
			html`<section>
				<h2>The last 24 hours</h2>
				<p class="soft">
					Requests per hour, by what came of them. Times are in <span data-zone>UTC</span>.
				</p>
				${dayChart(hours, counts)}
			</section>`
		}
		${connectionsSection(overview)}`,
	);
}
