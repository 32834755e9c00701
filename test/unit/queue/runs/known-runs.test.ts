import { knownRuns, REMEMBERED, rememberRun } from '../../../../queue/runs/knownRuns';

/** A node each time, for a process remembers the runs of each. */
let nodes = 0;
const newNode = () => `node ${(nodes += 1)}`;

const run = (number: number) => ({ id: `id-${number}`, requestId: `run-${number}` });

test('a run is remembered, with how many of its pages were taken', () => {
	const [node, staticData] = [newNode(), {}];
	expect(knownRuns(node, staticData)).toEqual([]);
	rememberRun(node, staticData, run(1));
	rememberRun(node, staticData, run(2), 2);
	rememberRun(node, staticData, run(2), 1);
	const known = [
		{ ...run(1), taken: 0 },
		{ ...run(2), taken: 3 },
	];
	expect(knownRuns(node, staticData)).toEqual(known);
	expect(staticData).toEqual({ runs: known });
});

test('what another process has stored counts too, and the larger number of pages', () => {
	const node = newNode();
	rememberRun(node, {}, run(1), 1);
	rememberRun(node, {}, run(2), 5);
	const stored = [
		{ ...run(0), taken: 1 },
		{ ...run(1), taken: 4 },
		{ ...run(2), taken: 2 },
		run(3),
	];
	expect(knownRuns(node, { runs: stored })).toEqual([
		{ ...run(0), taken: 1 },
		{ ...run(1), taken: 4 },
		{ ...run(2), taken: 5 },
		{ ...run(3), taken: 0 },
	]);
	rememberRun(node, { runs: stored }, run(3), 1);
	expect(knownRuns(node, {}).at(-1)).toEqual({ ...run(3), taken: 1 });
});

test('the newest are remembered', () => {
	const [node, staticData] = [newNode(), {}];
	for (let number = 0; number < REMEMBERED + 3; number++)
		rememberRun(node, staticData, run(number));
	const newest = Array.from({ length: REMEMBERED }, (_, index) => ({
		...run(index + 3),
		taken: 0,
	}));
	expect(knownRuns(node, staticData)).toEqual(newest);
	expect(staticData).toEqual({ runs: newest });
	const stored = Array.from({ length: REMEMBERED }, (_, index) => run(100 + index));
	expect(knownRuns(node, { runs: stored })).toEqual(newest);
});

test.each([
	['nothing', undefined],
	['no list', 'runs'],
	[
		'no runs',
		[
			null,
			'run-1',
			{},
			{ id: 'a' },
			{ requestId: 'b' },
			{ id: 1, requestId: 'b' },
			{ id: 'a', requestId: 1 },
		],
	],
])('where %s is stored, nothing is known', (_what, runs) => {
	expect(knownRuns(newNode(), { runs })).toEqual([]);
});
