import path from 'node:path';
import { Worker } from 'node:worker_threads';

import { InvalidXml } from '../../xml/invalid-xml';
import type { ResponseFilter } from './filter-response';
import type { AnswerForm, QbxmlResponse } from './response';

/** A part of a response as it was written: as UTF-8, which may end inside a character. */
export interface WrittenPart {
	/** In memory of its own, which is handed over. */
	readonly bytes: Uint8Array;
	/** Whether it is escaped, or stands in a CDATA section. */
	readonly isEscaped: boolean;
}

/** A part of what was read, to be kept under its number. */
export interface KeptPart {
	readonly number: number;
	readonly form: AnswerForm;
	/** UTF-8, which ends with a whole character. */
	readonly content: Uint8Array;
}

/** What the thread is told about the response with that ID. */
export type ToThread = { readonly id: number } & (
	| { readonly begin: { readonly filter?: ResponseFilter } }
	| { readonly part: WrittenPart }
	| { readonly step: 'end' | 'drop' }
);

/** What the thread says after each part, and at the end. */
export interface FromThread {
	readonly id: number;
	readonly kept: readonly KeptPart[];
	readonly response?: QbxmlResponse<readonly number[]>;
	/** Why it cannot be read. */
	readonly invalid?: string;
}

/** A response that is read while it arrives. One call at a time. */
export interface AnswerReading {
	/**
	 * @returns what has become of it so far
	 * @throws InvalidXml when it cannot be read
	 */
	write(part: WrittenPart): Promise<readonly KeptPart[]>;
	/**
	 * @returns the rest of the parts, and the response with their numbers
	 * @throws InvalidXml when it cannot be read
	 */
	end(): Promise<{
		readonly kept: readonly KeptPart[];
		readonly response: QbxmlResponse<readonly number[]>;
	}>;
	/** Ends the reading. Nobody wants the response any more, or it has been read. */
	drop(): void;
}

/** Reads large responses in a thread of its own, several at a time, while this one goes on with other calls. */
export interface AnswerThread {
	/** Reads a response as `readResponse` does, but part by part. */
	open(filter?: ResponseFilter): AnswerReading;
	close(): Promise<void>;
}

/** Who waits for what becomes of a part. */
interface Waiting {
	resolve(said: FromThread): void;
	reject(reason: Error): void;
}

/** Beside this file, as a source and in a bundle. */
const PROGRAM = path.join(__dirname, 'answer-worker.js');

const ended = () => new Error('The thread that reads large answers has ended.');

/** The thread starts with the first large response, and stays. It does not keep the process alive. */
export function createAnswerThread(): AnswerThread {
	let current: Worker | undefined;
	let count = 0;
	const waiting = new Map<number, Waiting>();

	function settle(said: FromThread): void {
		const waits = waiting.get(said.id);
		waiting.delete(said.id);
		if (waiting.size === 0) current?.unref();
		if (said.invalid === undefined) waits?.resolve(said);
		else waits?.reject(new InvalidXml(said.invalid));
	}

	function giveUp(reason: Error): void {
		current = undefined;
		for (const { reject } of waiting.values()) reject(reason);
		waiting.clear();
	}

	function start(): Worker {
		const started = new Worker(PROGRAM, { execArgv: [] });
		// A thread that fails ends a moment later, when another one may be reading already.
		const giveUpOnce = (reason: Error) => {
			if (current === started) giveUp(reason);
		};
		started.on('message', settle);
		started.on('error', giveUpOnce);
		started.on('exit', () => giveUpOnce(ended()));
		started.unref();
		return started;
	}

	return {
		open(filter) {
			const worker = (current ??= start());
			count += 1;
			const id = count;
			const tell = (message: ToThread, memory: ArrayBuffer[] = []) =>
				worker.postMessage(message, memory);
			const ask = async (message: ToThread, memory?: ArrayBuffer[]): Promise<FromThread> => {
				// Another thread knows nothing of what this one has read.
				if (worker !== current) throw ended();
				worker.ref();
				tell(message, memory);
				return await new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
			};
			tell({ id, begin: { ...(filter && { filter }) } });
			return {
				async write(part) {
					const { kept } = await ask({ id, part }, [part.bytes.buffer as ArrayBuffer]);
					return kept;
				},
				async end() {
					const { kept, response } = await ask({ id, step: 'end' });
					if (!response) throw ended();
					return { kept, response };
				},
				drop: () => tell({ id, step: 'drop' }),
			};
		},
		async close() {
			await current?.terminate();
		},
	};
}
