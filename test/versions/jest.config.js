const endToEnd = require('../end-to-end/jest.config');

/** Every n8n that people run: what the nodes are for, in each of them. `-t 'n8n 2.0'` tries one alone. */
module.exports = {
	...endToEnd,
	displayName: 'versions',
	testMatch: ['<rootDir>/test/versions/**/*.test.ts'],
	// Only one of them installs an n8n at a time.
	maxWorkers: 1,
};
