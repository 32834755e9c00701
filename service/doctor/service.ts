import { statSync } from 'node:fs';

import type { Store } from '../store/database';
import { aliveProcessCount, isShared } from '../store/service-processes';
import type { Asked } from './asked';
import { counted, type Finding, hindered, well, wrong } from './findings';

/** A service writes the file beside an SQLite database every five seconds. */
const SECONDS_WITHOUT_SIGN = 30;

function isFresh(memoryFile: string): boolean {
	const { mtimeMs = 0 } = statSync(memoryFile, { throwIfNoEntry: false }) ?? {};
	return Date.now() - mtimeMs < SECONDS_WITHOUT_SIGN * 1000;
}

/** How many processes work with a database, by their signs of life. One that was killed a moment ago still counts. */
async function processesAlive(store: Store, memoryFile: string): Promise<number> {
	const alive = await aliveProcessCount(store, new Date().toISOString());
	return isShared(store) || isFresh(memoryFile) ? alive : 0;
}

/**
 * Whether a service is running, by what it answers and by the signs of life in the database.
 * @param local where it listens by the settings; undefined if they leave the port open
 * @param memoryFile what a service writes beside an SQLite database
 */
export async function checkService(
	local: string | undefined,
	asked: Asked | undefined,
	store: Store | undefined,
	memoryFile: string,
): Promise<Finding> {
	if (local !== undefined && asked?.who === 'this service') return well(`It answers at ${local}.`);
	if (!store) return hindered('Whether a service runs is not known: the database can’t be read.');
	const other = asked?.who === 'somebody else' ? ` Something else answers at ${local}.` : '';
	const alive = await processesAlive(store, memoryFile);
	if (alive === 0)
		return wrong(
			`No service is running on this database.${other}`,
			'Start the service, and look in its log if it ends.',
		);
	return well(
		`${counted(alive, 'process is', 'processes are')} alive according to the database, with another --host or --port than this command was given, or on another machine.${other}`,
	);
}
