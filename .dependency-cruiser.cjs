/** The rooms of each house from the bottom up: a room may import what stands before it, never what stands after it. */
const layers = {
	nodes: [
		'shared/form',
		'shared/qbxml',
		'shared/triggerUrl',
		'shared/n8nInternals',
		'shared/transport',
		'shared/fields',
		'shared/queries',
		'shared/records',
		'shared/methods',
		'AccountingSync/fields',
		'AccountingSync/operations',
		'AccountingSync/execution/run',
		'AccountingSync/execution/queueing',
		'AccountingSync/execution/waiting',
		'AccountingSync/execution/[^/]+[.]ts',
		'AccountingSync/resources',
		'AccountingSync/methods',
		'AccountingSync/[^/]+[.]ts',
		'AccountingSyncTrigger',
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
	{ from: '^(xml|qbxml)/', to: '^(nodes|credentials|service|simulator|n8n|test|bench)/' },
	{ from: '^(nodes|credentials)/', to: '^(service|simulator|xml|n8n|test|bench)/' },
	{ from: '^service/', to: '^(nodes|credentials|n8n|test|bench)/' },
	{ from: '^simulator/', to: '^(nodes|credentials|service|n8n|test|bench)/' },
	{ from: '^n8n/', to: '^(nodes|credentials|test|bench)/' },
	{ from: '^packages/', to: '^(nodes|credentials|n8n|test|bench)/' },
	{ from: '^(xml|qbxml|nodes|credentials|service|simulator|n8n)/', to: '^packages/' },
	{ from: '^nodes/AccountingSyncTrigger/', to: '^nodes/AccountingSync/' },
];

const within = (house, rooms) =>
	rooms.map((room) => `^${house}/${room}${room.endsWith('ts') ? '$' : '/'}`);

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
		...strangers.map(({ from, to }) => ({
			name: `${from} does not know ${to}`,
			severity: 'error',
			from: { path: from },
			to: { path: to },
		})),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(node_modules|dist|test-output)/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
