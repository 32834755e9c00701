const { readFileSync } = require('node:fs');
const { basename } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

// Reads what reporter.js has written, a file for each part. Of a test file that ran twice, the second time counts.
// results.js count FILE: how many tests have passed, and how many have failed.
// results.js failures FILE...: the tests that have failed.
// results.js failed-files FILE: the test files that they are in.

/** Of a run's output only the end may be kept, 20,000 characters of it; the failures are to fit in there. */
const MOST_EXPLAINED = 10;
const MOST_NAMED = 60;
const MOST_LINES = 14;
const MOST_CHARACTERS = 1000;

const readPart = (file) => {
	const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
	const results = lines.map((line) => JSON.parse(line));
	return [...new Map(results.map((result) => [result.file, result])).values()];
};

function count(part) {
	const sum = (countOf) => part.map(countOf).reduce((total, one) => total + one, 0);
	return `${sum(({ passed }) => passed)} ${sum(({ failures }) => failures.length)}`;
}

const shortened = (message) =>
	stripVTControlCharacters(message)
		.split('\n')
		.filter((line) => line.trim() !== '')
		.slice(0, MOST_LINES)
		.join('\n')
		.slice(0, MOST_CHARACTERS)
		.replace(/^/gm, '    ');

function failures(files) {
	const failed = files.flatMap((file) =>
		readPart(file).flatMap((result) =>
			result.failures.map(({ name, message }) => ({
				title: `${basename(file)}: ${result.file}: ${name}`,
				message,
			})),
		),
	);
	const explained = failed
		.slice(0, MOST_EXPLAINED)
		.map(({ title, message }) => `${title}\n${shortened(message)}`);
	const named = failed.slice(MOST_EXPLAINED, MOST_NAMED).map(({ title }) => title);
	const others = failed.length - explained.length - named.length;
	return [...explained, ...named, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
}

const failedFiles = (part) =>
	part.filter(({ failures: { length } }) => length > 0).map(({ file }) => file);

const answers = {
	count: ([file]) => count(readPart(file)),
	failures,
	'failed-files': ([file]) => failedFiles(readPart(file)),
};

const [what, ...files] = process.argv.slice(2);
for (const line of [answers[what](files)].flat()) console.log(line);
