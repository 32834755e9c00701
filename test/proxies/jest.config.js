/** The service behind the TLS proxies of deploy/, as they are installed on this machine. */
module.exports = {
	displayName: 'proxies',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/proxies/**/*.test.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/jest/transform.js' },
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/n8n/node_modules/',
		'<rootDir>/n8n/versions/',
	],
	testTimeout: 300_000,
};
