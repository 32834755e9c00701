import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

import { endGroupWithThisProcess, signalGroup } from './process-group';
import { type PartResult, saidOf, tableOf, waveringIn } from './results';
import { type Part, runParts } from './run-parts';
import { stopped } from './run-task';

/** Keeps every processor busy; returns how to stop that. */
function beBusy(): () => void {
	const stops = Array.from({ length: availableParallelism() }, () => {
		const { pid } = spawn(process.execPath, ['-e', 'for (;;);'], {
			stdio: 'ignore',
			detached: true,
		});
		const stopWatching = endGroupWithThisProcess(pid);
		return () => {
			signalGroup(pid, 'SIGKILL');
			stopWatching();
		};
	});
	return () => {
		for (const stop of stops) stop();
	};
}

/**
 * Runs parts several times with the processors busy, and says which tests did not always end the same.
 * @returns the status: 0 only if all of them passed each time
 */
export async function runSteady(times: number, parts: readonly Part[]): Promise<number> {
	const stop = beBusy();
	const runs: PartResult[][] = [];
	try {
		// Limits are those of an idle machine.
		const unlimited = parts.map(([name, task]): Part => [name, { ...task, minutes: undefined }]);
		while (runs.length < times && !stopped.by) runs.push(await runParts(unlimited));
	} finally {
		stop();
	}
	for (const [index, results] of runs.entries()) {
		process.stdout.write(`\nRun ${index + 1} of ${times}\n${tableOf(results)}\n`);
	}
	const problems = runs.flat().flatMap(({ problem }) => problem ?? []);
	const wavering = waveringIn(runs);
	const said = [...problems, saidOf(wavering)].filter(Boolean).join('\n');
	process.stdout.write(`\n${said || 'Every test passed each time.'}\n`);
	return said === '' ? 0 : 1;
}
