import { readFileSync } from 'node:fs';

/** How the names of the service's variables begin. */
const VARIABLE_PREFIX = 'ACCOUNTING_SYNC_';

const FILE_SUFFIX = '_FILE';

/** The variable of an option: `--public-url` is `ACCOUNTING_SYNC_PUBLIC_URL`. */
export const variableOf = (option: string): string =>
	`${VARIABLE_PREFIX}${option.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}`;

function contentOf(variable: string, file: string): string {
	try {
		return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
	} catch (error) {
		throw new Error(
			`The file that ${variable} names can’t be read: ${(error as Error).message}. Correct the variable, or the rights of the file.`,
			{ cause: error },
		);
	}
}

/**
 * Makes the service's variables the same for all who read them: `…_FILE` names a file with the value, as container engines
 * hand over secrets, and an empty variable counts as none. Call it before anything reads a variable.
 * @param environment is changed
 * @throws Error with a sentence for the operator: a file can't be read, or a value is given twice
 */
export function prepareEnvironment(environment: NodeJS.ProcessEnv): void {
	const own = Object.entries(environment).filter(([name]) => name.startsWith(VARIABLE_PREFIX));
	for (const [name, value] of own) if (value === '') delete environment[name];
	for (const [name, file] of own) {
		if (!name.endsWith(FILE_SUFFIX) || !file) continue;
		const variable = name.slice(0, -FILE_SUFFIX.length);
		if (environment[variable] !== undefined)
			throw new Error(`Both ${variable} and ${name} are set. Keep one of them.`);
		const content = contentOf(name, file);
		if (content === '')
			throw new Error(`The file that ${name} names is empty. Put the value into it: ${file}`);
		environment[variable] = content;
	}
}
