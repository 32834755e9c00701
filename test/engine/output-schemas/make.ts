import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { format } from 'prettier';

import { schemaFile, schemaFolder } from './files';
import { outputsOfOperations } from './outputs';
import { outputSchemaOf } from './schema';

async function makeSchemas(): Promise<void> {
	const outputs = await outputsOfOperations();
	await rm(schemaFolder, { recursive: true, force: true });
	for (const [operation, items] of outputs) {
		const file = schemaFile(operation);
		const text = JSON.stringify(outputSchemaOf(items), undefined, '\t');
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, await format(text, { parser: 'json', useTabs: true }));
	}
	process.stdout.write(`${outputs.size} schemas are in ${schemaFolder}\n`);
}

void makeSchemas();
