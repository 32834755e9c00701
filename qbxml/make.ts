import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { compact, type PublishedFacts } from './compact';

const PUBLISHED = join(__dirname, 'qbxml-16.0.json');

/** Makes the compact facts, which are what everything else reads, from the published ones. */
async function makeFacts(): Promise<void> {
	const { requests, answers, groups } = JSON.parse(
		await readFile(PUBLISHED, 'utf8'),
	) as PublishedFacts;
	for (const [name, messages] of Object.entries({ requests, answers })) {
		const text = `/** Written by \`npm run generate:qbxml\`; \`readMessages\` says how to read it. */\nexport const ${name} = \`${compact(messages, groups)}\`;\n`;
		await writeFile(join(__dirname, `${name}.ts`), text);
	}
}

void makeFacts();
