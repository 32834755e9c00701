const { basename } = require('node:path');

/** What mostly waits for the clock begins first, so that the end need not wait for it. */
const first = [
	'waiting',
	'trigger-pages',
	'conformance',
	'kill',
	'pages',
	'trigger-demo',
	'recipes',
];

const placeOf = ({ path }) => {
	const place = first.indexOf(basename(path, '.test.ts'));
	return place === -1 ? first.length : place;
};

/** In which order jest runs the files. */
module.exports = class {
	sort(tests) {
		return [...tests].sort(
			(one, other) => placeOf(one) - placeOf(other) || one.path.localeCompare(other.path),
		);
	}

	allFailedTests(tests) {
		return tests;
	}

	cacheResults() {}
};
