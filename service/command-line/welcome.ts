import { UI_PREFIX } from '../http/views';
import { SIMULATED_COMPANY } from './first-connections';

interface Started {
	readonly baseUrl: string;
	/** The base address for others, if it is another one. */
	readonly publicBaseUrl: string | undefined;
	readonly database: string;
	/** The key if it was made; whoever gave one has it already, and it need not be in a log. */
	readonly madeApiKey: string | undefined;
	/** Whether keys were given on the command line. */
	readonly hasGivenKeys: boolean;
	readonly simulates: boolean;
	/** Where the metrics are, if they are served. */
	readonly metricsUrl?: string;
}

/** What the service says once it is ready: where it is, and what to enter in n8n. */
export function welcome({
	baseUrl,
	publicBaseUrl,
	database,
	madeApiKey,
	hasGivenKeys,
	simulates,
	metricsUrl,
}: Started): string {
	const apiKey =
		madeApiKey ??
		(hasGivenKeys
			? 'the one you gave with --api-key'
			: 'the one that "application create" printed');
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
			: ['No desktop is simulated (--simulate does that): requests wait for a connector.']),
		`See what becomes of requests at ${pages} (user name: the API key; password: empty).`,
		...(metricsUrl === undefined ? [] : [`Metrics for Prometheus at ${metricsUrl}.`]),
		'Press Ctrl+C to stop.',
	];
	return `${lines.join('\n')}\n`;
}
