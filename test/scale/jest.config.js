/** Everything together once more, with n8n in queue mode: several processes, Redis and PostgreSQL. */
module.exports = {
	...require('../end-to-end/jest.config.js'),
	displayName: 'scale',
	testMatch: ['<rootDir>/test/scale/**/*.test.ts'],
	// An n8n of six processes has no room for another one beside it.
	maxWorkers: 1,
};
