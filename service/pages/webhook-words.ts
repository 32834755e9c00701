import { saysN8nIsStarting } from '../deliveries/n8n-start';
import { NOT_SENT } from '../deliveries/webhook-targets';
import { receiverHadFinished } from '../store/concerns';

const HIDDEN = '…';

/**
 * An address without what lets others in: the values of its query, such as the token of a trigger or the signature of an
 * execution, and a user’s password. Whoever needs the whole address gets it from the interface.
 */
export function maskedUrl(address: string): string {
	const { origin, pathname, searchParams } = new URL(address);
	const names = [...searchParams.keys()].map((name) => `${name}=${HIDDEN}`);
	return `${origin}${pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`;
}

const LONGEST_REASON = 200;

const withoutTokens = (text: string): string =>
	text.replace(/([?&][\w.~-]+=)[^\s&"'<>\\]+/g, `$1${HIDDEN}`);

/** The sentence in a JSON answer, which may be cut off after it. */
const MESSAGE = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/;

function sentenceIn(body: string): string {
	const [, message] = MESSAGE.exec(body) ?? [];
	if (message !== undefined) return String(JSON.parse(message));
	const [firstLine] = body.trim().split('\n');
	return /^[[{<]/.test(firstLine) ? '' : firstLine;
}

/** What a receiver answered, without the stack traces and web pages that come with some answers. */
export function answerInWords(response: string): string {
	const [status, ...body] = response.split('\n');
	const sentence = sentenceIn(body.join('\n'));
	const words = withoutTokens([status, sentence].filter((part) => part !== '').join(': '));
	return words.length > LONGEST_REASON ? `${words.slice(0, LONGEST_REASON)} …` : words;
}

/** Where n8n takes calls that wake a sleeping execution. */
const isWakeUp = (address: string): boolean => /\/webhook-waiting\//.test(address);

/** Why a delivery has not succeeded, as somebody would say it, and whether that is how it should be. */
export interface Refusal {
	readonly reason: string;
	readonly kind: 'finished' | 'notReady' | 'problem';
}

/** Explains what a receiver answered. n8n’s own answers to a call that comes too early or too late are no problem. */
export function explainRefusal(address: string, response: string): Refusal {
	if (receiverHadFinished(response))
		return {
			kind: 'finished',
			reason: 'Nobody is waiting for this any more; it won’t be sent again.',
		};
	if (isWakeUp(address) && response.startsWith('409 '))
		return { kind: 'notReady', reason: 'n8n was not ready yet: its execution was still running.' };
	if (saysN8nIsStarting(response.slice(response.indexOf('\n') + 1)))
		return { kind: 'notReady', reason: 'n8n was not ready yet: it was still starting.' };
	if (response.startsWith(NOT_SENT)) return { kind: 'problem', reason: response };
	return { kind: 'problem', reason: `The last answer was: ${answerInWords(response)}` };
}
