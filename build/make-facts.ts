import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { addedOnly } from '../quickbooks/facts/changes';
import { compact, type PublishedFacts } from '../quickbooks/facts/compact';
import { formQueryNames, onlyChanged, recordTypes } from '../quickbooks/facts/recordTypes';

const folder = join(__dirname, '../quickbooks/facts');
const PUBLISHED = join(folder, 'qbxml-16.0.json');

const chosenRequests = (
	requests: PublishedFacts['requests'],
	names: readonly string[],
): PublishedFacts['requests'] =>
	Object.fromEntries(Object.entries(requests).filter(([name]) => names.includes(name)));

/** A request with nothing but a few elements of what it changes. */
function partOfChange(
	{ requests, groups }: PublishedFacts,
	type: string,
	names: readonly string[],
): Pick<PublishedFacts, 'requests' | 'groups'> {
	const [request, record] = [`${type}ModRq`, `${type}Mod`];
	const [main] = groups[requests[request].group ?? -1];
	const content = groups['group' in main ? (main.group ?? -1) : -1].filter(
		(one) => 'name' in one && names.includes(one.name),
	);
	return {
		requests: { [request]: { name: request, group: groups.length + 1 } },
		groups: [...groups, content, [{ name: record, group: groups.length }]],
	};
}

const write = (name: string, text: string, reader: string): Promise<void> =>
	writeFile(
		join(folder, `${name}.ts`),
		`/** Written by \`npm run generate -- qbxml\`; \`${reader}\` says how to read it. */\nexport const ${name} = \`${text}\`;\n`,
	);

/** Makes the compact facts, which are what everything else reads, from the published ones. */
async function makeFacts(): Promise<void> {
	const published = JSON.parse(await readFile(PUBLISHED, 'utf8')) as PublishedFacts;
	const { requests, answers } = published;
	const changed = Object.entries(onlyChanged).reduce(
		(all, [type, names]) => {
			const part = partOfChange({ ...published, groups: all.groups }, type, names);
			return { requests: { ...all.requests, ...part.requests }, groups: part.groups };
		},
		{ requests: {}, groups: published.groups } as Pick<PublishedFacts, 'requests' | 'groups'>,
	);
	const { groups } = changed;
	const recordRequests = {
		...chosenRequests(
			requests,
			recordTypes.map((type) => `${type}AddRq`),
		),
		...changed.requests,
	};
	const formQueries = chosenRequests(requests, formQueryNames);
	const files = { requests, answers, recordRequests, formQueries };
	for (const [name, messages] of Object.entries(files)) {
		await write(name, compact(messages, groups), 'readMessages');
	}
	await write('addedOnly', addedOnly(published, recordTypes), 'addedOnly');
}

void makeFacts();
