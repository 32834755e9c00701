/** Everything together once more, with n8n in queue mode: several processes, Redis and PostgreSQL. */
module.exports = {
	...require('../end-to-end/jest.config.js'),
	displayName: 'scale',
	testMatch: ['<rootDir>/test/scale/**/*.test.ts'],
};
