import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { compact, type PublishedFacts } from './compact';
import { formQueryNames, recordTypes } from './record-types';

const PUBLISHED = join(__dirname, 'qbxml-16.0.json');

const fileNames: Readonly<Record<string, string>> = {
	formQueries: 'form-queries',
	recordRequests: 'record-requests',
};

const chosenRequests = (
	requests: PublishedFacts['requests'],
	names: readonly string[],
): PublishedFacts['requests'] =>
	Object.fromEntries(Object.entries(requests).filter(([name]) => names.includes(name)));

/** Makes the compact facts, which are what everything else reads, from the published ones. */
async function makeFacts(): Promise<void> {
	const { requests, answers, groups } = JSON.parse(
		await readFile(PUBLISHED, 'utf8'),
	) as PublishedFacts;
	const recordRequests = chosenRequests(
		requests,
		recordTypes.map((type) => `${type}AddRq`),
	);
	const formQueries = chosenRequests(requests, formQueryNames);
	const files = { requests, answers, recordRequests, formQueries };
	for (const [name, messages] of Object.entries(files)) {
		const text = `/** Written by \`npm run generate:qbxml\`; \`readMessages\` says how to read it. */\nexport const ${name} = \`${compact(messages, groups)}\`;\n`;
		await writeFile(join(__dirname, `${fileNames[name] ?? name}.ts`), text);
	}
}

void makeFacts();
