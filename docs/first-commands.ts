import { markedIn, withMarked } from './markdown';

/** A command of the README, with what of its output stands below it. */
interface FirstCommand {
	/** Names the marks in the README. */
	name: string;
	/** What follows `npm`, after an `npm ci`. */
	words: readonly string[];
	/** The lines that are shown. */
	shows: RegExp;
}

/** The first commands that somebody runs. */
export const firstCommands: readonly FirstCommand[] = [
	{
		name: 'demo',
		words: ['run', 'demo', '--', '--once'],
		shows: /^(?:[1-6]\/7 | +Installing |│ W-10(?:01|10) |n8n waited for )/,
	},
	{
		name: 'test',
		words: ['test'],
		shows: /^(?:PASS .*\/service-\d|Test Suites:|Tests:|Time:|Ran all|Not run: )/,
	},
];

const SHOWN_LINES = 10;

/**
 * The README with ten lines of a run between the marks of its command.
 * @throws if the run has printed more or fewer of the lines that are shown, or the README has no such marks
 */
export function withRun(readme: string, { name, shows }: FirstCommand, output: string): string {
	const lines = output.split('\n').filter((line) => shows.test(line));
	if (lines.length !== SHOWN_LINES) {
		throw new Error(`Of ${name}, ${lines.length} lines would be shown:\n${lines.join('\n')}`);
	}
	return withMarked(readme, name, ['```text', ...lines, '```'].join('\n'));
}

/** The lines that the README shows of a command. */
export const shownLines = (readme: string, name: string): string[] =>
	markedIn(readme, name)
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('```'));
