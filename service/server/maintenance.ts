import type { Logger } from 'pino';

import type { Sessions } from '../connector/sessions';
import { deleteLeftAnswers } from '../store/answer-parts';
import type { Store } from '../store/database';
import type { RestoreGuard } from '../store/restore-guard';
import {
	deleteDeadProcesses,
	isShared,
	keepAlive,
	registerProcess,
	unregisterProcess,
} from '../store/service-processes';

interface MaintenanceParts {
	readonly store: Store;
	/** This process. */
	readonly processId: string;
	readonly runsDesktops: boolean;
	/** How long the others wait for a sign of life before they take over from this process. */
	readonly takeOverSeconds: number;
	readonly sessions: Sessions;
	readonly guard: RestoreGuard;
	readonly sessionTimeoutSeconds: number;
	/** Makes the deliveries that are due, also those that a process has left that died. */
	readonly deliver: () => void;
	readonly log: Logger;
}

interface Maintenance {
	/** Takes the process off the list of those that are alive. */
	close(): Promise<void>;
}

const LONGEST_PAUSE_SECONDS = 5;

/** Signs of life for each time that the others wait, so that one can get lost. */
const SIGNS = 3;

/** A process that has its data for itself need not give signs of life. */
const FOREVER = '9999-12-31T23:59:59.999Z';

/** Does something again and again, with a pause between. One failure does not stop it. */
function repeat(seconds: number, work: () => Promise<void>, log: Logger): () => Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	let isStopped = false;
	let current = Promise.resolve();
	const plan = () => {
		if (!isStopped) timer = setTimeout(run, seconds * 1000);
	};
	const run = () => {
		current = work()
			.catch((error: unknown) => log.error(error))
			.then(plan);
	};
	plan();
	return async () => {
		isStopped = true;
		clearTimeout(timer);
		await current;
	};
}

/**
 * Registers the process, says from time to time that it is alive, and does what any process may do for all of them: it ends the
 * connector sessions whose time is up, and takes over the work of those that have died.
 * @throws Error when it is to run the simulated desktops and another process does
 */
export async function startMaintenance(parts: MaintenanceParts): Promise<Maintenance> {
	const { store, processId, runsDesktops, takeOverSeconds, sessions, deliver, log } = parts;
	const aliveUntil = () =>
		isShared(store) ? new Date(Date.now() + takeOverSeconds * 1000).toISOString() : FOREVER;

	await registerProcess(store, { id: processId, aliveUntil: aliveUntil(), runsDesktops });
	const stopSigns = isShared(store)
		? repeat(takeOverSeconds / SIGNS, () => keepAlive(store, processId, aliveUntil()), log)
		: undefined;
	const stopWork = repeat(
		Math.min(LONGEST_PAUSE_SECONDS, takeOverSeconds, parts.sessionTimeoutSeconds),
		async () => {
			const now = new Date().toISOString();
			await parts.guard.beat();
			await deleteDeadProcesses(store, now);
			await sessions.endExpired();
			await deleteLeftAnswers(store, processId, now);
			deliver();
		},
		log,
	);

	return {
		async close() {
			await stopWork();
			await stopSigns?.();
			await unregisterProcess(store, processId);
		},
	};
}
