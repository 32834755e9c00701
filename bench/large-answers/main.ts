import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { request } from 'undici';

import { readXml as readInNodes } from '../../nodes/shared/qbxml/readXml';
import { readResponse } from '../../service/qbxml';
import { apiClient } from '../../test/service/support/api-client';
import { connectorClient } from '../../test/service/support/connector-client';
import { cleanUp, run, temporaryFolder } from '../../test/service/support/process';
import { readXml } from '../../xml/read-xml';
import { circumstances } from '../support/circumstances';
import { answerWith } from '../support/pages';
import { table } from '../support/tables';
import { writeSection } from '../write-section';

// npm run bench:large-answers: how fast answers are read, and what else the service can do while a large one comes in.
// It writes its sections of docs/performance-service.md.

const API_KEY = 'bench';
const READER_ROUNDS = 5;
const RECORDS_TO_READ = 4_750;
const records = [4_750, 47_550];
const MILLISECONDS_BETWEEN_CALLS = 20;

const parser = new XMLParser({
	preserveOrder: true,
	ignoreAttributes: false,
	parseTagValue: false,
	trimValues: false,
	processEntities: false,
});

/** Each turns XML into a tree; the first one also into JSON. */
const readers: Record<string, (xml: string) => unknown> = {
	'the service: XML to JSON text': (xml) => readResponse(xml),
	'the service and the simulator: a tree': (xml) => readXml(xml),
	'the nodes: a tree': (xml) => readInNodes(xml),
	'fast-xml-parser: a tree': (xml) => parser.parse(xml) as unknown,
	'fast-xml-parser: a tree, and its validation': (xml) => [
		parser.parse(xml),
		XMLValidator.validate(xml),
	],
};

const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;

/** Megabytes a second of processor time, the best of some rounds. */
function rateOf(read: (xml: string) => unknown, xml: string): number {
	const times = Array.from({ length: READER_ROUNDS }, () => {
		const before = process.cpuUsage();
		read(xml);
		return seconds(process.cpuUsage(before));
	});
	return Buffer.byteLength(xml) / 1e6 / Math.min(...times);
}

const megabytes = (pid: number, name: string): number =>
	Number(
		new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
	) / 1024;

/** Processor time of a process; the kernel counts it in hundredths of a second. */
function processorSeconds(pid: number): number {
	const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
	const [user, system] = rest.split(' ').slice(11, 13).map(Number);
	return (user + system) / 100;
}

/** Makes a small call every 20 ms while something goes on. */
async function beside(pid: number, call: () => Promise<unknown>, work: () => Promise<unknown>) {
	const times: number[] = [];
	const calls: Array<Promise<void>> = [];
	const timer = setInterval(() => {
		const begun = performance.now();
		calls.push(call().then(() => void times.push(performance.now() - begun)));
	}, MILLISECONDS_BETWEEN_CALLS);
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	const memory = megabytes(pid, 'VmRSS');
	const processor = processorSeconds(pid);
	const begun = performance.now();
	await work();
	const elapsed = (performance.now() - begun) / 1000;
	clearInterval(timer);
	await Promise.all(calls);
	const at = (share: number) =>
		times.toSorted((one, other) => one - other)[Math.floor(times.length * share)];
	return [
		elapsed.toFixed(1),
		(processorSeconds(pid) - processor).toFixed(1),
		(megabytes(pid, 'VmHWM') - memory).toFixed(0),
		...[0.5, 0.99].map((share) => at(share).toFixed(0)),
	];
}

/** Reads to the end without looking at it, because this process measures meanwhile. */
async function drained(body: Readable): Promise<void> {
	body.resume();
	await once(body, 'end');
}

/** A receiver of one delivery. */
async function openReceiver() {
	let announce: () => void;
	const received = new Promise<void>((resolve) => (announce = resolve));
	const server = createServer(async (delivery, response) => {
		await drained(delivery);
		response.end();
		announce();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}/`, received, close: () => server.close() };
}

async function returned(url: string): Promise<void> {
	const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
	const { body } = await request(url, { headers: { authorization } });
	await drained(body);
}

async function measureService(xml: string): Promise<string[][]> {
	const folder = await temporaryFolder();
	const { child } = run(['--port', '0', '--api-key', API_KEY, '--webhook-timeout', '60'], folder);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const baseUrl = /http:\S+\/api\/v1/.exec(String(line))?.[0] ?? '';
	const pid = child.pid ?? 0;
	const api = apiClient(baseUrl, API_KEY);
	const { data: connection } = (await api('POST', '/connections')).body;
	const own = `/connections/${connection.id}`;
	const { password } = (await api('POST', `${own}/password`)).body.data;
	const { url, received, close } = await openReceiver();
	const query = { webhook_url: url };
	const { id } = (await api('GET', `${own}/customers`, { query })).body.data;
	const connector = connectorClient(`${new URL(baseUrl).origin}/connector`);
	const [ticket] = await connector.authenticate(connection.username, password);
	await connector.sendRequestXML(ticket);
	const call = () => api('GET', own);
	const rows = [
		['nothing', ...(await beside(pid, call, () => delay(3000)))],
		['receives it', ...(await beside(pid, call, () => connector.receiveResponseXML(ticket, xml)))],
		['delivers it', ...(await beside(pid, call, () => received))],
		[
			'returns it',
			...(await beside(pid, call, () => returned(`${baseUrl}/queued_requests/${id}`))),
		],
	];
	await cleanUp();
	close();
	const size = (Buffer.byteLength(xml) / 1e6).toFixed(1);
	return rows.map((row) => [size, ...row]);
}

async function main(): Promise<void> {
	const xml = answerWith(RECORDS_TO_READ);
	const rates = Object.entries(readers).map(([name, read]) => [name, rateOf(read, xml).toFixed(1)]);
	const readersTable = table(['reader', 'MB a second of processor time'], rates);
	await writeSection('readers', `${circumstances('readers')}\n\n${readersTable}`);
	const rows: string[][] = [];
	for (const count of records) rows.push(...(await measureService(answerWith(count))));
	const head = [
		'answer, MB',
		'what the service does',
		'seconds',
		'processor seconds',
		'memory added, MB',
	];
	const answersTable = table([...head, 'other calls: median, ms', '99th percentile, ms'], rows);
	await writeSection('large-answers', `${circumstances('large-answers')}\n\n${answersTable}`);
}

void main();
