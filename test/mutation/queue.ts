import { relative } from 'node:path';

import { usualPart } from '../together/support/run-together';

/** A pattern for the names of test files: with those of one file of the code alone, each mutant takes a tenth of the time. */
const wanted = new RegExp(process.env.MUTATION_TESTS ?? '');

// In one sandbox, so that each mutant loads the code once. The exploration takes too long for every mutant.
for (const file of usualPart('unit/queue').filter(
	(path) => !path.includes('explore') && wanted.test(path),
)) {
	describe(relative(__dirname, file), () => {
		jest.requireActual(file);
	});
}
