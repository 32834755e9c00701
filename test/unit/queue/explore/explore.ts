import { hash } from 'node:crypto';

/** Something that can happen next, in a plain sentence. */
export interface Move<State> {
	tells: string;
	state: State;
}

/** A world that can be played: everything that can happen in it, and what must never come of it. */
export interface Playable<State> {
	start: State;
	moves: (state: State) => Iterable<Move<State>>;
	/** The same for states from which the same follows. */
	nameOf: (state: State) => string;
	/** What is wrong with a state, as a sentence. Undefined if nothing is. */
	wrongIn: (state: State) => string | undefined;
	/** What is wrong with a state in which nothing more can happen. */
	wrongAtEnd: (state: State) => string | undefined;
}

export interface Exploration {
	states: number;
	transitions: number;
	/** The longest of the shortest ways to a state. */
	depth: number;
	/** The shortest story that ends wrong, sentence by sentence. */
	story?: string[];
}

const digestOf = (name: string): string => hash('md5', name, 'base64url');

/** The sentences that lead to a state: its moves, by their numbers, played once more. */
function storyOf<State>({ start, moves }: Playable<State>, choices: readonly number[]): string[] {
	let state = start;
	return choices.map((choice) => {
		const { tells, state: next } = [...moves(state)][choice];
		state = next;
		return tells;
	});
}

/**
 * Plays everything that can happen in a world, breadth-first, each state once. It ends at the first state that is wrong, so that
 * no shorter story tells of it.
 */
export function explore<State>(world: Playable<State>): Exploration {
	const { start, moves, nameOf, wrongIn, wrongAtEnd } = world;
	const seen = new Set([digestOf(nameOf(start))]);
	const parents = [-1];
	const choices = [-1];
	const wayTo = (index: number): number[] =>
		parents[index] < 0 ? [] : [...wayTo(parents[index]), choices[index]];
	let transitions = 0;
	let depth = 0;
	let layer = [{ state: start, index: 0 }];
	const found = (way: readonly number[], wrong: string): Exploration => ({
		states: seen.size,
		transitions,
		depth,
		story: [...storyOf(world, way), `WRONG: ${wrong}`],
	});
	for (; layer.length > 0; depth++) {
		const next: typeof layer = [];
		for (const { state, index } of layer) {
			let choice = 0;
			for (const move of moves(state)) {
				transitions += 1;
				const wrong = wrongIn(move.state);
				if (wrong !== undefined) return found([...wayTo(index), choice], wrong);
				const digest = digestOf(nameOf(move.state));
				if (!seen.has(digest)) {
					seen.add(digest);
					next.push({ state: move.state, index: parents.push(index) - 1 });
					choices.push(choice);
				}
				choice += 1;
			}
			const wrong = choice === 0 ? wrongAtEnd(state) : undefined;
			if (wrong !== undefined) return found(wayTo(index), wrong);
		}
		layer = next;
	}
	return { states: seen.size, transitions, depth };
}
