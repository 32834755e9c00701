import { parentPort } from 'node:worker_threads';

import { InvalidXml } from '../../xml/invalid-xml';
import type { FromThread, KeptPart, ToThread, WrittenPart } from './answer-thread';
import type { ResponseFilter } from './filter-response';
import { createResponseReader } from './response';
import { createUnescaper } from './unescape';

const encoder = new TextEncoder();

/** Reads one response from the parts in which it was written. */
function createReading(filter?: ResponseFilter) {
	let kept: KeptPart[] = [];
	let count = 0;
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	let unescaper = createUnescaper();
	let isEscaped = true;
	const reader = createResponseReader((form, text) => {
		// Encoded into memory of its own, which can be handed over.
		kept.push({ number: count, form, content: encoder.encode(text) });
		count += 1;
		return count - 1;
	}, filter);

	/** What has been kept since the last time. */
	const taken = () => {
		const parts = kept;
		kept = [];
		return parts;
	};

	return {
		write(part: WrittenPart) {
			// No reference goes on in a CDATA section.
			if (isEscaped && !part.isEscaped) {
				reader.write(unescaper.end(decoder.decode()));
				unescaper = createUnescaper();
			}
			isEscaped = part.isEscaped;
			const text = decoder.decode(part.bytes, { stream: true });
			reader.write(isEscaped ? unescaper.write(text) : text);
			return { kept: taken() };
		},
		end() {
			reader.write(unescaper.end(decoder.decode()));
			const response = reader.end();
			return { kept: taken(), response };
		},
	};
}

type Reading = ReturnType<typeof createReading>;

const readings = new Map<number, Reading>();

function attempt(id: number, step: (reading: Reading) => Omit<FromThread, 'id'>): FromThread {
	const reading = readings.get(id);
	if (!reading) throw new Error('There is no such answer.');
	try {
		return { id, ...step(reading) };
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		return { id, kept: [], invalid: problem.message };
	}
}

function say(said: FromThread): void {
	const memory = said.kept.map(({ content }) => content.buffer as ArrayBuffer);
	parentPort?.postMessage(said, memory);
}

parentPort?.on('message', (told: ToThread) => {
	const { id } = told;
	if ('begin' in told) readings.set(id, createReading(told.begin.filter));
	else if ('part' in told) say(attempt(id, (reading) => reading.write(told.part)));
	else if (told.step === 'drop') readings.delete(id);
	else say(attempt(id, (reading) => reading.end()));
});
