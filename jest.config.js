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

module.exports = {
	testTimeout: 60_000,
	// Many tests wait, for processes of their own or for the next try of a call; jest alone would leave processors idle.
	maxWorkers: availableParallelism() + 2,
	// The situations of the lawful service mostly wait, and share nothing.
	maxConcurrency: 24,
	projects: [
		project('unit'),
		project('documents'),
		project('service'),
		project('simulator'),
		project('engine'),
		project('conformance'),
		project('lawful'),
		project('publishing', { globalSetup: '<rootDir>/test/jest/pack-service.ts' }),
	],
};
