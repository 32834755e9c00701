import { homedir } from 'node:os';
import { join } from 'node:path';

import { runService } from '../../service/run';
import { name } from './package.json';

/** The programs beside the service; each reads the rest of the command line when it is loaded. */
const commands: Record<string, () => Promise<unknown>> = {
	desktop: () => import('../../simulator/main'),
	faults: () => import('../../simulator/faults/main'),
};

const OTHER_COMMANDS = `
Other commands (add --help for more):
  ${name} application   applications with keys and webhook secrets of their own
  ${name} backup        copies the database into a file
  ${name} restored      makes a restored database safe to work on
  ${name} desktop       a simulated desktop in a process of its own
  ${name} faults        makes a simulated desktop misbehave
`;

const [, , word = ''] = process.argv;
if (Object.hasOwn(commands, word)) {
	process.argv.splice(2, 1);
	void commands[word]();
} else {
	runService({
		name,
		// In the same place wherever it is started: it keeps the key that is in n8n's credential.
		database: join(homedir(), '.accounting-sync', 'service.sqlite'),
		log: 'warn',
		otherCommands: OTHER_COMMANDS,
	});
}
