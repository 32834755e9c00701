interface Section {
	/** In `docs`. */
	page: string;
	/** Measures the section and writes it. */
	command: string;
	/** The code whose figures these are, as paths that git knows. */
	code: readonly string[];
}

const bench = (part: string) => `npm run bench -- nodes --full --only ${part}`;

/** Names the n8n that is installed, for all that is measured with a real one. */
const INSTALLED_N8N = 'n8n/package.json';

/** What a real n8n with this package is measured with. */
const realN8n = [INSTALLED_N8N, 'n8n/stack', 'bench/support/setting.ts'];

/** Every section of figures in the pages. It stands between two marks with its name and names the commit it was measured at. */
export const sections = {
	compare: {
		page: 'performance.md',
		command: bench('compare'),
		code: [
			'bench/compare',
			'nodes/AccountingSync/execution',
			'nodes/AccountingSync/resources/books',
			'quickbooks/books',
			'quickbooks/form',
			'quickbooks/qbxml',
			'quickbooks/changes',
			'nodes/shared/transport',
			'queue',
		],
	},
	deliveries: {
		page: 'performance.md',
		command: bench('deliveries'),
		code: [
			'bench/deliveries',
			...realN8n,
			'nodes/AccountingSyncTrigger',
			'nodes/shared/n8nInternals',
			'queue/deliveries',
			'queue/runs',
			'quickbooks/qbxml',
			'quickbooks/records',
		],
	},
	calls: {
		page: 'performance.md',
		command: bench('calls'),
		code: [
			'bench/calls',
			...realN8n,
			'nodes/AccountingSync/execution',
			'nodes/AccountingSync/operations',
			'nodes/AccountingSync/resources/records',
			'quickbooks/filledIn',
			'quickbooks/form',
			'nodes/shared/n8nInternals',
			'nodes/shared/transport',
			'queue',
			'service/http',
			'service/queue',
			'service/store',
		],
	},
	package: {
		page: 'performance-package.md',
		command: 'npm run bench -- package',
		code: [
			'bench/package',
			'build/bundle.js',
			'credentials',
			'icons',
			INSTALLED_N8N,
			'nodes',
			'queue',
			'quickbooks',
		],
	},
	queue: {
		page: 'performance-service.md',
		command: 'npm run bench -- service',
		code: ['bench/service', 'service/http', 'service/queue', 'service/store'],
	},
	'large-answers': {
		page: 'performance-service.md',
		command: 'npm run bench -- large-answers',
		code: ['bench/large-answers', 'service/connector', 'service/qbxml', 'service/store', 'xml'],
	},
	load: {
		page: 'performance-service.md',
		command: 'npm run bench -- load',
		code: [
			'bench/load',
			'service/connector',
			'service/deliveries',
			'service/http',
			'service/queue',
			'service/store',
		],
	},
	scaling: {
		page: 'scaling.md',
		command: 'npm run bench -- scale',
		code: [
			'bench/scale',
			INSTALLED_N8N,
			'n8n/stack',
			'nodes/AccountingSync/execution',
			'nodes/AccountingSyncTrigger',
			'nodes/shared/n8nInternals',
			'nodes/shared/transport',
			'queue',
		],
	},
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** Whether a section is measured with the n8n that is installed. */
export const usesN8n = (name: SectionName): boolean =>
	(sections[name].code as readonly string[]).includes(INSTALLED_N8N);

export const sectionNames = Object.keys(sections) as SectionName[];

const marksOf = (name: string) => [`<!-- measured: ${name} -->`, `<!-- /measured: ${name} -->`];

/** The names of the sections that a page has marks for. */
export const sectionsIn = (text: string): string[] =>
	[...text.matchAll(/<!-- measured: (.+?) -->/g)].map(([, name]) => name);

function split(text: string, name: SectionName): [before: string, section: string, after: string] {
	const [begin, end] = marksOf(name);
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from < 0 || to < from)
		throw new Error(`docs/${sections[name].page} has no ${begin} … ${end}.`);
	const start = from + begin.length;
	return [text.slice(0, start), text.slice(start, to), text.slice(to)];
}

/** What stands between the marks of a section in the text of its page. */
export const sectionIn = (text: string, name: SectionName): string => split(text, name)[1].trim();

/** The text of a page with another section. */
export function withSection(text: string, name: SectionName, section: string): string {
	const [before, , after] = split(text, name);
	return `${before}\n\n${section.trim()}\n\n${after}`;
}
