const { appendFileSync, writeFileSync } = require('node:fs');
const { relative } = require('node:path');

const { RESULTS_FILE } = process.env;

/** A suite that could not even be loaded counts as one failed test. */
const failuresOf = ({ testExecError, failureMessage, testResults }) =>
	testExecError
		? [{ name: 'could not be run', message: failureMessage }]
		: testResults
				.filter(({ status }) => status === 'failed')
				.map(({ fullName, failureMessages }) => ({ name: fullName, message: failureMessages[0] }));

/**
 * Writes a line of JSON into RESULTS_FILE whenever a test file is done: a run that is ended early keeps what it has shown
 * until then. The file is there as soon as jest has begun.
 */
module.exports = class {
	constructor() {
		writeFileSync(RESULTS_FILE, '');
	}

	onTestResult({ path }, result) {
		const line = {
			file: relative(process.cwd(), path),
			passed: result.numPassingTests,
			failures: failuresOf(result),
		};
		appendFileSync(RESULTS_FILE, `${JSON.stringify(line)}\n`);
	}
};
