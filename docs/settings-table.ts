import { variableOf } from '../service/command-line/environment';
import { type Setting, settingRows } from '../service/server/settings';

const code = (text: string): string => `\`${text}\``;

const cell = (text: string): string => text.replace(/\|/g, '\\|');

const unlessGiven = ({ unlessGiven: words, default: value }: Setting<unknown>): string =>
	words ?? code(String(value));

/** Every setting of the service, as a table. */
const settingsTable = (): string =>
	[
		'| option | variable | unless given | what it is |',
		'|---|---|---|---|',
		...settingRows.map(([, row]) => {
			const [long] = row.option.split(' ');
			const cells = [code(row.option), code(variableOf(long)), unlessGiven(row), row.help];
			return `| ${cells.map(cell).join(' | ')} |`;
		}),
	].join('\n');

const [START, END] = ['<!-- settings -->', '<!-- /settings -->'];

/** A page with the table of settings between its marks. */
export function withSettings(page: string): string {
	const [before, rest = ''] = page.split(START);
	const [, after] = rest.split(END);
	if (after === undefined) throw new Error(`The page has no ${START} and ${END}.`);
	return `${before}${START}\n\n${settingsTable()}\n\n${END}${after}`;
}
