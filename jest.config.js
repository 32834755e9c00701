const { availableParallelism } = require('node:os');

/** One project for each folder of tests. `build/commands.ts` says which commands run which of them. */
const project = (displayName, { setupFiles = [], ...extra } = {}) => ({
	displayName,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	// Strips the types, which tsc has checked.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
	setupFiles: ['<rootDir>/test/jest/seed.ts', ...setupFiles],
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/n8n/node_modules/',
		'<rootDir>/n8n/versions/',
		'<rootDir>/.cache/',
	],
	...extra,
});

/** The nodes' pauses, which tests in n8n's engine may shorten. */
const pauses = { setupFiles: ['<rootDir>/test/engine/support/pauses.ts'] };

/** Tests that wait long: for a real n8n, for a proxy, or for packages to be installed. */
const isSlow = { setupFilesAfterEnv: ['<rootDir>/test/jest/long-timeout.ts'] };

/** Everything together: the packed package in a real n8n, the local service, the simulated desktop. */
const inN8n = {
	...isSlow,
	globalSetup: '<rootDir>/test/end-to-end/set-up.ts',
	globalTeardown: '<rootDir>/test/end-to-end/tear-down.ts',
};

/** What works on PostgreSQL is tried on both databases each time; everything else with `npm run test:all -- postgres`. */
const onPostgres = process.env.TEST_EVERYTHING_ON_POSTGRES
	? ['service/*', 'conformance/*']
	: [
			'service/applications',
			'service/foreseen-steps',
			'service/idempotency',
			'service/doctor',
			'service/lost-calls',
			'service/needs-somebody',
			'service/plans.postgres',
			'service/restore',
			'service/store.postgres',
			'service/queued-requests',
			'service/search',
			'service/several-processes',
			'service/statements.apart',
			'service/upgrade',
		];

// jest starts its processes with the options that it was started with itself. These save an eighth of their processor time:
// collecting young objects less often, and compiling no function before it is called.
process.execArgv.push('--min-semi-space-size=32', '--max-semi-space-size=64', '--max-lazy');

module.exports = {
	testTimeout: 150_000,
	// Many tests wait, for processes of their own or for the next try of a call; jest alone would leave processors idle.
	maxWorkers: availableParallelism() + 2,
	// The situations of the lawful service mostly wait, and share nothing.
	maxConcurrency: 12,
	projects: [
		project('together', pauses),
		project('longer', pauses),
		project('unit'),
		project('documents'),
		project('service', {
			// The others work on both databases.
			testMatch: ['<rootDir>/test/service/**/*.test.ts', '!**/*.postgres.test.ts'],
		}),
		project('postgres', {
			testMatch: onPostgres.map((name) => `<rootDir>/test/${name}.test.ts`),
			setupFiles: ['<rootDir>/test/jest/on-postgres.js'],
			globalSetup: '<rootDir>/test/jest/start-postgres.ts',
			globalTeardown: '<rootDir>/test/jest/stop-postgres.ts',
		}),
		project('simulator'),
		project('engine', pauses),
		project('conformance'),
		// Dozens of services work at once, so that each of them may be slow.
		project('lawful', { ...pauses, ...isSlow }),
		project('publishing', { globalSetup: '<rootDir>/test/jest/pack-service.ts' }),
		project('end-to-end', {
			...inN8n,
			setupFilesAfterEnv: [...isSlow.setupFilesAfterEnv, '<rootDir>/test/jest/second-try.js'],
		}),
		project('scale', inN8n),
		project('faults', inN8n),
		project('versions', inN8n),
		project('package', isSlow),
		project('proxies', isSlow),
	],
};
