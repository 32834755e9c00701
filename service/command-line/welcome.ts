import { UI_PREFIX } from '../http/views';
import { SIMULATED_COMPANY } from './first-connections';
import { keyFileOf } from './generated-api-key';

interface Started {
	readonly baseUrl: string;
	/** The base address for others, if it is another one. */
	readonly publicBaseUrl: string | undefined;
	readonly database: string;
	/** The key if it was made; whoever gave one has it already, and it need not be in a log. */
	readonly madeApiKey: string | undefined;
	/** Whether a person reads this. Otherwise it ends up in a log, such as systemd's journal, where more people may look. */
	readonly isOnTerminal: boolean;
	/** Whether keys were given on the command line. */
	readonly hasGivenKeys: boolean;
	readonly simulates: boolean;
	/** Whether a desktop is simulated when somebody asks for one on a setup page. */
	readonly simulatesOnRequest: boolean;
	/** Where the metrics are, if they are served. */
	readonly metricsUrl?: string;
}

/** What the service says once it is ready: where it is, and what to enter in n8n. */
export function welcome({
	baseUrl,
	publicBaseUrl,
	database,
	madeApiKey,
	isOnTerminal,
	hasGivenKeys,
	simulates,
	simulatesOnRequest,
	metricsUrl,
}: Started): string {
	const givenKey = hasGivenKeys
		? 'the one you gave with --api-key'
		: 'the one that "application create" printed';
	const madeKey = isOnTerminal ? madeApiKey : `is in the file ${keyFileOf(database)}`;
	const apiKey = madeApiKey === undefined ? givenKey : madeKey;
	const pages = new URL(UI_PREFIX, publicBaseUrl ?? baseUrl).href;
	const lines = [
		`Accounting Sync Service at ${baseUrl}, data in ${database}`,
		'',
		'To connect n8n, enter this in the credential of the Accounting Sync node:',
		`  Base URL   ${publicBaseUrl ?? baseUrl}`,
		`  API Key    ${apiKey}`,
		'',
		...(simulates
			? [`"${SIMULATED_COMPANY}" answers like a QuickBooks Desktop: choose it as Connection.`]
			: simulatesOnRequest
				? [
						'Desktops are simulated when a setup page asks for one. Other requests wait for a connector.',
					]
				: ['Requests wait for a connector: no desktop is simulated (--simulate starts one).']),
		`See what becomes of requests at ${pages} (user name: the API key; password: empty).`,
		...(metricsUrl === undefined ? [] : [`Metrics for Prometheus at ${metricsUrl}.`]),
		'Press Ctrl+C to stop.',
	];
	return `${lines.join('\n')}\n`;
}
