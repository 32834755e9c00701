import { readFileSync } from 'node:fs';
import path from 'node:path';

import { textOf } from '../../docs/pages';

const PAGE = 'docs/connector.md';

/** A link to a test file, and the name of a test in it. */
const PLAYED = /\[\w+\]\(\.\.\/(test\/[\w/.-]+)\): `([^`]+)`/g;

const played = [...textOf(PAGE).matchAll(PLAYED)].map(([, file, name]) => ({ file, name }));

it(`${PAGE} names tests that exist`, () => {
	expect(played.length).toBeGreaterThan(30);
	const missing = played.filter(
		({ file, name }) =>
			!readFileSync(path.join(__dirname, '..', '..', file), 'utf8').includes(name),
	);
	expect(missing).toEqual([]);
});
