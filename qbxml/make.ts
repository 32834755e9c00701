import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { compact, type PublishedFacts } from './compact';
import { recordTypes } from './record-types';

const PUBLISHED = join(__dirname, 'qbxml-16.0.json');

const fileNames: Readonly<Record<string, string>> = { recordRequests: 'record-requests' };

/** The requests that the nodes draw forms from: those that add a record, and those for deleted ones. */
const requestsOfForms = [
	...recordTypes.map((type) => `${type}AddRq`),
	'ListDeletedQueryRq',
	'TxnDeletedQueryRq',
];

const requestsOfRecords = (requests: PublishedFacts['requests']): PublishedFacts['requests'] =>
	Object.fromEntries(Object.entries(requests).filter(([name]) => requestsOfForms.includes(name)));

/** Makes the compact facts, which are what everything else reads, from the published ones. */
async function makeFacts(): Promise<void> {
	const { requests, answers, groups } = JSON.parse(
		await readFile(PUBLISHED, 'utf8'),
	) as PublishedFacts;
	const files = { requests, answers, recordRequests: requestsOfRecords(requests) };
	for (const [name, messages] of Object.entries(files)) {
		const text = `/** Written by \`npm run generate:qbxml\`; \`readMessages\` says how to read it. */\nexport const ${name} = \`${compact(messages, groups)}\`;\n`;
		await writeFile(join(__dirname, `${fileNames[name] ?? name}.ts`), text);
	}
}

void makeFacts();
