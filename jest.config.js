/** One project per kind of test, so that `npx jest --selectProjects engine` runs one kind alone. */
const project = (displayName, extra = {}) => ({
	displayName,
	testEnvironment: 'node',
	testMatch: [`<rootDir>/test/${displayName}/**/*.test.ts`],
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }] },
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
	// The tests mostly wait for one another's processes; jest alone would leave one processor idle.
	maxWorkers: '100%',
	projects: [
		project('unit'),
		project('documents'),
		project('service'),
		project('simulator'),
		project('engine'),
		project('conformance'),
		project('publishing'),
	],
};
