import { commands } from '../build/commands';
import { tableOf, withMarked } from './markdown';

/** Every task of the commands, as a table. */
const commandsTable = (): string =>
	tableOf(
		['command', 'what it does'],
		Object.entries(commands).flatMap(([command, { tasks }]) =>
			Object.entries(tasks).map(([name, { does }]) => [`\`npm run ${command} -- ${name}\``, does]),
		),
	);

/** A page with the table of commands between its marks. */
export const withCommands = (page: string): string => withMarked(page, 'commands', commandsTable());
