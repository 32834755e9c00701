import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import fc from 'fast-check';
import { Agent, request } from 'undici';

import { runTypescript } from '../../support/run-typescript';
import { basic, plainClient } from '../support/api-client';
import { problemWith } from './answers';
import { connectorInput, type Input, interfaceInput } from './inputs';

const API_KEY = 'fuzz';
/** If an answer takes longer, the service hangs. */
const LONGEST_ANSWER_MILLISECONDS = 20_000;

/** A round that takes longer is aborted and has failed. */
const LONGEST_ROUND_MILLISECONDS = 15 * 60_000;

interface FuzzOptions {
	/** How many inputs are sent. */
	readonly inputs: number;
	readonly seed?: number;
}

interface FuzzReport {
	/** How many answers there were, by the first part of the path and status. */
	readonly answers: Readonly<Record<string, number>>;
	/** How many bytes the heap grew by, after a warm-up with the first quarter of the inputs. */
	readonly heapGrowth: number;
	/** What the service wrote to its error log. */
	readonly log: string;
}

async function startProcess() {
	const child = fork(path.join(__dirname, 'service-process.ts'), [API_KEY], {
		execArgv: ['--expose-gc', ...runTypescript],
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	const ended = once(child, 'close');
	const log = Promise.all(
		[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')),
	);
	const died = ended.then(async () => {
		throw new Error(`The service ended: ${(await log).join('')}`);
	});
	const hear = async <Message>(): Promise<Message> =>
		(await Promise.race([once(child, 'message') as Promise<[Message]>, died]))[0];
	const { baseUrl } = await hear<{ baseUrl: string }>();
	return {
		baseUrl,
		async heapBytes(): Promise<number> {
			const heard = hear<{ heapBytes: number }>();
			child.send('heap');
			return (await heard).heapBytes;
		},
		async end(): Promise<string> {
			child.kill('SIGTERM');
			await ended;
			return (await log).join('');
		},
	};
}

/** The values for the placeholders in inputs. They change as answers come in. */
async function openValues(baseUrl: string) {
	const api = plainClient(baseUrl, API_KEY);
	const { id, username } = (await api('POST', '/connections', { body: {} })).body.data;
	const other = (await api('POST', '/connections', { body: {} })).body.data.id;
	const { password } = (await api('POST', `/connections/${id}/password`, { body: {} })).body.data;
	const values: Record<string, string> = {
		connection: id,
		other,
		request: (await api('GET', `/connections/${id}/vendors`)).body.data.id,
		username,
		password,
		ticket: 'none',
		authorization: basic(API_KEY),
	};
	let unique = 0;
	const fill = (template: string): string =>
		template.replace(/\{(\w+)\}/g, (whole, name: string) => {
			if (name === 'unique') return `user-${(unique += 1)}`;
			return Object.hasOwn(values, name) ? values[name] : whole;
		});
	const learn = (answer: string): void => {
		values.ticket = /<string>([0-9a-f-]{36})<\/string>/.exec(answer)?.[1] ?? values.ticket;
		values.request = /"id":"([0-9a-f-]{36})"[^{}]*"state":/.exec(answer)?.[1] ?? values.request;
	};
	return { fill, learn };
}

/**
 * Sends hostile inputs to a service in its own process.
 * @throws Error with the first input whose answer is not acceptable
 */
export async function fuzz({ inputs, seed }: FuzzOptions): Promise<FuzzReport> {
	const service = await startProcess();
	const { fill, learn } = await openValues(service.baseUrl);
	const { origin } = new URL(service.baseUrl);
	const dispatcher = new Agent({
		headersTimeout: LONGEST_ANSWER_MILLISECONDS,
		bodyTimeout: LONGEST_ANSWER_MILLISECONDS,
	});
	const answers: Record<string, number> = {};

	async function send(input: Input): Promise<void> {
		const { statusCode, headers, body } = await request(origin + fill(input.path), {
			method: input.method as 'GET',
			headers: Object.fromEntries(
				Object.entries(input.headers).map(([name, value]) => [name, fill(value)]),
			),
			body: input.body === undefined ? undefined : fill(input.body),
			dispatcher,
		});
		const answer = {
			status: statusCode,
			type: String(headers['content-type'] ?? ''),
			body: await body.text(),
		};
		const to = input.path.startsWith('/connector') ? 'connector' : 'interface';
		const count = `${to} ${statusCode}`;
		answers[count] = (answers[count] ?? 0) + 1;
		const problem = problemWith(to, answer);
		if (problem !== undefined)
			throw new Error(`${problem}: ${statusCode} ${answer.body.slice(0, 500)}`);
		learn(answer.body);
	}

	const round = (number: number, numRuns: number) =>
		fc.assert(fc.asyncProperty(fc.oneof(interfaceInput, connectorInput), send), {
			numRuns,
			// The inputs are small, and shrinking them takes too long when the service hangs.
			endOnFailure: true,
			interruptAfterTimeLimit: LONGEST_ROUND_MILLISECONDS,
			markInterruptAsFailure: true,
			...(seed !== undefined && { seed: seed + number }),
		});
	try {
		await round(0, Math.ceil(inputs / 4));
		const before = await service.heapBytes();
		await round(1, Math.floor((inputs * 3) / 4));
		const heapGrowth = (await service.heapBytes()) - before;
		await dispatcher.close();
		return { answers, heapGrowth, log: await service.end() };
	} catch (error) {
		await dispatcher.destroy();
		await service.end();
		throw error;
	}
}
