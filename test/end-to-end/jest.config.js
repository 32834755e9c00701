/** Everything together: the packed package in a real n8n, the local service, the simulated desktop. */
module.exports = {
	displayName: 'end-to-end',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/end-to-end/**/*.test.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/jest/transform.js' },
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/n8n/node_modules/',
		'<rootDir>/n8n/versions/',
	],
	globalSetup: '<rootDir>/test/end-to-end/set-up.ts',
	globalTeardown: '<rootDir>/test/end-to-end/tear-down.ts',
	// Most of the time a file waits: for a minute to be over, a desktop, a browser.
	maxWorkers: 3,
	testSequencer: '<rootDir>/test/end-to-end/order.js',
	// What a failed test has left open must not keep the run from ending; its failure is reported all the same.
	forceExit: true,
	// Three n8n side by side leave each less of the processors.
	testTimeout: 240_000,
};
