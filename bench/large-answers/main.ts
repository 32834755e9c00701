import { request } from 'undici';

import { Cleanup } from '../../n8n/processes/cleanup';
import { apiClient } from '../../test/service/support/api-client';
import { connectorClient, envelopeOf } from '../../test/service/support/connector-client';
import { circumstances } from '../support/circumstances';
import { answerWith } from '../support/pages';
import { table } from '../support/tables';
import { writeSection } from '../write-section';
import { drained, openReceiver } from './receiver';
import { API_KEY, authorization, type Cost, startWatchedService } from './watched-service';

// npm run bench -- large-answers: what the service needs for a large answer, and what else it can do meanwhile.
// It writes its section of docs/performance-service.md. Linux only.

const records = [4_750, 47_550];

/** For enough small calls meanwhile. */
const TIMES = 3;

const head = [
	'answer, MB',
	'what the service does',
	'seconds',
	'most memory, MB',
	'other calls: 99th percentile, ms',
];

async function returned(url: string): Promise<void> {
	const { statusCode, body } = await request(url, { headers: { authorization } });
	await drained(body);
	if (statusCode >= 300) throw new Error(`${url} was answered with ${statusCode}.`);
}

async function severalTimes(work: () => Promise<void>): Promise<void> {
	for (let time = 0; time < TIMES; time += 1) await work();
}

function rowOf(megabytes: number, what: string, cost: Cost): string[] {
	const percentile = cost.calls.at(Math.floor(cost.calls.length * 0.99)) ?? NaN;
	return [
		megabytes.toFixed(1),
		what,
		cost.seconds.toFixed(1),
		cost.peak.toFixed(0),
		percentile.toFixed(0),
	];
}

async function measure(cleanup: Cleanup, xml: string): Promise<string[][]> {
	const service = await startWatchedService(cleanup);
	const { baseUrl } = service;
	const api = apiClient(baseUrl, API_KEY);
	const { data: connection } = (await api('POST', '/connections')).body;
	const own = `/connections/${connection.id}`;
	const watched = await service.watch(own);
	const { password } = (await api('POST', `${own}/password`)).body.data;
	const { url, received } = await openReceiver(cleanup);
	const { id } = (await api('GET', `${own}/customers`, { query: { webhook_url: url } })).body.data;
	const connectorUrl = `${new URL(baseUrl).origin}/connector`;
	const connector = connectorClient(connectorUrl);
	const [ticket] = await connector.authenticate(connection.username, password);
	await connector.sendRequestXML(ticket);
	const named = { ticket, response: xml, hresult: '', message: '' };
	// Bytes, so that this process has little to do while they are sent.
	const body = Buffer.from(envelopeOf('receiveResponseXML', named));

	async function send(): Promise<void> {
		const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' };
		const answer = await request(connectorUrl, { method: 'POST', headers, body });
		const said = await answer.body.text();
		if (!/>(99|100)</.test(said)) throw new Error(`The answer was not taken: ${said}`);
	}

	const steps: ReadonlyArray<readonly [what: string, work: () => Promise<unknown>]> = [
		['receives it', send],
		['delivers it', () => received],
		[
			`returns it, ${TIMES} times`,
			() => severalTimes(() => returned(`${baseUrl}/queued_requests/${id}`)),
		],
	];
	const rows: string[][] = [];
	for (const [what, work] of steps) {
		rows.push(rowOf(Buffer.byteLength(xml) / 1e6, what, await watched(work)));
		process.stdout.write(`${table(head, rows.slice(-1)).split('\n')[2]}\n`);
	}
	return rows;
}

async function main(): Promise<void> {
	const rows: string[][] = [];
	for (const count of records) {
		const cleanup = new Cleanup();
		try {
			rows.push(...(await measure(cleanup, answerWith(count))));
		} finally {
			await cleanup.run();
		}
	}
	await writeSection('large-answers', `${circumstances('large-answers')}\n\n${table(head, rows)}`);
}

void main();
