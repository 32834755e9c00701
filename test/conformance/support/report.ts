import Table from 'cli-table3';
import { NOT_CHECKABLE } from './needs';

/** What Jest writes with `--json`, as far as it is read here. */
export interface JestResults {
	readonly testResults: readonly {
		readonly name: string;
		readonly message: string;
		readonly assertionResults: readonly {
			readonly ancestorTitles: readonly string[];
			readonly title: string;
			readonly status: string;
			readonly failureMessages: readonly string[];
		}[];
	}[];
}

export type Outcome = 'passed' | 'failed' | 'not checkable';

/** A statement of the interface and what came of checking it. */
export interface Checked {
	readonly section: string;
	readonly statement: string;
	readonly outcome: Outcome;
	/** Why it failed or cannot be checked. */
	readonly reason?: string;
}

const escapes = new RegExp(String.raw`\u001b\[[0-9;]*m`, 'g');

function checked(
	section: string,
	{
		title,
		status,
		failureMessages,
	}: JestResults['testResults'][number]['assertionResults'][number],
): Checked {
	const [statement, reason] = title.split(NOT_CHECKABLE);
	if (status === 'passed') return { section, statement, outcome: 'passed' };
	if (status === 'failed')
		return {
			section,
			statement,
			outcome: 'failed',
			reason: failureMessages.join('\n').replaceAll(escapes, ''),
		};
	return { section, statement, outcome: 'not checkable', reason };
}

/** The statements in the order of their sections. A file that could not run at all counts as one that failed. */
export const statementsOf = ({ testResults }: JestResults): Checked[] =>
	testResults
		.flatMap(({ name, message, assertionResults }): Checked[] =>
			assertionResults.length === 0
				? [{ section: name, statement: 'could not run', outcome: 'failed', reason: message }]
				: assertionResults.map((each) => checked(each.ancestorTitles[0] ?? name, each)),
		)
		.sort((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }));

const OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'not checkable'];

const counts = (statements: readonly Checked[]): number[] => [
	statements.length,
	...OUTCOMES.map((outcome) => statements.filter((each) => each.outcome === outcome).length),
];

/** The table by section. */
export function tableOf(statements: readonly Checked[]): string {
	const table = new Table({
		head: ['Section', 'Statements', 'Passed', 'Failed', 'Not checkable'],
		colAligns: ['left', 'right', 'right', 'right', 'right'],
		style: { head: [], border: [] },
	});
	for (const section of new Set(statements.map((each) => each.section)))
		table.push([section, ...counts(statements.filter((each) => each.section === section))]);
	table.push(['All', ...counts(statements)]);
	return table.toString();
}

/** What failed, each with its reason, and what could not be checked, by reason. */
export function remarksOn(statements: readonly Checked[]): string {
	const failed = statements
		.filter(({ outcome }) => outcome === 'failed')
		.map(({ section, statement, reason }) => `FAILED ${section}: ${statement}\n${reason}\n`);
	const unchecked = statements.filter(({ outcome }) => outcome === 'not checkable');
	const reasons = [...new Set(unchecked.map(({ reason }) => reason))].map(
		(reason) =>
			`Not checkable, as ${reason}: ${unchecked.filter((each) => each.reason === reason).length}`,
	);
	return [...failed, ...reasons].join('\n');
}
