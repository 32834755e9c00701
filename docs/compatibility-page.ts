import { tableOf, withMarked } from './markdown';

/** What jest's `--json` says about one test. */
interface TestOutcome {
	/** First the n8n, as test/versions names it. */
	ancestorTitles: string[];
	title: string;
	status: string;
}

/** The part of what jest's `--json` writes that the table is made from. */
export interface VersionsRun {
	/** Milliseconds since 1970. */
	startTime: number;
	testResults: Array<{ assertionResults: TestOutcome[] }>;
}

/** An n8n that was tried, with what its lock file says. */
export interface TriedN8n {
	/** As the tests name it: `n8n 2.0`. */
	name: string;
	n8n: string;
	node: string;
}

/** What was tried in each n8n; the tests that were left out count as not tried. */
function outcomesIn(run: VersionsRun, { name }: TriedN8n): TestOutcome[] {
	const outcomes = run.testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.filter(({ ancestorTitles }) => ancestorTitles[0] === name);
	if (outcomes.length === 0 || outcomes.some(({ status }) => status === 'pending')) {
		throw new Error(`Not everything was tried in ${name}. Run the tests of all the versions.`);
	}
	return outcomes;
}

const dateOf = ({ startTime }: VersionsRun) => new Date(startTime).toISOString().slice(0, 10);

/**
 * docs/compatibility.md, made from a run of test/versions.
 * @throws if something was left out in one of the versions
 */
export function compatibilityPage(run: VersionsRun, tried: readonly TriedN8n[]): string {
	const columns = tried.map((each) => outcomesIn(run, each));
	const lines = columns[0].map(({ title }) => {
		const failed = tried.filter((_n8n, place) => {
			const outcome = columns[place].find((each) => each.title === title);
			return outcome?.status !== 'passed';
		});
		return `- ${title}${failed.map(({ n8n }) => ` (**fails in n8n ${n8n}**)`).join('')}`;
	});
	return `# Compatibility

Tried on ${dateOf(run)} by \`npm run generate -- compatibility\`, with the packed package installed by hand, the local service and a simulated
desktop ([test/versions](../test/versions/core.test.ts)), in

${tried.map(({ n8n, node }) => `- n8n ${n8n}, Node.js ${node}`).join('\n')}

Where nothing else is said, all of this works in each of them:

${lines.join('\n')}
`;
}

/**
 * The README with the table of versions between its two markers, made from the same run.
 * @throws if the markers are not there
 */
export function withCompatibility(
	readme: string,
	run: VersionsRun,
	tried: readonly TriedN8n[],
): string {
	const rows = tried.map((each) => {
		const outcomes = outcomesIn(run, each);
		const works = outcomes.filter(({ status }) => status === 'passed').length;
		return [each.n8n, each.node, dateOf(run), `${works} of ${outcomes.length}`];
	});
	const made = tableOf(['n8n', 'Node.js', 'Tried on', 'Works'], rows);
	return withMarked(readme, 'compatibility', made);
}
