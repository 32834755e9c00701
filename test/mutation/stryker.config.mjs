/** Mutation tests of `queue/`: one small change of the code after the other, each of which a test has to notice. */
export default {
	mutate: ['queue/**/*.ts'],
	testRunner: 'jest',
	plugins: ['@stryker-mutator/jest-runner'],
	jest: {
		projectType: 'custom',
		configFile: 'test/mutation/jest.config.js',
		// It can't see which code a file needs that loads the others.
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	ignoreStatic: true,
	concurrency: 2,
	timeoutMS: 10_000,
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: '.cache/mutation/report.json' },
	tempDirName: '.cache/mutation/sandbox',
	ignorePatterns: ['dist', '.cache', 'n8n/node_modules', 'n8n/versions'],
	symlinkNodeModules: true,
};
