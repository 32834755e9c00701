import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { format, resolveConfig } from 'prettier';

import { schemaFile, schemaFolder } from './files';
import { outputsOfOperations } from './outputs';
import { operations, schemaOfOperation } from './schemas';

async function makeSchemas(): Promise<void> {
	const outputs = await outputsOfOperations();
	await rm(schemaFolder, { recursive: true, force: true });
	for (const operation of operations) {
		const file = schemaFile(operation.name);
		const text = JSON.stringify(schemaOfOperation(operation, outputs));
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
	}
	process.stdout.write(`${operations.length} schemas are in ${schemaFolder}\n`);
}

void makeSchemas();
