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

const marksOf = (name: string) => [`<!-- ${name} -->`, `<!-- /${name} -->`] as const;

/**
 * The README with ten lines of a run between the marks of its command.
 * @throws if the run has printed more or fewer of the lines that are shown, or the README has no such marks
 */
export function withRun(readme: string, { name, shows }: FirstCommand, output: string): string {
	const lines = output.split('\n').filter((line) => shows.test(line));
	if (lines.length !== SHOWN_LINES) {
		throw new Error(`Of ${name}, ${lines.length} lines would be shown:\n${lines.join('\n')}`);
	}
	const [start, end] = marksOf(name);
	const [before, rest = ''] = readme.split(start);
	const [, after] = rest.split(end);
	if (after === undefined) throw new Error(`The README has no ${start} and ${end}.`);
	return [before, start, '\n\n```text\n', lines.join('\n'), '\n```\n\n', end, after].join('');
}

/** The lines that the README shows of a command. */
export function shownLines(readme: string, name: string): string[] {
	const [start, end] = marksOf(name);
	const shown = readme.split(start)[1].split(end)[0];
	return shown.split('\n').filter((line) => line !== '' && !line.startsWith('```'));
}
