import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import checkFile from 'eslint-plugin-check-file';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

const published = [
	'package.json',
	'nodes/**/*.{ts,json}',
	'quickbooks/**/*.ts',
	'queue/**/*.ts',
	'credentials/**/*.ts',
];

const inModule = (rest) => [`Program > ${rest}`, `Program > ExportNamedDeclaration > ${rest}`];

/** How this project writes TypeScript where no ready rule says it. */
const dialect = [
	{
		selector: inModule(
			'VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ArrowFunctionExpression[body.type="BlockStatement"]',
		).join(),
		message: 'Write a function of several statements as a function declaration.',
	},
	{
		selector: inModule(
			'VariableDeclaration[kind="const"] > VariableDeclarator[id.name=/[a-z]/] > Literal',
		).join(),
		message: 'Write a fixed number, text or pattern of a module in UPPER_CASE.',
	},
	{
		selector: inModule(
			'VariableDeclaration > VariableDeclarator[id.name=/^[A-Z][A-Z0-9_]+$/] > :matches(ObjectExpression, ArrayExpression, ArrowFunctionExpression, NewExpression[callee.name=/^(Map|Set)$/])',
		).join(),
		message: 'Write lists, objects and functions in camelCase.',
	},
	{
		selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name="only"]',
		message: 'The other tests would not run.',
	},
];

const NO_CLOCK = 'Take the time from the Clock of queue/calls/ports.ts, or as a parameter.';

/** What reads the clock without any global's name that could be forbidden: `Date` may convert, and not tell the time. */
const timeless = [
	{
		selector:
			'Identifier[name="Date"]:not(NewExpression[arguments.0] > .callee):not(MemberExpression[computed=false][property.name=/^(UTC|parse)$/] > .object):not(TSTypeReference > .typeName):not(BinaryExpression[operator="instanceof"] > .right):not(MemberExpression[computed=false] > .property):not(Property > .key)',
		message: NO_CLOCK,
	},
	{ selector: 'NewExpression[callee.name="Date"] > SpreadElement', message: NO_CLOCK },
	{
		selector:
			'CallExpression[arguments.length=0] > MemberExpression.callee[property.name=/^format(ToParts)?$/]',
		message: NO_CLOCK,
	},
	{
		selector: 'MemberExpression[object.name="AbortSignal"]:not([property.name="any"])',
		message: NO_CLOCK,
	},
	{
		selector:
			'MemberExpression[object.name="Math"]:matches([computed=true], [property.name="random"])',
		message: 'Take what is random as a parameter.',
	},
	{
		selector: 'ImportExpression > :not(Literal).source',
		message: 'Name what is imported, so that its layer can be checked.',
	},
	{
		selector: 'TSModuleDeclaration > Literal.id',
		message: 'What knows no package describes none.',
	},
];

const withoutN8n = '{quickbooks,queue}/**/*';

/**
 * What is published is linted with the rules of n8n's package scan, none switched off but those that n8n's own
 * scan switches off for community packages; the rest of the project with typescript-eslint's.
 */
export default defineConfig(
	globalIgnores([
		'dist',
		'node_modules',
		'n8n/node_modules',
		'test-output',
		'**/package-lock.json',
	]),
	{ linterOptions: { noInlineConfig: true } },
	{
		files: ['**/*.ts'],
		extends: [typescript.configs.recommended],
		plugins: { 'check-file': checkFile, 'simple-import-sort': simpleImportSort },
		rules: {
			'check-file/filename-naming-convention': [
				'error',
				{
					'{nodes,quickbooks,queue}/**/!(*.node|*Api.credentials).ts': 'CAMEL_CASE',
					'!(nodes|quickbooks|queue|credentials)/**/*.ts': '+([a-z0-9])*([a-z0-9-])',
				},
				{ ignoreMiddleExtensions: true },
			],
			'simple-import-sort/imports': 'error',
			'simple-import-sort/exports': 'error',
			eqeqeq: 'error',
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
			'no-restricted-syntax': ['error', ...dialect],
		},
	},
	{
		// What reads texts from outside. Some patterns take far longer the longer a text is, and one text can stop a process.
		files: ['{service,xml,queue,nodes,quickbooks,credentials,simulator}/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		// A record's elements are read by their names in qbXML, which TypeScript allows for a type and not for an interface.
		files: ['simulator/company/*types.ts'],
		rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
	},
	{ files: ['**/*.json'], languageOptions: { parser: typescript.parser } },
	{ files: published, extends: [n8nCommunityNodesPlugin.configs.recommended] },
	{
		// What knows no n8n throws errors of its own, which nodes/shared/transport/shownError makes n8n's.
		files: ['{quickbooks,queue}/**/*.ts'],
		rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
	},
	{
		// What knows no n8n: HTTP and the clock come in through queue/calls/ports.ts. Which modules it imports, .dependency-cruiser.cjs says.
		files: [`${withoutN8n}.ts`],
		rules: {
			'no-restricted-syntax': ['error', ...dialect, ...timeless],
			'no-restricted-globals': [
				'error',
				...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'navigator', 'BroadcastChannel'],
				...['performance', 'setTimeout', 'setInterval', 'setImmediate', 'Temporal'],
				...['crypto', 'process', 'global', 'globalThis', 'self', 'window'],
				...['require', 'module', 'eval', 'Function', 'Reflect'],
			],
			'@typescript-eslint/triple-slash-reference': [
				'error',
				{ lib: 'never', path: 'never', types: 'never' },
			],
		},
	},
	{
		files: [`${withoutN8n}.{js,cjs,mjs,jsx,mts,cts,tsx}`],
		languageOptions: { parser: typescript.parser },
		rules: {
			'no-restricted-syntax': ['error', { selector: 'Program', message: 'Write a .ts file.' }],
		},
	},
	{ files: published, plugins: { 'n8n-nodes-base': n8nNodesBase } },
	{ files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: published.filter((glob) => !/^(package|credentials)/.test(glob)),
		ignores: ['**/*.json'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
