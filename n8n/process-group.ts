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
