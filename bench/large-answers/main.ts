import { setTimeout as delay } from 'node:timers/promises';

import { request } from 'undici';

import { Cleanup } from '../../n8n/processes/cleanup';
import { apiClient } from '../../test/service/support/api-client';
import { connectorClient, envelopeOf } from '../../test/service/support/connector-client';
import { circumstances } from '../support/circumstances';
import { answerWith } from '../support/pages';
import { table } from '../support/tables';
import { writeSection } from '../write-section';
import { reportReaders } from './readers';
import { drained, openReceiver } from './receiver';
import { API_KEY, authorization, type Cost, startWatchedService } from './watched-service';

// npm run bench -- large-answers: how fast answers are read, and what else the service can do while it has to do with a large one.
// It writes its sections of docs/performance-service.md. Linux only.

const records = [4_750, 47_550];

/** Short work is done several times, for enough small calls meanwhile. */
const TIMES = 3;
const PAGES = 50;

const head = [
	'answer, MB',
	'what the service does',
	'seconds',
	'processor seconds',
	'most memory, MB',
	'memory added, × the answer',
	'other calls: median, ms',
	'99th percentile, ms',
	'longest stall, ms',
];

async function returned(method: 'GET' | 'DELETE', url: string): Promise<void> {
	const { statusCode, body } = await request(url, { method, headers: { authorization } });
	await drained(body);
	if (statusCode >= 300) throw new Error(`${url} was answered with ${statusCode}.`);
}

async function severalTimes(work: () => Promise<void>, times = TIMES): Promise<void> {
	for (let time = 0; time < times; time += 1) await work();
}

function rowOf(megabytes: number, what: string, cost: Cost): string[] {
	const at = (share: number) => cost.calls.at(Math.floor(cost.calls.length * share)) ?? NaN;
	return [
		megabytes.toFixed(1),
		what,
		cost.seconds.toFixed(1),
		cost.processorSeconds.toFixed(1),
		cost.peak.toFixed(0),
		(cost.added / megabytes).toFixed(1),
		at(0.5).toFixed(0),
		at(0.99).toFixed(0),
		cost.longestStall.toFixed(0),
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

	const found = `${baseUrl}${own}/queued_requests?search_phrase=${encodeURIComponent('not there')}`;
	const page = new URL(`/ui/queued_requests/${id}`, baseUrl).href;
	const steps: ReadonlyArray<readonly [what: string, work: () => Promise<unknown>]> = [
		['nothing', () => delay(3000)],
		['receives it', send],
		['delivers it', () => received],
		[
			`returns it, ${TIMES} times`,
			() => severalTimes(() => returned('GET', `${baseUrl}/queued_requests/${id}`)),
		],
		[`searches through it, ${TIMES} times`, () => severalTimes(() => returned('GET', found))],
		[`returns its page, ${PAGES} times`, () => severalTimes(() => returned('GET', page), PAGES)],
		[
			'deletes it',
			async () => {
				await connector.closeConnection(ticket);
				await returned('DELETE', `${baseUrl}/queued_requests/${id}`);
			},
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
	await writeSection('readers', `${circumstances('readers')}\n\n${reportReaders()}`);
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
