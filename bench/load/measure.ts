import { once } from 'node:events';
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
import { type Desktop, look } from './connector';
import { plan, type Setting } from './plan';
import { startRhythm } from './rhythm';
import { API_KEY, type Services, startServices } from './services';

/** What was seen while so many requests a second were queued. */
interface Step {
	readonly rate: number;
	/** How long it took to queue each, in milliseconds, shortest first. */
	readonly queueTimes: readonly number[];
	readonly deliveredASecond: number;
	/** The memory of the service's processes together at the end, in megabytes. */
	readonly memory: number;
}

export interface Measured {
	readonly setting: Setting;
	readonly steps: readonly Step[];
}

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
	const { origins } = services;
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
	let counts: { times: number[]; delivered: number } | undefined;
	const queued = new Set<string>();
	const carriedOut = new Map<string, number>();
	const received = new Set<string>();
	const webhooks = await openReceiver(cleanup, (refNumber) => {
		if (counts && !received.has(refNumber)) counts.delivered += 1;
		received.add(refNumber);
	});

	const answerWith = invoiceAnswers();
	const answerTo = (requestXml: string) => {
		const refNumber = /<RefNumber>([^<]+)</.exec(requestXml)?.[1] ?? '';
		carriedOut.set(refNumber, (carriedOut.get(refNumber) ?? 0) + 1);
		return answerWith(refNumber);
	};

	async function queue(due: number): Promise<void> {
		const index = queued.size;
		const refNumber = `R-${index}`;
		queued.add(refNumber);
		const { id } = offices[Math.floor(Math.random() * offices.length)];
		// It counts as late from when it was due, whatever kept it from beginning.
		const times = counts?.times;
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
		times?.push(performance.now() - due);
	}

	async function list(): Promise<void> {
		const { id } = offices[Math.floor(Math.random() * offices.length)];
		const { statusCode, body } = await request(
			`${nextOrigin()}/api/v1/connections/${id}/queued_requests`,
			{ dispatcher: agent, headers: { authorization } },
		);
		await body.text();
		if (statusCode !== 200) throw new Error(`A list was answered with ${statusCode}.`);
	}

	const looks = startRhythm(
		plan.connections / plan.secondsBetweenLooks,
		async (index) =>
			await look(
				() => `${nextOrigin()}/connector`,
				agent,
				offices[index % offices.length],
				answerTo,
			),
		onError,
	);
	const lists = startRhythm(plan.listsASecond, list, onError);
	const steps: Step[] = [];
	for (const rate of plan.rates) {
		const writes = startRhythm(rate, async (_, due) => await queue(due), onError);
		await delay((steps.length === 0 ? plan.warmUpSeconds : plan.settleSeconds) * 1000);
		const counted = { times: [] as number[], delivered: 0 };
		counts = counted;
		const begun = performance.now();
		await delay(plan.seconds * 1000);
		counts = undefined;
		const seconds = (performance.now() - begun) / 1000;
		const deliveredASecond = counted.delivered / seconds;
		const memories = await Promise.all(pidsOf(services).map(residentMemory));
		steps.push({
			rate,
			queueTimes: counted.times.toSorted((one, other) => one - other),
			deliveredASecond,
			memory: memories.reduce((sum, { now }) => sum + now, 0),
		});
		say(
			`${rate} requests a second: ${counted.times.length} queued, ${counted.delivered} delivered in ${seconds.toFixed(0)} s`,
		);
		await writes.stop();
		if (failure || deliveredASecond < plan.leastDelivered * rate) break;
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
