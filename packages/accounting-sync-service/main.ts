import { runService } from '../../service/run';
import { name } from './package.json';

/** The programs beside the service; each reads the rest of the command line when it is loaded. */
const commands: Record<string, () => Promise<unknown>> = {
	desktop: () => import('../../simulator/main'),
	faults: () => import('../../simulator/faults/main'),
};

const OTHER_COMMANDS = `
Other commands (add --help for more):
  ${name} application    applications with keys and webhook secrets of their own
  ${name} backup         copies the database into a file
  ${name} deliver-again  makes deliveries again that were given up
  ${name} doctor         says what is wrong with a service, and what to do
  ${name} restored       makes a restored database safe to work on
  ${name} desktop        a simulated desktop in a process of its own
  ${name} faults         makes a simulated desktop misbehave
`;

const [, , word = ''] = process.argv;
if (Object.hasOwn(commands, word)) {
	process.argv.splice(2, 1);
	void commands[word]();
} else {
	runService({ name, otherCommands: OTHER_COMMANDS });
}
