import { explore, type Playable } from './explore';
import { playable } from './model';
import type { World } from './world';

/** What was played. */
export interface Figures {
	worlds: number;
	states: number;
	transitions: number;
	/** Processor time. */
	seconds: number;
	/** The decisions that were met. */
	decided: Set<string>;
}

export const nothingPlayed = (): Figures => ({
	worlds: 0,
	states: 0,
	transitions: 0,
	seconds: 0,
	decided: new Set(),
});

const secondsUsed = (): number => process.cpuUsage().user / 1e6;

/**
 * Plays everything that can happen in a world.
 * @throws Error with the shortest story that ends wrong.
 */
export const play = (world: World, figures: Figures): void =>
	playAll(
		world.name,
		playable(world, (decided) => figures.decided.add(decided)),
		figures,
	);

/**
 * The same for any world that can be played.
 * @throws Error with the shortest story that ends wrong.
 */
export function playAll<State>(name: string, world: Playable<State>, figures: Figures): void {
	const before = secondsUsed();
	const { states, transitions, story } = explore(world);
	figures.worlds += 1;
	figures.states += states;
	figures.transitions += transitions;
	figures.seconds += secondsUsed() - before;
	if (!story) return;
	const sentences = story.map((sentence, index) => `${index + 1}. ${sentence}`);
	throw new Error([`${name}:`, ...sentences].join('\n'));
}

/** The figures as one line. */
export const summaryOf = ({ worlds, states, transitions, seconds }: Figures): string =>
	`${worlds} worlds, ${states} states, ${transitions} transitions, ${seconds.toFixed(1)} s`;
