import { variableOf } from '../service/command-line/environment';
import { type Setting, settingRows } from '../service/server/settings';
import { tableOf, withMarked } from './markdown';

const code = (text: string): string => `\`${text}\``;

const unlessGiven = ({ unlessGiven: words, default: value }: Setting<unknown>): string =>
	words ?? code(String(value));

/** Every setting of the service, as a table. */
const settingsTable = (): string =>
	tableOf(
		['option', 'variable', 'unless given', 'what it is'],
		settingRows.map(([, row]) => {
			const [long] = row.option.split(' ');
			return [code(row.option), code(variableOf(long)), unlessGiven(row), row.help];
		}),
	);

/** A page with the table of settings between its marks. */
export const withSettings = (page: string): string => withMarked(page, 'settings', settingsTable());
