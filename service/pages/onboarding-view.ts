import { connectorName } from '../connector/connector-file';
import type { Connection } from '../store/connections';
import { connectSteps } from './connect-steps';
import { errorsLink } from './connect-view';
import { Html, html } from './html';
import type { Page } from './page';

/** How onboarding ended: the `state` in the redirect URL (interface, section 4.1, rule 1). */
export type OnboardingEnd = 'connected' | 'cancelled' | 'expired';

/** What the setup page shows besides the connection itself. */
interface Setup {
	/** The path of the onboarding link. */
	readonly path: string;
	/** A new password: shown now and never again. */
	readonly password?: string;
	/** Whether the service can simulate the customer’s computer. */
	readonly simulates: boolean;
	/** Where finishing or cancelling leads, so that the browser allows it. */
	readonly leadsTo: readonly string[];
	/** Why the Web Connector will not take the connector file. */
	readonly addressProblem?: string;
}

/** Whether the connector has signed in yet, in the customer’s words. */
export function statusSentence({ last_connected_at, company_file }: Connection): string {
	if (last_connected_at === null)
		return 'Waiting for the Web Connector. This page tells you as soon as it has signed in.';
	return company_file === null
		? 'Connected. The Web Connector has signed in; you can finish now.'
		: `Connected to ${company_file}. You can finish now.`;
}

const passwordStep = (connection: Connection, { path, password }: Setup): Html =>
	password === undefined
		? html`<p>
					${
						connection.password_hash === null
							? 'The Web Connector asks for a password the first time. It is shown only once, so copy it when you see it.'
							: 'This connection already has a password. If you no longer have it, make a new one; the old one then stops working.'
					}
				</p>
				<form method="post" action="${path}/password">
					<button>
						${connection.password_hash === null ? 'Show the password' : 'Make a new password'}
					</button>
				</form>`
		: html`<output class="password">${password}</output>
				<p>
					Copy it now: <strong>it is shown only once.</strong> In the Web Connector, enter it in the
					column Password of this connection, press Enter, and let the Web Connector save it.
				</p>`;

const addressWarning = ({ addressProblem }: Setup): Html | undefined =>
	addressProblem === undefined
		? undefined
		: html`<p class="status bad">
				${addressProblem} Ask whoever sent you the link for one that works.
			</p>`;

const simulation = ({ path, simulates }: Setup): Html | undefined =>
	simulates
		? html`<section id="simulation">
				<h2>Only trying this out?</h2>
				<p>
					You don’t need QuickBooks for that: this service can stand in for your computer, with a
					made-up company file.
				</p>
				<form method="post" action="${path}/simulated-desktop">
					<button>Connect a simulated desktop</button>
				</form>
			</section>`
		: undefined;

/** The page behind the onboarding link. */
export function setupPage(connection: Connection, setup: Setup): Page {
	const { path, leadsTo } = setup;
	const isConnected = connection.last_connected_at !== null;
	return {
		title: `Connect ${connection.name || 'your company file'}`,
		script: 'onboarding.js',
		leadsTo,
		hasSecretAddress: true,
		body: html`<main>
			<h1>Connect ${connection.name || 'your company file'}</h1>
			<p>
				The application that sent you here wants to exchange data with your QuickBooks Desktop.
				These steps set that up. Do this
				<strong>on the computer where QuickBooks Desktop runs</strong>, with your company file open.
				It takes about five minutes. The windows are drawn here, so yours look a little different.
			</p>
			${addressWarning(setup)}
			${connectSteps({
				name: connectorName(connection),
				label: connection.name || connectorName(connection),
				download: html`<p>
					<a class="button main" href="${path}/connector.qwc">Download the connector file</a>
				</p>`,
				password: passwordStep(connection, setup),
				status: html`<p
						id="status"
						class="status ${isConnected && 'good'}"
						role="status"
						data-address="${path}/status"
						data-connected="${String(isConnected)}"
					>
						${statusSentence(connection)}
					</p>
					<p>Does it say something else? ${errorsLink}</p>`,
			})}
			<div class="row">
				<form method="post" action="${path}/finish">
					<button id="finish" class="main" ${!isConnected && new Html('disabled')}>Finish</button>
				</form>
				<form method="post" action="${path}/cancel"><button>Cancel</button></form>
			</div>
			${simulation(setup)}
			<noscript>
				<p class="soft">Reload this page to see whether the Web Connector has signed in.</p>
			</noscript>
		</main>`,
	};
}

const farewells: Record<OnboardingEnd, { readonly title: string; readonly sentence: string }> = {
	connected: {
		title: 'Your company file is connected',
		sentence: 'The setup is finished. You can close this window.',
	},
	cancelled: {
		title: 'The setup was cancelled',
		sentence: 'Nothing has been connected. If you change your mind, open the link again.',
	},
	expired: {
		title: 'This link has expired',
		sentence: 'Ask whoever gave you the link for a new one.',
	},
};

const closingPage = (title: string, sentence: string): Page => ({
	title,
	hasSecretAddress: true,
	body: html`<main>
		<section>
			<h1>${title}</h1>
			<p>${sentence}</p>
		</section>
	</main>`,
});

/** The closing page for customers who are not redirected to another page. */
export const farewellPage = (end: OnboardingEnd): Page =>
	closingPage(farewells[end].title, farewells[end].sentence);

/** The page for a link that does not exist, or whose connection has been deleted. */
export const unknownLinkPage = closingPage(
	'This link doesn’t work',
	'Check that you have copied the whole link, or ask whoever gave it to you for a new one.',
);
