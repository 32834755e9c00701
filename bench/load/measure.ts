import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { Agent, request } from 'undici';

import { ServiceClient } from '../../n8n/clients/service';
import type { Cleanup } from '../../n8n/processes/cleanup';
import { until } from '../../n8n/until';
import { drained } from '../large-answers/receiver';
import { invoice, invoiceAnswers } from '../support/invoices';
import { residentMemory } from '../support/memory';
import { processorTimes } from '../support/processor-time';
import { type Desktop, look } from './connector';
import { plan, type Setting } from './plan';
import { startRhythm } from './rhythm';
import { API_KEY, type Services, startServices } from './services';
import { Tally } from './tally';

/** What was seen while so many requests a second were queued. */
interface Step {
	readonly rate: number;
	readonly tally: Tally;
	readonly seconds: number;
	/** Processor time in milliseconds. */
	readonly times: Record<'service' | 'postgres' | 'load', number>;
	/** The memory of the service's processes together at the end, in megabytes. */
	readonly memory: number;
	/** Bytes that the database grew by for each request that was queued. */
	readonly bytesARequest: number;
}

export interface Measured {
	readonly setting: Setting;
	readonly steps: readonly Step[];
}

/** The names of the calls that are measured, in the order of a request's life. */
export const calls = {
	queue: 'queue an invoice',
	list: 'list the newest',
	delivery: 'from its answer to its delivery',
} as const;

const authorization = `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;

interface Office extends Desktop {
	readonly id: string;
}

/** Some at a time: making a password takes the service long, on purpose. */
async function makeOffices(client: ServiceClient): Promise<Office[]> {
	const offices: Office[] = [];
	const names = Array.from({ length: plan.connections }, (_, place) => `Company ${place}`).values();
	await Promise.all(
		Array.from({ length: 4 }, async () => {
			for (const name of names) {
				const { id, username } = await client.createConnection(name);
				const { password } = await client.call<{ password: string }>(
					'POST',
					`/connections/${id}/password`,
					{},
				);
				offices.push({ id, username, password });
			}
		}),
	);
	return offices;
}

async function databaseBytes({ file, postgres }: Services): Promise<number> {
	if (postgres) {
		const [{ size }] = await postgres.query<{ size: number }>(
			'select pg_database_size(current_database()) size',
		);
		return size;
	}
	return (await stat(file as string)).size;
}

/** Takes deliveries, and tells of each request's first one. */
async function openReceiver(cleanup: Cleanup, onDelivered: (refNumber: string) => void) {
	const server = createServer(async (delivery, response) => {
		await drained(delivery);
		response.end();
		onDelivered(String(delivery.url).slice(1));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	cleanup.add(() => server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const pidsOf = ({ processes }: Services): number[] =>
	processes.map((server) => {
		const pid = server.pid();
		if (pid === undefined) throw new Error('A process of the service has ended.');
		return pid;
	});

export async function measure(cleanup: Cleanup, setting: Setting): Promise<Measured> {
	const say = (text: string) => process.stdout.write(`${setting.name}: ${text}\n`);
	const services = await startServices(cleanup, setting);
	const { origins, postgres } = services;
	const agent = new Agent({ connections: 64 });
	cleanup.add(() => agent.close());
	let turn = 0;
	/** Each call goes to the next process, as a load balancer hands them out. */
	const nextOrigin = () => origins[turn++ % origins.length];

	const offices = await makeOffices(new ServiceClient(`${origins[0]}/api/v1`, API_KEY));
	say(`${offices.length} connections`);

	let failure: unknown;
	const onError = (error: unknown) => {
		failure ??= error;
	};
	let tally = new Tally();
	const queued = new Set<string>();
	const carriedOut = new Map<string, number>();
	const answeredAt = new Map<string, number>();
	const received = new Set<string>();
	const webhooks = await openReceiver(cleanup, (refNumber) => {
		const at = answeredAt.get(refNumber);
		if (!received.has(refNumber) && at !== undefined && tally.isRunning)
			tally.add(calls.delivery, performance.now() - at);
		received.add(refNumber);
	});

	const answerWith = invoiceAnswers();
	const answerTo = (requestXml: string) => {
		const refNumber = /<RefNumber>([^<]+)</.exec(requestXml)?.[1] ?? '';
		carriedOut.set(refNumber, (carriedOut.get(refNumber) ?? 0) + 1);
		answeredAt.set(refNumber, performance.now());
		return answerWith(refNumber);
	};

	async function queue(due: number): Promise<void> {
		const index = queued.size;
		const refNumber = `R-${index}`;
		queued.add(refNumber);
		const { id } = offices[Math.floor(Math.random() * offices.length)];
		await tally.measured(
			calls.queue,
			async () => {
				const { statusCode, body } = await request(
					`${nextOrigin()}/api/v1/connections/${id}/invoices?webhook_url=${encodeURIComponent(`${webhooks}/${refNumber}`)}`,
					{
						dispatcher: agent,
						method: 'POST',
						headers: { authorization, 'content-type': 'application/json' },
						body: JSON.stringify(invoice(index)),
					},
				);
				const text = await body.text();
				if (statusCode >= 300) throw new Error(`Queueing was answered with ${statusCode}: ${text}`);
			},
			due,
		);
	}

	async function list(due: number): Promise<void> {
		const { id } = offices[Math.floor(Math.random() * offices.length)];
		await tally.measured(
			calls.list,
			async () => {
				const { statusCode, body } = await request(
					`${nextOrigin()}/api/v1/connections/${id}/queued_requests`,
					{ dispatcher: agent, headers: { authorization } },
				);
				await body.text();
				if (statusCode !== 200) throw new Error(`A list was answered with ${statusCode}.`);
			},
			due,
		);
	}

	const looks = startRhythm(
		plan.connections / plan.secondsBetweenLooks,
		async (index) =>
			await look(
				() => `${nextOrigin()}/connector`,
				agent,
				offices[index % offices.length],
				answerTo,
				tally,
			),
		onError,
	);
	const lists = startRhythm(plan.listsASecond, async (_, due) => await list(due), onError);
	const roots = {
		service: pidsOf(services),
		postgres: postgres ? [postgres.pid() as number] : [],
		load: [process.pid],
	};
	const steps: Step[] = [];
	for (const rate of plan.rates) {
		const writes = startRhythm(rate, async (_, due) => await queue(due), onError);
		await delay((steps.length === 0 ? plan.warmUpSeconds : plan.settleSeconds) * 1000);
		tally = new Tally();
		tally.isRunning = true;
		const before = await processorTimes(roots);
		const [bytes, count, begun] = [await databaseBytes(services), queued.size, performance.now()];
		await delay(plan.seconds * 1000);
		tally.isRunning = false;
		const seconds = (performance.now() - begun) / 1000;
		const after = await processorTimes(roots);
		const used = (part: keyof typeof roots) => after[part] - before[part];
		const grown = (await databaseBytes(services)) - bytes;
		const memories = await Promise.all(roots.service.map(residentMemory));
		steps.push({
			rate,
			tally,
			seconds,
			// The load has started the others, so what they took is in its own time, too.
			times: {
				service: used('service'),
				postgres: used('postgres'),
				load: used('load') - used('service') - used('postgres'),
			},
			memory: memories.reduce((sum, { now }) => sum + now, 0),
			bytesARequest: grown / (queued.size - count),
		});
		say(
			`${rate} requests a second: ${tally.count(calls.queue)} queued, ${tally.count(calls.delivery)} delivered in ${seconds.toFixed(0)} s`,
		);
		await writes.stop();
		const delivered = tally.count(calls.delivery) / seconds;
		if (failure || delivered < plan.leastDelivered * rate) break;
	}
	await until(
		() => Promise.resolve(received.size),
		(count) => count === queued.size || failure !== undefined,
		{ what: 'everything to be delivered', timeout: plan.drainSeconds * 1000 },
	);
	await looks.stop();
	await lists.stop();
	if (failure) throw failure;
	const twice = [...carriedOut].filter(([, times]) => times !== 1);
	if (twice.length > 0 || carriedOut.size !== queued.size)
		throw new Error(
			`${queued.size} requests were queued, ${carriedOut.size} were carried out, ${twice.length} of them more than once.`,
		);
	return { setting, steps };
}
