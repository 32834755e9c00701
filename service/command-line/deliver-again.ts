import { Command, InvalidArgumentError } from 'commander';

import { deliverAgainSince, momentOf, WHAT_A_MOMENT_IS } from '../queue/deliver-again';
import { openStore } from '../store/database';
import { databaseAt } from './database';
import { databaseOption, type Program } from './options';

/** The word on the command line. */
export const DELIVER_COMMAND = 'deliver-again';

function moment(text: string): string {
	const since = momentOf(text);
	if (since === undefined) throw new InvalidArgumentError(`It ${WHAT_A_MOMENT_IS}`);
	return since;
}

/**
 * Makes the deliveries due again that were given up, while a service works on the database or not.
 * @param words the whole command line
 */
export async function runDeliverCommand(program: Program, words: readonly string[]): Promise<void> {
	await new Command(`${program.name} ${DELIVER_COMMAND}`)
		.description(
			'Delivers again what was given up, of all requests that have ended since a moment.',
		)
		.requiredOption('--since <time>', 'since when, such as 2026-01-31T18:00:00Z', moment)
		.addOption(databaseOption(program))
		.action(async ({ since, database }: { since: string; database: string }) => {
			const store = await openStore(databaseAt(database));
			try {
				const count = await deliverAgainSince(store, since);
				process.stdout.write(
					`${count} deliveries are due again. A service that is running makes them within seconds.\n`,
				);
			} finally {
				await store.destroy();
			}
		})
		.parseAsync([...words.slice(0, 2), ...words.slice(3)]);
}
