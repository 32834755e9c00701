import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commands } from '../../build/commands';
import { repositoryFolder } from '../../n8n/files';

const { scripts } = JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

/** The commands of npm that a text names, `npm run check -- lint` for instance. */
export const commandsIn = (text: string): string[] =>
	[...text.matchAll(/npm run [\w:-]+(?: -- [a-z][\w-]*)?|npm test/g)].map(([command]) => command);

/** Whether there is such a command, and what it is told to do. */
export function isCommand(named: string): boolean {
	const [script, task] = named.replace(/^npm (?:run )?/, '').split(' -- ');
	const family = commands[script];
	return script in scripts && (!family || task === undefined || task in family.tasks);
}
