const { existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');

/** One project per kind of test, so that `npx jest --selectProjects engine` runs one kind alone. */
const project = (displayName, extra = {}) => ({
	displayName,
	testEnvironment: '<rootDir>/test/jest/environment.js',
	runtime: '<rootDir>/test/jest/runtime.js',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	transform: { '^.+\\.ts$': '<rootDir>/test/jest/transform.js' },
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/n8n/node_modules/',
		'<rootDir>/n8n/versions/',
		'<rootDir>/.cache/',
	],
	...extra,
});

/** What works on PostgreSQL is tried on both databases each time; everything else with `npm run test:postgres`. */
const onPostgres = process.env.TEST_EVERYTHING_ON_POSTGRES
	? ['service/*', 'conformance/*']
	: [
			'service/idempotency',
			'service/plans-postgres',
			'service/postgres',
			'service/queued-requests',
			'service/search',
			'service/several-processes',
		];

/** PostgreSQL's programs, where Debian keeps them. Without it, one test says that nothing was tried on it. */
const hasPostgres = existsSync('/usr/lib/postgresql');

// jest starts its processes with the options that it was started with itself. These save an eighth of their processor time:
// collecting young objects less often, and compiling no function before it is called.
process.execArgv.push('--min-semi-space-size=32', '--max-semi-space-size=64', '--max-lazy');

module.exports = {
	testTimeout: 60_000,
	// Many tests wait, for processes of their own or for the next try of a call; jest alone would leave processors idle.
	maxWorkers: availableParallelism() + 2,
	// The situations of the lawful service mostly wait, and share nothing.
	maxConcurrency: 12,
	projects: [
		project('unit'),
		project('documents'),
		project('service', {
			// The others work on both databases.
			testMatch: [
				'<rootDir>/test/service/**/*.test.ts',
				'!**/service/{postgres,plans-postgres}.test.ts',
			],
		}),
		project('postgres', {
			...(hasPostgres
				? {
						testMatch: onPostgres.map((name) => `<rootDir>/test/${name}.test.ts`),
						setupFiles: ['<rootDir>/test/jest/on-postgres.js'],
						globalSetup: '<rootDir>/test/jest/start-postgres.ts',
						globalTeardown: '<rootDir>/test/jest/stop-postgres.ts',
					}
				: { testMatch: ['<rootDir>/test/jest/without-postgres.test.ts'] }),
		}),
		project('simulator'),
		project('engine'),
		project('conformance'),
		project('lawful'),
		project('publishing', { globalSetup: '<rootDir>/test/jest/pack-service.ts' }),
	],
};
