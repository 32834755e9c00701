/** The rooms of each house from the bottom up: a room may import what stands before it, never what stands after it. */
const layers = {
	quickbooks: [
		'(facts|json|rules)',
		'form',
		'qbxml',
		'lists',
		'filters',
		'(queries|reports|requests)',
		'records',
		'changes',
		'filledIn',
		'finding',
		'(books|scheduled)',
	],
	queue: ['calls', 'requests', 'reader', 'runs', 'deliveries', 'once', 'words', 'lists'],
	nodes: [
		'shared/(fields|n8nInternals)',
		'shared/transport',
		'shared/methods',
		'AccountingSync/operations',
		'AccountingSync/execution',
		'AccountingSync/resources',
		'AccountingSync/methods',
		'(AccountingSync/[^/]+[.]ts|AccountingSyncTrigger/.+[.]ts)',
	],
	service: [
		'(network|fairness)',
		'store',
		'schema',
		'qbxml',
		'deliveries',
		'queue',
		'connector',
		'prebuilt',
		'openapi',
		'http',
		'metrics',
		'pages',
		'server',
		'doctor',
		'command-line',
		'[^/]+[.]ts',
	],
	build: [
		'(answer-schema|bundle|codex|commands|make-facts|process-group|require-node|results|service)[.](js|ts)',
		'(output-schemas|run-task)[.]ts',
		'run-parts[.]ts',
		'run-steady[.]ts',
		'main[.]ts',
	],
	docs: [
		'(markdown|pages)[.]ts',
		'([^/]+-(page|table)|first-commands)[.]ts',
		'generated-pages[.]ts',
		'(make|make-[^/]+)[.]ts',
	],
	bench: [
		'support',
		'(charts|stale)[.]ts',
		'(draw-charts|write-section)[.]ts',
		'(calls|compare|deliveries|large-answers)',
		'(load|package|scale|service)',
		'main[.]ts',
	],
	n8n: ['(files|until)[.]ts', 'sqlite3', 'processes', 'install', 'clients', 'stack', 'demo'],
	simulator: [
		'xml',
		'company/[^/]+[.]ts',
		'company/transactions',
		'company/(lists|reports)',
		'company/seed',
		'qbxml/protocol',
		'qbxml/schema',
		'qbxml/query',
		'qbxml/requests',
		'qbxml/[^/]+[.]ts',
		'colleague',
		'faults',
		'connector',
		'[^/]+[.]ts',
	],
};

if (layers.nodes.length > 8) throw new Error('nodes/ has more than eight layers.');

/** Who must not know whom at all. */
const strangers = [
	{ from: '^xml/', to: '^(?!xml/|node_modules/).+/' },
	// Nothing of n8n, no package, and of Node only crypto, in queue: HTTP, the clock and errors of n8n come in from outside.
	{ from: '^quickbooks/', to: '^(?!quickbooks/)' },
	{ from: '^queue/', to: '^(?!quickbooks/|queue/|crypto$)' },
	{ from: '^test/unit/(quickbooks|queue)/', to: '^(nodes|credentials)/' },
	{ from: '^quickbooks/facts/', to: '^quickbooks/(?!facts/)' },
	{ from: '^quickbooks/rules/', to: '^quickbooks/(?!(facts|rules)/)' },
	{ from: '^queue/', to: '^quickbooks/(?!(facts|rules|json|form|qbxml|lists|scheduled)/)' },
	{ from: '^(nodes|credentials)/', to: '^(service|simulator|xml|n8n|test|bench|docs)/' },
	{ from: '^service/', to: '^(nodes|credentials|queue|n8n|test|bench|docs)/' },
	{ from: '^simulator/', to: '^(nodes|credentials|queue|service|n8n|test|bench|docs)/' },
	{ from: '^simulator/', to: '^quickbooks/(?!(facts|rules)/)' },
	{ from: '^service/', to: '^quickbooks/(?!(facts|rules|form|qbxml)/)' },
	{ from: '^n8n/', to: '^(nodes|credentials|quickbooks|queue|test|bench|docs)/' },
	{ from: '^packages/', to: '^(nodes|credentials|quickbooks|queue|n8n|test|bench|docs)/' },
	{ from: '^(xml|nodes|credentials|service|simulator|n8n)/', to: '^packages/' },
	{ from: '^nodes/AccountingSyncTrigger/', to: '^nodes/AccountingSync/' },
];

const within = (house, rooms) =>
	rooms.map((room) => `^${house}/${room}${/\[[.]\](ts|\(js\|ts\))\)?$/.test(room) ? '$' : '/'}`);

const arrowsBackUp = Object.entries(layers).flatMap(([house, rooms]) =>
	rooms.slice(0, -1).map((room, floor) => ({
		name: `nothing above ${house}/${room}`,
		severity: 'error',
		from: { path: within(house, [room]) },
		to: { path: within(house, rooms.slice(floor + 1)) },
	})),
);

/** What no list of layers names would stand on no floor. */
const withoutFloor = Object.entries(layers).flatMap(([house, rooms]) => {
	const place = { path: `^${house}/.+[.][cm]?[jt]sx?$`, pathNot: within(house, rooms) };
	const name = `everything in ${house}/ is in a layer`;
	return [
		{ name, severity: 'error', from: place, to: {} },
		{ name, severity: 'error', from: {}, to: place },
		{ name, severity: 'error', from: { ...place, orphan: true }, to: {} },
	];
});

/** What is n8n's, found or not. */
const N8N = '(^|/)(@n8n|@n8n_io|n8n-core|n8n-workflow)(/|$)';

module.exports = {
	forbidden: [
		{ name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no circle of folders',
			severity: 'error',
			scope: 'folder',
			from: {},
			to: { circular: true },
		},
		...arrowsBackUp,
		...withoutFloor,
		{
			name: 'the tests of what knows no n8n load none of it',
			severity: 'error',
			from: { path: '^test/unit/(quickbooks|queue)/' },
			to: { path: N8N, reachable: true },
		},
		...strangers.map(({ from, to }) => ({
			name: `${from} does not know ${to}`,
			severity: 'error',
			from: { path: from },
			to: { path: to },
		})),
	],
	options: {
		doNotFollow: { path: '(^|/)node_modules/' },
		exclude: { path: '^(dist|test-output|[.]cache|.+/node_modules)/' },
		tsPreCompilationDeps: true,
		detectJSDocImports: true,
		exoticRequireStrings: ['module.require', 'jest.requireActual', 'jest.mock'],
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
