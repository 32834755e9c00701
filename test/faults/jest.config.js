const endToEnd = require('../end-to-end/jest.config');

/** Hard times: the packed package in a real n8n, with all that can go wrong between it and the service. */
module.exports = {
	...endToEnd,
	displayName: 'faults',
	testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
	// The soak measures processor and memory.
	maxWorkers: 1,
};
