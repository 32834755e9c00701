import Table from 'cli-table3';

import { DECIDED, NOT_ASKED } from './statement';

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

/**
 * Whether a sentence of the interface states it, which binds every service, or this project decided it where the
 * interface is silent, which binds nobody but the local service.
 */
type Kind = 'stated' | 'decided';

type Outcome = 'passed' | 'failed' | 'as here' | 'otherwise' | 'not asked';

/** What comes of a check, for each kind of statement. Only what is stated can fail. */
const outcomes = {
	stated: { passed: 'passed', failed: 'failed' },
	decided: { passed: 'as here', failed: 'otherwise' },
} as const satisfies Record<Kind, Record<string, Outcome>>;

/** A statement and what came of checking it. */
export interface Checked {
	readonly section: string;
	readonly kind: Kind;
	readonly statement: string;
	readonly outcome: Outcome;
	/** Why it failed, what was seen instead, or why it was not asked. */
	readonly reason?: string;
}

const escapes = new RegExp(String.raw`\u001b\[[0-9;]*m`, 'g');
const NOT_ASKED_ON_THE_WAY = /^NotAsked: (.*)$/m;
const LONGEST_SEEN = 200;

/** What Jest’s words on a check that did not come out say of the service, the best ones first. */
const sentences: readonly [line: RegExp, what: string][] = [
	[/^\s*Received value:\s*(.*)$/, ''],
	[/^\s*Received(?! path)[^:]*:\s*(.*)$/, ''],
	[/^\s*\+ (?!Received)\s*(.*)$/, ''],
	[/^\s*- (?!Expected)\s*(.*)$/, 'not: '],
	[/^(?:\w*Error: )?(.+)$/, ''],
];

/** What a service did instead, in a line. */
function seen(message: string): string {
	const lines = message.split('\n');
	for (const [line, what] of sentences) {
		const words = lines.flatMap((each) => line.exec(each)?.[1] ?? []);
		if (words.length === 0) continue;
		const found =
			what + (line === sentences[sentences.length - 1][0] ? words[0] : words.join(' ')).trim();
		return found.length > LONGEST_SEEN ? `${found.slice(0, LONGEST_SEEN)} …` : found;
	}
	return '';
}

function checked(
	section: string,
	{
		title,
		status,
		failureMessages,
	}: JestResults['testResults'][number]['assertionResults'][number],
): Checked {
	const [name, reason] = title.split(NOT_ASKED);
	const kind = name.startsWith(DECIDED) ? 'decided' : 'stated';
	const statement = kind === 'decided' ? name.slice(DECIDED.length) : name;
	if (status === 'passed') return { section, kind, statement, outcome: outcomes[kind].passed };
	if (status !== 'failed') return { section, kind, statement, outcome: 'not asked', reason };
	const message = failureMessages.join('\n').replaceAll(escapes, '');
	const [, onTheWay] = NOT_ASKED_ON_THE_WAY.exec(message) ?? [];
	if (onTheWay !== undefined)
		return { section, kind, statement, outcome: 'not asked', reason: onTheWay };
	return {
		section,
		kind,
		statement,
		outcome: outcomes[kind].failed,
		reason: kind === 'stated' ? message : seen(message),
	};
}

/** The statements in the order of their sections. A file that could not run at all counts as one that failed. */
export const statementsOf = ({ testResults }: JestResults): Checked[] =>
	testResults
		.flatMap(({ name, message, assertionResults }): Checked[] =>
			assertionResults.length === 0
				? [
						{
							section: name,
							kind: 'stated',
							statement: 'could not run',
							outcome: 'failed',
							reason: message,
						},
					]
				: assertionResults.map((each) => checked(each.ancestorTitles[0] ?? name, each)),
		)
		.sort((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }));

/** The columns of the table: what the interface states, then what this project decided. */
const columns: readonly [head: string, kind: Kind, outcome: Outcome][] = [
	['Stated: passed', 'stated', 'passed'],
	['failed', 'stated', 'failed'],
	['not asked', 'stated', 'not asked'],
	['Decided: as here', 'decided', 'as here'],
	['otherwise', 'decided', 'otherwise'],
	['not asked', 'decided', 'not asked'],
];

const counts = (statements: readonly Checked[]): number[] =>
	columns.map(
		([, kind, outcome]) =>
			statements.filter((each) => each.kind === kind && each.outcome === outcome).length,
	);

/** The table by section. */
export function tableOf(statements: readonly Checked[]): string {
	const table = new Table({
		head: ['Section', ...columns.map(([head]) => head)],
		colAligns: ['left', ...columns.map(() => 'right' as const)],
		style: { head: [], border: [] },
	});
	for (const section of new Set(statements.map((each) => each.section)))
		table.push([section, ...counts(statements.filter((each) => each.section === section))]);
	table.push(['All', ...counts(statements)]);
	return table.toString();
}

/** Statements of one section where the same was seen, together. */
function grouped(statements: readonly Checked[]): Checked[][] {
	const groups = new Map<string, Checked[]>();
	for (const each of statements) {
		const key = `${each.section} ${each.reason}`;
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	return [...groups.values()];
}

/**
 * What broke the interface, each with its reason; where the service decided otherwise than this project, with what was
 * seen; and what was not asked, by reason.
 */
export function remarksOn(statements: readonly Checked[]): string {
	const of = (outcome: Outcome) => statements.filter((each) => each.outcome === outcome);
	const failed = of('failed').map(
		({ section, statement, reason }) => `FAILED ${section}: ${statement}\n${reason}\n`,
	);
	const otherwise = grouped(of('otherwise')).map(
		([{ section, statement, reason }, ...like]) =>
			`otherwise ${section}: ${statement}${like.length > 0 ? ` (and ${like.length} more like it)` : ''}\n  seen: ${reason}`,
	);
	const reasons = [...new Set(of('not asked').map(({ reason }) => reason))].map(
		(reason) =>
			`not asked: ${reason}: ${of('not asked').filter((each) => each.reason === reason).length}`,
	);
	const silent =
		otherwise.length > 0
			? ['The interface is silent there, and this service decided otherwise. That is no failure:']
			: [];
	return [...failed, ...silent, ...otherwise, ...reasons].join('\n');
}
