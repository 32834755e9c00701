import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';

import { textInJson } from '../deliveries/text-in-json';
import { type AnswerForm, partsOf } from '../store/answer-parts';
import type { Store } from '../store/database';

/** Known only to this process, so that no text from outside can look like a placeholder. */
const SECRET = randomUUID();

/** Stands for a large answer, or one of its forms, in the value that a handler returns. */
export const placeholderFor = (answerId: string, form: AnswerForm): string =>
	`${SECRET}:${form}:${answerId}`;

const PLACEHOLDER = new RegExp(`"${SECRET}:(xml|json):([\\w-]+)"`);

async function* filledIn(store: Store, body: string): AsyncGenerator<string | Buffer> {
	// The text around the answers, and of each answer its form and its ID.
	const pieces = body.split(PLACEHOLDER);
	for (let index = 0; index < pieces.length; index += 3) {
		yield pieces[index];
		const [form, answerId] = pieces.slice(index + 1);
		if (answerId === undefined) return;
		const parts = partsOf(store, answerId, form as AnswerForm);
		yield* form === 'xml' ? textInJson(parts) : parts;
	}
}

/** Sends large answers part by part, in the places of their placeholders. */
export function addLargeAnswers(server: FastifyInstance, store: Store): void {
	server.addHook('onSend', async (_request, reply, body) => {
		if (typeof body !== 'string' || !body.includes(SECRET)) return body;
		reply.removeHeader('content-length');
		return Readable.from(filledIn(store, body), { objectMode: false });
	});
}
