import {
	addApplicationDrawing,
	authorizeDrawing,
	certificateDrawing,
	runDrawing,
} from './connect-drawings';
import { type Html, html } from './html';

/** What the steps differ in: on the page of a connection they do things, elsewhere they only tell. */
interface ConnectSteps {
	/** What the Web Connector and QuickBooks call the connection. */
	readonly name: string;
	/** What the Web Connector’s list calls it. */
	readonly label: string;
	readonly download: Html;
	readonly password: Html;
	readonly status: Html;
}

/** Where Intuit explains how to get the Web Connector. */
const WEB_CONNECTOR =
	'https://developer.intuit.com/app/developer/qbdesktop/docs/get-started/get-started-with-quickbooks-web-connector';

/** How a company is connected, step by step. */
export const connectSteps = ({ name, label, download, password, status }: ConnectSteps): Html =>
	html`<ol class="steps">
		<li>
			<h2>Get QuickBooks ready</h2>
			<p>
				On the computer where QuickBooks Desktop runs, open your company file and sign in as the
				<strong>QuickBooks Admin</strong>, in single-user mode: only the Admin can give the
				permission of step 4. Afterwards, everybody can work as usual.
			</p>
		</li>
		<li>
			<h2>Download the connector file</h2>
			<p>It tells the Web Connector, which comes with QuickBooks Desktop, how to reach us.</p>
			${download}
		</li>
		<li>
			<h2>Open it with the Web Connector</h2>
			<p>
				Double-click the file. Or start the Web Connector from Windows’ Start menu, press “Add an
				Application” and choose the file. If it isn’t there,
				<a href="${WEB_CONNECTOR}">install the newest one from Intuit</a>.
			</p>
			${addApplicationDrawing}
			<p>The Web Connector asks whether you want this. Check the name, and press OK.</p>
			${authorizeDrawing(name)}
		</li>
		<li>
			<h2>Give QuickBooks’ permission</h2>
			<p>
				QuickBooks asks next. Choose
				<strong>“Yes, always; allow access even if QuickBooks is not running”</strong>: otherwise,
				nothing happens while QuickBooks is closed. Access to personal data is needed only if your
				workflows read such data. Press Continue, then Yes and Done.
			</p>
			${certificateDrawing(name)}
		</li>
		<li>
			<h2>Enter the password</h2>
			${password}
		</li>
		<li>
			<h2>Let it run</h2>
			<p>
				In the Web Connector, tick the box next to this connection, tick Auto-Run, and press “Update
				Selected”. From then on it runs by itself, every minute, as long as the Web Connector is
				open.
			</p>
			${runDrawing(label)} ${status}
		</li>
	</ol>`;
