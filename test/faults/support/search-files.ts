import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every file below a folder, except in packages that were installed there. */
async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const found = await Promise.all(
		entries
			.filter(({ name }) => name !== 'node_modules')
			.map(async (entry) => {
				const file = path.join(folder, entry.name);
				if (entry.isDirectory()) return await filesBelow(file);
				return entry.isFile() ? [file] : [];
			}),
	);
	return found.flat();
}

/**
 * In which files below a folder one of the texts is found, byte for byte.
 * @returns the files' names, each once, in order
 */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
	const names: string[] = [];
	for (const file of await filesBelow(folder)) {
		const content = await readFile(file);
		if (texts.some((text) => content.includes(text))) names.push(path.basename(file));
	}
	return [...new Set(names)].sort();
}

/** A secret in each form in which something on its way may write it down. */
export const formsOf = (secret: string): string[] => [
	secret,
	...[secret, `${secret}:`].flatMap((text) => [
		// Without its end, which depends on what follows.
		Buffer.from(text).toString('base64').slice(0, -4),
		Buffer.from(text).toString('base64url').slice(0, -4),
		Buffer.from(text).toString('hex'),
	]),
	encodeURIComponent(secret),
];
