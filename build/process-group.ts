import { spawn } from 'node:child_process';

/** Sends a signal to a process group, or only looks (0); whether there was anybody left in it. */
export function signalGroup(group: number | undefined, signal: NodeJS.Signals | 0): boolean {
	if (group === undefined) return false;
	try {
		return process.kill(-group, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
		throw error;
	}
}

/**
 * Has a process group end with the running process, even if that is killed, or ends where nobody hears of it, as in a
 * test under jest: a shell beside it waits for the end of its input, which only the running process holds open. It ends
 * the group with SIGKILL: at SIGTERM npm would take minutes to tidy up, and do so under the feet of the next install.
 * @returns stops watching, once the group has ended by itself
 */
export function endGroupWithThisProcess(group: number | undefined): () => void {
	if (group === undefined) return () => {};
	const watch = spawn('/bin/sh', ['-c', 'read -r _; kill -s KILL -- "-$0"', String(group)], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore'],
	});
	watch.unref();
	return () => void watch.kill('SIGKILL');
}
