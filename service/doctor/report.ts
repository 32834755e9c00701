import type { Report } from './examine';
import { counted, type Finding } from './findings';

const words: Readonly<Record<Finding['status'], string>> = {
	well: 'well',
	wrong: 'WRONG',
	not_checked: 'not checked',
};

const all = (report: Report): readonly Finding[] => report.flatMap(({ findings }) => findings);

/** Whether nothing is wrong, and nothing was in the way of looking. */
export const isWell = (report: Report): boolean =>
	all(report).every(({ status, isHindered }) => status !== 'wrong' && !isHindered);

/** What the whole report comes to, in a sentence that says no more than was looked at. */
export function verdictOf(report: Report): string {
	const count = (status: Finding['status']) =>
		all(report).filter((finding) => finding.status === status).length;
	const [problems, unchecked] = [count('wrong'), count('not_checked')];
	const found =
		problems > 0
			? `${counted(problems, 'thing is', 'things are')} wrong.`
			: 'Nothing wrong was found.';
	return unchecked > 0
		? `${found} ${counted(unchecked, 'thing was', 'things were')} not checked; the reasons are above.`
		: found;
}

const STATUS_WIDTH = 11;

/** Names and addresses come from others, who might write lines of their own with them. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

/** The report for people. */
export function reportText(report: Report): string {
	const width = Math.max(...report.map(({ check }) => check.length));
	const indent = ' '.repeat(width + STATUS_WIDTH + 4);
	const lines = report.flatMap(({ check, findings }) =>
		findings.flatMap(({ status, message, advice }, index) => [
			`${(index === 0 ? check : '').padEnd(width)}  ${words[status].padEnd(STATUS_WIDTH)}  ${printable(message)}`,
			...(advice === undefined ? [] : [`${indent}→ ${printable(advice)}`]),
		]),
	);
	return [...lines, '', verdictOf(report)].join('\n');
}

/** The report for programs. */
export const reportJson = (report: Report): string =>
	JSON.stringify(
		{
			ok: isWell(report),
			verdict: verdictOf(report),
			checks: report.map(({ check, findings }) => ({
				check,
				findings: findings.map(({ status, message, advice }) => ({
					status,
					message,
					...(advice !== undefined && { advice }),
				})),
			})),
		},
		undefined,
		2,
	);
