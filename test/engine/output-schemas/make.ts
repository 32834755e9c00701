import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { operations } from '../../../build/output-schemas';
import { schemaFile, schemaFolder } from './files';
import { outputsOfOperations } from './outputs';
import { outputSchemaOf } from './schema';

async function makeSchemas(): Promise<void> {
	const outputs = await outputsOfOperations();
	await rm(schemaFolder, { recursive: true, force: true });
	const seen = operations.filter(({ schema }) => schema === undefined);
	for (const { name } of seen) {
		const file = schemaFile(name);
		const text = JSON.stringify(outputSchemaOf(outputs.get(name) ?? []));
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
	}
	process.stdout.write(`${seen.length} schemas are in ${schemaFolder}\n`);
}

void makeSchemas();
