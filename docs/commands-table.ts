import { commands } from '../build/commands';

const [START, END] = ['<!-- commands -->', '<!-- /commands -->'];

/** Every task of the commands, as a table. */
function commandsTable(): string {
	const rows = Object.entries(commands).flatMap(([command, { tasks }]) =>
		Object.entries(tasks).map(
			([name, { does }]) => `| \`npm run ${command} -- ${name}\` | ${does} |`,
		),
	);
	return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}

/** A page with the table of commands between its marks. */
export function withCommands(page: string): string {
	const [before, rest = ''] = page.split(START);
	const [, after] = rest.split(END);
	if (after === undefined) throw new Error(`The page has no ${START} and ${END}.`);
	return `${before}${START}\n\n${commandsTable()}\n\n${END}${after}`;
}
