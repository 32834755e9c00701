import type { Move } from './explore';

/** Where an execution stands. */
export type Phase =
	'crashed' | 'failed' | 'queueing' | 'ready' | 'stopped' | 'succeeded' | 'waiting';

const ends: ReadonlySet<Phase> = new Set(['crashed', 'failed', 'stopped', 'succeeded']);

export const hasEnded = ({ phase }: { phase: Phase }): boolean => ends.has(phase);

/** What an execution does in each of its phases, and what is done to it. */
type Doing = 'interrupt' | 'queueing' | 'ready' | 'retry' | 'waiting';

/** Everything that can happen next to the executions of a world. */
export function* movesOfExecutions<
	Own extends { phase: Phase },
	State extends { executions: readonly Own[] },
>(
	state: State,
	does: Readonly<Record<Doing, (state: State, own: Own) => Iterable<Move<State>>>>,
): Iterable<Move<State>> {
	for (const own of state.executions) {
		const { phase } = own;
		if (phase === 'ready' || phase === 'queueing' || phase === 'waiting') {
			yield* does[phase](state, own);
		}
		yield* does.interrupt(state, own);
		if (hasEnded(own) && phase !== 'succeeded') yield* does.retry(state, own);
	}
}

/** What is wrong if nothing more can happen. */
export function stuckIn(
	executions: ReadonlyArray<{ id: string; phase: Phase }>,
): string | undefined {
	const stuck = executions.find((one) => !hasEnded(one));
	return stuck && `execution ${stuck.id} can't go on`;
}
