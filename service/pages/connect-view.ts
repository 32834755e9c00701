import { SUPPORT_PATH } from '../connector/connector-file';
import { connectSteps } from './connect-steps';
import {
	type ConnectorError,
	connectorErrors,
	quickBooksErrors,
	results,
} from './connector-errors';
import { type Html, html } from './html';
import type { Page } from './page';
import { type Column, table } from './parts';

const anchorOf = (code: string): string =>
	code
		.toLowerCase()
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '');

const columns: ReadonlyArray<Column<ConnectorError>> = [
	{
		heading: 'It says',
		cell: ({ codes }) =>
			html`${codes.map((code, index) => html`${index > 0 && ', '}<span id="${anchorOf(code)}">${code}</span>`)}`,
	},
	{ heading: 'What it means', cell: ({ meaning }) => meaning },
	{ heading: 'What to do', cell: ({ action }) => action },
];

const errorTable = (heading: string, errors: readonly ConnectorError[]): Html =>
	html`<section>
		<h3>${heading}</h3>
		${table(heading, columns, errors)}
	</section>`;

/** A way to the error codes, for pages on which somebody may meet one. */
export const errorsLink = html`<a href="${SUPPORT_PATH}#errors">What each error code means</a>`;

const NAME = 'Accounting Sync …';

/**
 * How a company is connected and what each error means. The Web Connector leads here whoever asks it for help, so it shows
 * nothing of any connection.
 */
export const connectPage: Page = {
	title: 'Connect a company',
	body: html`<main class="wide">
		<h1>Connect a company</h1>
		<p>
			You have been sent a link to connect your QuickBooks Desktop. The page behind it leads you
			through these steps. It takes about five minutes. The windows are drawn here, so yours look a
			little different. Is it an error that brings you here? <a href="#errors">See below.</a>
		</p>
		${connectSteps({
			name: NAME,
			label: 'Your company',
			download: html`<p>The page that you were sent has a button for it.</p>`,
			password: html`<p>
				The page that you were sent shows it once, and makes a new one if you have lost it. In the
				Web Connector, enter it in the column Password, press Enter, and let the Web Connector save
				it.
			</p>`,
			status: html`<p>The page that you were sent tells you as soon as the connection works.</p>`,
		})}
		<section>
			<h2>Several companies, a new computer, a new file</h2>
			<ul>
				<li>
					<strong>Each company has its own link</strong>, connector file and password. Open the
					company file before you open its connector file.
				</li>
				<li>
					<strong>On a new computer</strong>, remove the connection from the Web Connector on the
					old one. Then open the same connector file on the new one, and enter the password.
				</li>
				<li>
					<strong>If the company file has moved</strong> or has another name, make a new password:
					the connection then belongs to the file that is open next.
				</li>
				<li>
					<strong>A new connector file</strong> of the same connection replaces the old one in the
					Web Connector. You don’t need to remove it first.
				</li>
			</ul>
		</section>
		<h2 id="errors">When it says something else</h2>
		<p>
			The Web Connector shows a code in its column Last Result, or in a window. Press Ctrl+F (on a
			phone, “Find in page”) and enter the code.
		</p>
		${errorTable('Codes of the Web Connector', connectorErrors)}
		${errorTable('Codes of QuickBooks', quickBooksErrors)} ${errorTable('Without a code', results)}
	</main>`,
};
