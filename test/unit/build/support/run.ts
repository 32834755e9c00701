import type { Task } from '../../../../build/commands';
import { type Part, runAndReport } from '../../../../build/run-parts';
import { runSteady } from '../../../../build/run-steady';

// run.ts PARTS [TIMES | WORD…]: runs parts that a test has made up, once with these words, or so many times. PARTS are JSON.

type Given = ReadonlyArray<Omit<Task, 'does' | 'steps'> & { name: string; programs: string[][] }>;

const [given, ...words] = process.argv.slice(2);
const times = Number(words[0]);
const parts = (JSON.parse(given) as Given).map(({ name, programs, ...task }): Part => [
	name,
	{
		does: 'what a test wants',
		steps: programs.map((program) => (added: readonly string[]) => [...program, ...added]),
		...task,
	},
]);

const run = times > 0 ? runSteady(times, parts) : runAndReport(parts, words);
run.then(
	(status) => {
		process.exitCode = status;
	},
	(error: unknown) => {
		process.stderr.write(String(error));
		process.exitCode = 2;
	},
);
