const { join } = require('node:path');

/** The tests that have to notice each change of `queue/`. */
module.exports = {
	rootDir: join(__dirname, '../..'),
	testMatch: ['<rootDir>/test/mutation/queue.ts'],
	testEnvironment: '@stryker-mutator/jest-runner/jest-env/node',
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
};
