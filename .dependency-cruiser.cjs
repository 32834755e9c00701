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
		'network',
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
	n8n: ['(files|until)[.]ts', 'processes', 'install', 'clients', 'stack', 'demo'],
	simulator: [
		'xml',
		'company/[^/]+[.]ts',
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

/** Who must not know whom at all. */
const strangers = [
	{ from: '^xml/', to: '^(?!xml/|node_modules/).+/' },
	{ from: '^(quickbooks|queue)/', to: '^(?!quickbooks/|queue/)', but: 'core' },
	{ from: '^quickbooks/', to: '^queue/' },
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
	rooms.map((room) => `^${house}/${room}${/ts\)?$/.test(room) ? '$' : '/'}`);

const arrowsBackUp = Object.entries(layers).flatMap(([house, rooms]) =>
	rooms.slice(0, -1).map((room, floor) => ({
		name: `nothing above ${house}/${room}`,
		severity: 'error',
		from: { path: within(house, [room]) },
		to: { path: within(house, rooms.slice(floor + 1)) },
	})),
);

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
		...strangers.map(({ from, to, but }) => ({
			name: `${from} does not know ${to}`,
			severity: 'error',
			from: { path: from },
			to: { path: to, ...(but && { dependencyTypesNot: [but] }) },
		})),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(node_modules|dist|test-output)/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
