/** A program with its words; `words` are those that the caller has added. */
type Step = (words: readonly string[]) => readonly string[];

const program =
	(...given: string[]): Step =>
	(words) => [...given, ...words];

/**
 * What the caller adds stands first, because the last options of jest take whatever follows them. Paths that the caller names
 * take the place of those that the task has by itself.
 */
const runJest =
	(projects: string, ...options: string[]): Step =>
	(words) => {
		const namesPaths = words.length > 0 && !words[0].startsWith('-');
		const own = options.filter((option) => !namesPaths || !option.startsWith('--testPathPatterns'));
		return ['jest', ...words, ...own, '--selectProjects', ...projects.split(' ')];
	};

const build: Step = () => ['gulp'];
const buildService: Step = () => ['gulp', 'service'];

/** What is done by one name after a command. */
export interface Task {
	/** For people, in Markdown. */
	does: string;
	/** One after the other; what the caller adds goes to the last one. */
	steps: readonly Step[];
	env?: Readonly<Record<string, string>>;
	/** Whether the last step is jest, whose tests are counted. */
	hasTests?: boolean;
	/** After how many minutes it is ended; three times what it needs on two idle processors. */
	minutes?: number;
}

interface Family {
	tasks: Readonly<Record<string, Task>>;
	/** What is done without a name. */
	all: readonly string[];
	/** How several are done: one after the other unless said otherwise, and `counted` with a table of their tests at the end. */
	runs?: 'counted' | 'side by side';
}

/** What runs a real n8n: three files at a time, because most of the time a file waits. */
const inN8n = (project: string, workers = '1', ...options: string[]) => [
	build,
	runJest(
		project,
		...options,
		'--maxWorkers',
		workers,
		// What a failed test has left open must not keep the run from ending; its failure is reported all the same.
		'--forceExit',
		'--testSequencer=<rootDir>/test/end-to-end/order.js',
	),
];

/** The files with a real n8n that every change must pass. */
const GATE_IN_N8N = '/end-to-end/(demo|operations|trigger-demo|waiting|first-invoice)[.]test';

const packed: Task = {
	does: "packs the package, checks its contents, and runs n8n's package scan on sources and package; no rule is turned off",
	steps: [build, runJest('package')],
	hasTests: true,
};

/** Everything that `npm run NAME -- TASK` does, for the commands that have tasks. */
export const commands: Readonly<Record<string, Family>> = {
	gate: {
		all: ['test', 'longer', 'check', 'package', 'postgres', 'lawful', 'end-to-end'],
		runs: 'counted',
		tasks: {
			test: {
				does: 'the same as `npm test`',
				steps: [program('npm', 'test', '--')],
				hasTests: true,
				minutes: 13,
			},
			longer: {
				does: 'the files called `*.longer.test.ts`, which take too long for `npm test`',
				steps: [runJest('longer')],
				hasTests: true,
				minutes: 9,
			},
			check: {
				does: 'the same as `npm run check`',
				steps: [program('npm', 'run', 'check', '--')],
				minutes: 3,
			},
			package: { ...packed, minutes: 2 },
			postgres: {
				does: 'what has to be tried on PostgreSQL each time: the store, searches, restoring, several processes',
				steps: [runJest('postgres')],
				hasTests: true,
				minutes: 2,
			},
			lawful: {
				does: 'the nodes against a second service that was written only from the interface. It has a switch for every way in which a service may read the interface, and records what the desktop carried out. Typical situations are tried with every reading, the others with every fourth; the environment variables `TEST_SEED` and `LAWFUL_RUNS` set the random ones',
				steps: [runJest('lawful')],
				hasTests: true,
				minutes: 9,
			},
			'end-to-end': {
				does: 'a real n8n: the demo, a workflow for every operation, the trigger, sleeping and waking with lost answers, and the first invoice in the browser',
				steps: inN8n('end-to-end', '3', `--testPathPatterns=${GATE_IN_N8N}`),
				hasTests: true,
				minutes: 14,
			},
		},
	},
	'test:all': {
		all: ['thorough', 'lawful', 'postgres', 'proxies', 'end-to-end', 'scale', 'faults'],
		runs: 'counted',
		tasks: {
			thorough: {
				does: 'the files called `*.thorough.test.ts` (every operation, every record, large sizes, programs that are started), and the project publishing',
				steps: [
					runJest(
						'unit documents service simulator engine publishing',
						'--testPathPatterns=[.]thorough[.]|test/publishing/',
					),
				],
				hasTests: true,
			},
			lawful: {
				does: 'the same, but every situation with every reading',
				steps: [runJest('lawful')],
				env: { LAWFUL_EVERY: '1' },
				hasTests: true,
			},
			postgres: {
				does: 'the tests of the service and of the interface on PostgreSQL, which the run starts in a temporary folder (`apt-get install postgresql prometheus`)',
				steps: [runJest('postgres')],
				env: { TEST_EVERYTHING_ON_POSTGRES: '1' },
				hasTests: true,
			},
			proxies: {
				does: 'the service behind Caddy and nginx, as the files in `deploy/` configure them, with the conformance suite (`apt-get install caddy nginx openssl`)',
				steps: [runJest('proxies')],
				hasTests: true,
			},
			package: packed,
			'end-to-end': {
				does: 'a real n8n: the demo, a workflow for every operation, the trigger and waiting, with restarts and lost answers; every recipe; the editor in a browser (`apt-get install chromium`). With `/operations`, that file alone',
				steps: inN8n('end-to-end', '3'),
				hasTests: true,
			},
			scale: {
				does: 'n8n as six or seven processes with Redis and PostgreSQL, some of which are killed (`apt-get install redis-server postgresql`)',
				steps: inN8n('scale'),
				hasTests: true,
			},
			faults: {
				does: 'writes, pages and hostile bodies in a real n8n, with every fault on the way to the service and back; a search for secrets in everything that is left behind; a short soak test; Redis and PostgreSQL have to be installed. The environment variables `FAULTS_SEED`, `FAULTS_WRITES`, `FAULTS_PAGES`, `FAULTS_BODIES` and `FAULTS_MINUTES` set its size',
				steps: inN8n('faults'),
				hasTests: true,
			},
			versions: {
				does: "the main functions of the nodes in every n8n of `n8n/files.ts`, each installed with its own lock file; with `-t 'n8n 2.0'`, in only one",
				steps: inN8n('versions').slice(1),
				hasTests: true,
			},
			soak: {
				does: 'an office that works with n8n and the service for 30 minutes (`--minutes 3` for less); memory and files must not grow. Linux only',
				steps: [build, program('tsx', 'test/faults/soak/main.ts')],
			},
			kill: {
				does: 'a hundred sudden kills under load, of one process or, with `--processes 3`, of one of several and of their PostgreSQL; many are frozen for some seconds before',
				steps: [program('tsx', 'test/end-to-end/kill/main.ts')],
			},
			mutation: {
				does: 'mutation tests: changes the code of `queue/` in one small way after the other, each of which a test has to notice',
				steps: [program('stryker', 'run', 'test/mutation/stryker.config.mjs')],
			},
			fuzz: {
				does: 'thousands of hostile inputs for the service',
				steps: [program('tsx', 'test/service/fuzz/run.ts')],
			},
			conformance: {
				does: '[asks any service](docs/local-service.md#does-a-service-keep-the-interface), with `--base-url` and `--api-key`, whether it keeps the interface, statement by statement',
				steps: [program('tsx', 'test/conformance/run.ts')],
			},
		},
	},
	check: {
		all: ['lint', 'format', 'imports', 'exports', 'spelling', 'types', 'build'],
		runs: 'side by side',
		tasks: {
			lint: {
				does: "ESLint, with n8n's rules for what is published",
				steps: [program('eslint', '.')],
			},
			format: { does: 'Prettier', steps: [program('prettier', '--check', '.')] },
			imports: {
				does: 'the layers: which folder may import which',
				steps: [program('depcruise', '.')],
			},
			exports: { does: 'what is exported or installed and not used', steps: [program('knip')] },
			spelling: {
				does: 'the spelling of the pages and the sources, in British English; add names and technical terms to [cspell.words.txt](cspell.words.txt)',
				steps: [
					program(
						'cspell',
						'lint',
						'--no-progress',
						'--no-summary',
						'--cache',
						'--cache-location',
						'.cache/cspell',
					),
				],
			},
			types: { does: 'TypeScript', steps: [program('tsc')] },
			build: { does: 'whether the package can be built', steps: [build] },
			fix: {
				does: 'mends what ESLint and Prettier can mend by themselves',
				steps: [() => ['eslint', '.', '--fix'], () => ['prettier', '--write', '.']],
			},
		},
	},
	generate: {
		all: ['qbxml', 'schemas', 'docs', 'charts'],
		tasks: {
			qbxml: {
				does: 'the facts of qbXML, from `quickbooks/facts/qbxml-16.0.json`',
				steps: [program('tsx', 'build/make-facts.ts')],
			},
			schemas: {
				does: 'the output schemas of what is no record of qbXML, from real answers of the local service; the build makes all others from the facts',
				steps: [program('tsx', 'test/engine/output-schemas/make.ts')],
			},
			docs: {
				does: '[docs/errors.md](docs/errors.md), [docs/any-service.md](docs/any-service.md), [docs/checked-requests.md](docs/checked-requests.md), the [settings of the service](docs/settings.md) and this table',
				steps: [program('tsx', 'docs/make.ts')],
			},
			charts: {
				does: 'the charts in `docs/charts`, from the tables of the pages; the benches do so too when they write a page',
				steps: [program('tsx', 'bench/draw-charts.ts')],
			},
			screenshots: {
				does: 'the screenshots on all pages, with end-to-end tests in Chromium',
				steps: [program('tsx', 'docs/make-screenshots.ts')],
			},
			'first-commands': {
				does: 'what the README shows of its first commands, from a run of both in a fresh clone',
				steps: [program('tsx', 'docs/make-first-commands.ts')],
			},
			compatibility: {
				does: 'the table of versions, from a run of `npm run test:all -- versions`',
				steps: [program('tsx', 'docs/make-compatibility.ts')],
			},
		},
	},
	bench: {
		all: [],
		tasks: {
			nodes: {
				does: '[the nodes](docs/performance.md) beside n8n’s own: a quick look, printed; with `--full`, the whole page',
				steps: [program('tsx', '--expose-gc', 'bench/main.ts')],
			},
			service: {
				does: '[the service](docs/performance-service.md) with long queues',
				steps: [program('tsx', 'bench/service/main.ts')],
			},
			load: {
				does: 'the service with a thousand connections at work',
				steps: [buildService, program('tsx', 'bench/load/main.ts')],
			},
			'large-answers': {
				does: 'the service with large answers',
				steps: [buildService, program('tsx', 'bench/large-answers/main.ts')],
			},
			package: {
				does: "[the package's](docs/performance-package.md) size, and how long n8n takes to load it",
				steps: [program('tsx', 'bench/package/main.ts')],
			},
			scale: {
				does: '[many workers](docs/scaling.md)',
				steps: [program('tsx', 'bench/scale/main.ts')],
			},
			stale: {
				does: 'lists the figures that were measured before their code changed, and how to measure them again',
				steps: [program('tsx', 'bench/stale.ts')],
			},
		},
	},
};
