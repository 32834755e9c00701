/** What is published: the packed package, looked at as n8n looks at it before it verifies one. */
module.exports = {
	displayName: 'package',
	rootDir: '../..',
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/package/**/*.test.ts'],
	transform: { '^.+\\.ts$': '<rootDir>/test/jest/transform.js' },
	modulePathIgnorePatterns: [
		'<rootDir>/dist/',
		'<rootDir>/n8n/node_modules/',
		'<rootDir>/n8n/versions/',
	],
	testTimeout: 300_000,
};
