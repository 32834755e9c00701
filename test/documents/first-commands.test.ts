import { firstCommands, shownLines, withRun } from '../../docs/first-commands';
import { textOf } from '../../docs/pages';

const readme = textOf('README.md');
const [demo] = firstCommands;

test.each(firstCommands)(
	'the README shows ten lines of a run of $name',
	({ name, words, shows }) => {
		expect(readme).toContain(`\nnpm ci && npm ${words.join(' ').replace(' -- --once', '')}\n`);
		const shown = shownLines(readme, name);
		expect(shown).toHaveLength(10);
		expect(shown.filter((line) => !shows.test(line))).toEqual([]);
		expect(readme.indexOf(`<!-- ${name} -->`)).toBeLessThan(readme.indexOf('## Installation'));
	},
);

test('the lines of another run take their place, and nothing else changes', () => {
	const others = shownLines(readme, demo.name).map((line) => line.replace(/ \d+\.\d\d /, ' 1.25 '));
	const output = ['> a line of npm', ...others, 'a line that is not shown'].join('\n');
	const changed = withRun(readme, demo, output);
	expect(shownLines(changed, demo.name)).not.toEqual(shownLines(readme, demo.name));
	expect(withRun(changed, demo, shownLines(readme, demo.name).join('\n'))).toBe(readme);
});

test('a run that printed something else leaves the README alone', () => {
	const [first, ...others] = shownLines(readme, demo.name);
	expect(() => withRun(readme, demo, others.join('\n'))).toThrow('9 lines would be shown');
	expect(() => withRun(readme, demo, [first, first, ...others].join('\n'))).toThrow('11 lines');
	expect(() => withRun('A page', demo, [first, ...others].join('\n'))).toThrow(
		'has no <!-- demo -->',
	);
});
