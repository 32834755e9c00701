import { Command, InvalidArgumentError, Option } from 'commander';

import { type Setting, settingRows, type Settings, settings } from '../server/settings';
import { variableOf } from './environment';

/** The program that the service is started by: what is its own of the command line. */
export interface Program {
	readonly name: string;
	/** What holds in it unless something else is given. */
	readonly defaults?: Partial<Settings>;
	/** What its help says of its other commands. */
	readonly otherCommands?: string;
}

/** @param own the default of a program that has its own */
function optionOf<Value>(row: Setting<Value>, own?: Value): Option {
	const { help, choices, alone, read } = row;
	const value = own ?? row.default;
	const inWords = own === undefined ? row.unlessGiven : undefined;
	// Commander shows no default where there is none.
	const more = value === undefined && inWords !== undefined ? ` (default: ${inWords})` : '';
	const option = new Option(row.option, `${help}${more}`).default(
		value,
		inWords ?? (Array.isArray(value) ? value.join() : undefined),
	);
	if (choices) option.choices(choices);
	if (alone !== undefined) option.preset(alone);
	if (read)
		option.argParser((text: string, before: Value) => {
			try {
				return read(text, before);
			} catch (error) {
				throw new InvalidArgumentError((error as Error).message);
			}
		});
	return option.env(variableOf(option.long ?? ''));
}

/** Where the data is kept. */
export const databaseOption = ({ defaults }: Program): Option =>
	optionOf(settings.database, defaults?.database);

const ABOUT_VARIABLES = `
Each option can be given as the environment variable behind it instead; the command line comes first. A variable whose name ends
in _FILE, such as ${variableOf('--webhook-secret')}_FILE, names a file with the value. Give secrets that way: everyone on the
machine can see a command line. Options that can be repeated have one value on each line.
`;

/** A command with an option for each setting, and how they are read from it. */
function withSettings(command: Command, { defaults = {} }: Program) {
	const options = settingRows.map(
		([setting, row]) => [setting, optionOf(row, defaults[setting])] as const,
	);
	for (const [, option] of options) command.addOption(option);
	return (words: readonly string[]): Settings => {
		const given = command.parse(words).opts();
		return Object.fromEntries(
			options.map(([setting, option]) => [setting, given[option.attributeName()]]),
		) as Settings;
	};
}

/**
 * Reads the settings of the service from the command line and the environment. If one has a mistake, prints what is wrong and
 * ends the process.
 */
export function readCommandLine(program: Program, words: readonly string[]): Settings {
	const { name, otherCommands = '' } = program;
	const command = new Command(name)
		.description(
			'The Accounting Sync Service on your own machine, to build and try workflows without an account.',
		)
		.addHelpText('after', `${ABOUT_VARIABLES}${otherCommands}`);
	return withSettings(command, program)(words);
}

/** The same for the command that looks at a service with these settings. */
export function readForDoctor(
	program: Program,
	words: readonly string[],
): { readonly settings: Settings; readonly asJson: boolean } {
	const command = new Command(`${program.name} ${words[2]}`)
		.description(
			'Says what is wrong with a service and what to do, while it runs or not. It changes nothing, and takes the options of the service. The exit status is 1 if something is wrong or could not be looked at.',
		)
		.option('--json', 'print the report as JSON')
		.addHelpText('after', ABOUT_VARIABLES);
	const settings = withSettings(command, program)([...words.slice(0, 2), ...words.slice(3)]);
	return { settings, asJson: command.opts().json === true };
}
