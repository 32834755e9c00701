import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { hashOfText } from '../../../../queue/calls/shortHash';
import { isTool } from '../../../shared/n8nInternals/tool';

/** In milliseconds. If an agent asks for the same again within this time, in the same execution, it means the same. */
const SAME_WISH_FOR = 30 * 60_000;

/** What an agent has asked for, word for word. */
interface Wish {
	/** How often it has asked for it anew. */
	repetition: number;
	/** When the first call was answered that asked for it anew, in milliseconds since 1970. Later calls don't change it. */
	answeredAt?: number;
	/** Whether the last answer told what is in the books. They may be others by the next call. */
	isTold?: boolean;
	/** The execution of the last call. */
	execution: string;
}

const WISHES_KEY = 'accountingSyncWishes';

type Wishes = Record<string, Wish>;

/** The wishes of the calls that are underway. */
const underway = new WeakMap<object, Set<Wish>>();

/** Whether n8n has handed down what an agent has asked for. */
export const remembersWishes = (context: IExecuteFunctions): boolean =>
	context.getContext('node')[WISHES_KEY] !== undefined;

/**
 * Sets what an agent asks for apart from the same on another day: an execution that serves an agent may run for weeks. An agent
 * or Retry On Fail may try again until half an hour after the first answer, however often, and n8n's Retry at any time. Who was told
 * what is in the books asks anew with each call.
 * @param values The values of the form.
 * @returns Undefined the first time, and for nodes that serve no agent.
 */
export function repetitionOf(
	context: IExecuteFunctions,
	values: IDataObject,
): { repetition?: number } {
	if (!isTool(context)) return {};
	const kept = context.getContext('node');
	kept[WISHES_KEY] ??= {};
	const wishes = kept[WISHES_KEY] as Wishes;
	const words = hashOfText(12, JSON.stringify(values));
	const execution = context.getExecutionId();
	const wish = (wishes[words] ??= { repetition: 0, execution });
	const isRetried = wish.execution !== execution;
	const { answeredAt = Infinity, isTold = false } = wish;
	const isAnother = isTold || Date.now() - answeredAt >= SAME_WISH_FOR;
	if (isTold || (isAnother && !isRetried)) wish.repetition += 1;
	if (isAnother || isRetried) {
		Object.assign(wish, { answeredAt: undefined, isTold: false, execution });
	}
	underway.set(context, (underway.get(context) ?? new Set()).add(wish));
	return wish.repetition === 0 ? {} : { repetition: wish.repetition };
}

/**
 * Notes that a call of an agent has had its answer. One that failed, or whose request still waits, has not: asked for again, it means the same
 * at any time.
 * @param isTold Whether the answer says what is in the books, and asking again writes nothing twice.
 */
export function noteAnswered(context: IExecuteFunctions, isTold: boolean): void {
	for (const wish of underway.get(context) ?? []) {
		wish.answeredAt ??= Date.now();
		wish.isTold = isTold;
	}
}
