import {
	countsOf,
	failuresOf,
	isUnsteady,
	type PartResult,
	problemOf,
	readResults,
	sumOf,
	type TestResult,
	unsteadyOf,
	waveringIn,
} from '../../../build/results';

const FILE = 'test/unit/some.test.ts';

const passed = (name: string): TestResult => ({ file: FILE, name, status: 'passed' });
const failed = (name: string, error = 'Expected 1, got 2'): TestResult => ({
	file: FILE,
	name,
	status: 'failed',
	error,
});
const second = (name: string): TestResult => ({ ...passed(name), firstError: 'missed a key' });
const skipped = (name: string): TestResult => ({ file: FILE, name, status: 'pending' });

const part = (...tests: TestResult[]): PartResult => ({ part: 'thorough', tests, seconds: 60 });

describe('the counts of a part', () => {
	it('are those of its tests', () => {
		const tests = [passed('a'), passed('b'), failed('c'), second('d'), skipped('e')];
		expect(countsOf(part(...tests))).toEqual({ passed: 3, failed: 1, skipped: 1, unsteady: 1 });
	});

	it('have a problem among what failed, also beside tests that passed', () => {
		const problem = 'thorough: was ended after 3 minutes.';
		expect(countsOf({ ...part(passed('a')), problem })).toMatchObject({ passed: 1, failed: 1 });
	});

	it('are one where there are no tests', () => {
		const check = { part: 'check', seconds: 60 };
		expect(countsOf(check)).toMatchObject({ passed: 1, failed: 0 });
		expect(countsOf({ ...check, problem: 'check: failed' })).toMatchObject({
			passed: 0,
			failed: 1,
		});
	});

	it('are added up', () => {
		expect(sumOf([part(passed('a'), failed('b')), part(passed('a'))])).toEqual({
			passed: 2,
			failed: 1,
		});
	});
});

describe('what the reporter has written', () => {
	const line = JSON.stringify(passed('a'));

	it('is read up to its end', () => {
		expect(readResults(`${line}\n${line}\nended\n`)).toEqual({
			tests: [passed('a'), passed('a')],
			hasEnded: true,
		});
	});

	it.each(['', line, `${line}\n`, `${line}\n${line.slice(0, 20)}`, `${line}\nended`])(
		'has no end where it breaks off: %j',
		(text) => {
			expect(readResults(text)).toMatchObject({ hasEnded: false });
		},
	);
});

describe('the problem of a part', () => {
	const read = (tests: TestResult[], hasEnded = true) => ({ tests, hasEnded });

	it.each([
		['its tests never began', 1, undefined, 'before its tests had begun'],
		['its tests never began, and nobody said so', 0, undefined, 'before its tests had begun'],
		[
			'jest ended early as if all were well',
			0,
			read([passed('a')], false),
			'before all of its tests',
		],
		['jest ended early', 1, read([failed('a')], false), 'before all of its tests'],
		['it failed without a failed test', 1, read([passed('a')]), 'none of its tests did'],
		['it had no test', 0, read([]), 'no test passed'],
		['all its tests were skipped', 0, read([skipped('a')]), 'no test passed'],
	])('is said where %s', (_, status, results, said) => {
		expect(problemOf('thorough', status, results)).toContain(said);
	});

	it('is none where everything passed, or a test says what failed', () => {
		expect(problemOf('thorough', 0, read([passed('a'), skipped('b')]))).toBeUndefined();
		expect(problemOf('thorough', 1, read([passed('a'), failed('b')]))).toBeUndefined();
	});
});

describe('what is said of failures', () => {
	it('names part, file, test and the beginning of its error, without colours', () => {
		const error = '\u001B[31mExpected 1\u001B[39m\n\n    at some.test.ts:3';
		const said = failuresOf([part(failed('writes once', error))]);
		expect(said).toBe(`thorough: ${FILE}: writes once\n    Expected 1\n        at some.test.ts:3`);
	});

	it('begins with what is no test', () => {
		const problem = 'thorough: was ended after 3 minutes.';
		expect(failuresOf([{ ...part(failed('a')), problem }]).split('\n')[0]).toBe(problem);
	});

	it('fits into what is kept of an output, however much there is', () => {
		const text = 'x'.repeat(5000);
		const many = Array.from({ length: 200 }, (_, index) => `test ${index} ${text}`);
		const parts = [part(...many.map((name) => failed(name, text)), ...many.map(second))];
		const [red, unsteady] = [failuresOf(parts), unsteadyOf(parts)];
		expect(red.length + unsteady.length).toBeLessThan(19_000);
		for (const said of [red, unsteady]) {
			expect(said).toMatch(/test 5 x+\n {4}\S/);
			expect(said).toMatch(/test 39 x+\nand 160 more$/);
		}
	});
});

it('names what passed only at the second try, with its first error', () => {
	expect(isUnsteady(second('a'))).toBe(true);
	expect(isUnsteady({ ...failed('a'), firstError: 'missed a key' })).toBe(false);
	expect(unsteadyOf([part(passed('a'), second('b'))])).toBe(
		`unsteady: thorough: ${FILE}: b\n    missed a key`,
	);
});

describe('what several runs say', () => {
	const waver = (...runs: TestResult[][]) => waveringIn(runs.map((tests) => [part(...tests)]));

	it('is nothing where each test came to the same', () => {
		const run = [passed('a'), skipped('b'), passed('two of one name'), passed('two of one name')];
		expect(waver(run, run, run)).toEqual([]);
	});

	it.each([
		['failed once', [[passed('a')], [failed('a')], [passed('a')]], '2 × passed, 1 × failed'],
		['failed each time', [[failed('a')], [failed('a')]], '2 × failed'],
		[
			'needed a second try',
			[[passed('a')], [second('a')]],
			'1 × passed, 1 × passed at the second try',
		],
		['was skipped once', [[passed('a')], [skipped('a')]], '1 × passed, 1 × pending'],
		['was missing once', [[passed('a')], []], '1 × passed, 1 × not there'],
		[
			'was missing once, with another of its name',
			[[passed('a'), passed('a')], []],
			'2 × passed, 2 × not there',
		],
		[
			'failed beside another of its name',
			[
				[passed('a'), failed('a')],
				[passed('a'), failed('a')],
			],
			'2 × passed, 2 × failed',
		],
	])('is a test that %s', (_, runs, outcomes) => {
		expect(waver(...runs)).toEqual([expect.objectContaining({ outcomes })]);
	});

	it('is told with the first error', () => {
		const runs = [[passed('a')], [failed('a', 'first')], [failed('a', 'later')]];
		expect(waver(...runs)).toEqual([
			{ title: `thorough: ${FILE}: a`, outcomes: '1 × passed, 2 × failed', error: 'first' },
		]);
	});
});
