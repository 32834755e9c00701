import { parentPort } from 'node:worker_threads';

import { InvalidXml } from '../../xml/invalid-xml';
import type { AnswerRead, AnswerToRead } from './answer-thread';
import { createResponseReader, type QbxmlResponse } from './response';
import { createUnescaper } from './unescape';

function readParts({ parts, filter }: AnswerToRead): QbxmlResponse {
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	const unescaper = createUnescaper();
	const reader = createResponseReader(filter);
	// Taken out one by one, so that their memory is free for what is read from them.
	for (let part = parts.shift(); part; part = parts.shift())
		reader.write(unescaper.write(decoder.decode(part, { stream: true })));
	reader.write(unescaper.end(decoder.decode()));
	return reader.end();
}

function answerTo(given: AnswerToRead): AnswerRead {
	try {
		return { id: given.id, response: readParts(given) };
	} catch (problem) {
		if (!(problem instanceof InvalidXml)) throw problem;
		return { id: given.id, invalid: problem.message };
	}
}

parentPort?.on('message', (given: AnswerToRead) => {
	const answer = answerTo(given);
	const parts = 'response' in answer ? [...answer.response.xml, ...answer.response.json] : [];
	parentPort?.postMessage(
		answer,
		parts.map(({ buffer }) => buffer as ArrayBuffer),
	);
});
