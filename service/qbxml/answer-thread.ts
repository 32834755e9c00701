import path from 'node:path';
import { Worker } from 'node:worker_threads';

import { InvalidXml } from '../../xml/invalid-xml';
import type { ResponseFilter } from './filter-response';
import type { QbxmlResponse } from './response';

/** What the thread is given to read. */
export interface AnswerToRead {
	readonly id: number;
	readonly parts: Uint8Array[];
	readonly filter?: ResponseFilter;
}

/** What the thread has read, or why it could not. */
export type AnswerRead = { readonly id: number } & (
	{ readonly response: QbxmlResponse } | { readonly invalid: string }
);

/** Reads large responses in a thread of their own, one after another, while this one goes on with other calls. */
export interface AnswerThread {
	/**
	 * Reads a response as `readResponse` does.
	 * @param parts the XML as escaped text; it is handed over, so nobody has it afterwards
	 * @throws InvalidXml
	 */
	read(parts: Uint8Array[], filter?: ResponseFilter): Promise<QbxmlResponse>;
	close(): Promise<void>;
}

/** Who waits for a response that is being read. */
interface Waiting {
	resolve(response: QbxmlResponse): void;
	reject(reason: Error): void;
}

/** Beside this file, as a source and in a bundle. */
const PROGRAM = path.join(__dirname, 'answer-worker.js');

/** The thread starts with the first large response, and stays. It does not keep the process alive. */
export function createAnswerThread(): AnswerThread {
	let worker: Worker | undefined;
	let count = 0;
	const waiting = new Map<number, Waiting>();

	function settle(answer: AnswerRead): void {
		const waits = waiting.get(answer.id);
		waiting.delete(answer.id);
		if (waiting.size === 0) worker?.unref();
		if ('response' in answer) waits?.resolve(answer.response);
		else waits?.reject(new InvalidXml(answer.invalid));
	}

	function giveUp(reason: Error): void {
		worker = undefined;
		for (const { reject } of waiting.values()) reject(reason);
		waiting.clear();
	}

	function start(): Worker {
		const started = new Worker(PROGRAM, { execArgv: [] });
		// A thread that fails ends a moment later, when another one may be reading already.
		const giveUpOnce = (reason: Error) => {
			if (worker === started) giveUp(reason);
		};
		started.on('message', settle);
		started.on('error', giveUpOnce);
		started.on('exit', () =>
			giveUpOnce(new Error('The thread that reads large answers has ended.')),
		);
		return started;
	}

	return {
		read(parts, filter) {
			worker ??= start();
			worker.ref();
			count += 1;
			const answer: AnswerToRead = { id: count, parts, ...(filter && { filter }) };
			const memory = [...new Set(parts.map(({ buffer }) => buffer as ArrayBuffer))];
			worker.postMessage(answer, memory);
			return new Promise((resolve, reject) => waiting.set(count, { resolve, reject }));
		},
		async close() {
			await worker?.terminate();
		},
	};
}
