import { partsOf } from '../store/answer-parts';
import type { Store } from '../store/database';
import type { Delivery } from '../store/deliveries';
import { textInJson } from './text-in-json';

/** How `webhookPayload` writes that there is no answer. Only IDs and times stand before it. */
const WITHOUT_ANSWER = '"response_xml":null,"response_json":null';

/** The body of a webhook, part by part: its payload, with the large answer that is stored elsewhere. */
export async function* bodyOf(
	store: Store,
	{ payload, answer_id }: Delivery,
): AsyncGenerator<string | Buffer> {
	if (answer_id === null) {
		yield payload;
		return;
	}
	const at = payload.indexOf(WITHOUT_ANSWER);
	yield `${payload.slice(0, at)}"response_xml":`;
	yield* textInJson(partsOf(store, answer_id, 'xml'));
	yield ',"response_json":';
	yield* partsOf(store, answer_id, 'json');
	yield payload.slice(at + WITHOUT_ANSWER.length);
}
