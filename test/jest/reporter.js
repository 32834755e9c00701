const { appendFileSync, writeFileSync } = require('node:fs');
const { relative } = require('node:path');

const { RESULTS_FILE } = process.env;

/** As in build/results.ts. */
const ENDED = 'ended';

/** What became of each test of a file. What fails around them, such as loading the file or an afterAll, counts as one more. */
const outcomes = ({ testExecError, failureMessage, testResults }) => [
	...testResults.map(({ fullName, status, failureMessages, retryReasons = [] }) => ({
		name: fullName,
		status,
		error: failureMessages[0],
		firstError: retryReasons[0],
	})),
	...(testExecError
		? [
				{
					name: testResults.length === 0 ? 'could not be run' : 'failed around its tests',
					status: 'failed',
					error: testExecError.stack || testExecError.message || failureMessage,
				},
			]
		: []),
];

/**
 * Writes a line of JSON into RESULTS_FILE for each test of a file that is done, as `TestResult` in build/results.ts has it: a
 * run that is ended early keeps what it has shown until then. The file is there as soon as jest has begun, and has `ENDED` in its
 * last line once all files have run.
 */
module.exports = class {
	constructor() {
		writeFileSync(RESULTS_FILE, '');
	}

	onTestResult({ path }, result) {
		const file = relative(process.cwd(), path);
		const lines = outcomes(result).map((outcome) => `${JSON.stringify({ file, ...outcome })}\n`);
		appendFileSync(RESULTS_FILE, lines.join(''));
	}

	onRunComplete() {
		appendFileSync(RESULTS_FILE, `${ENDED}\n`);
	}
};
