import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

const published = ['package.json', 'nodes/**/*.{ts,json}', 'credentials/**/*.ts'];

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
		rules: {
			eqeqeq: 'error',
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{ files: ['**/*.json'], languageOptions: { parser: typescript.parser } },
	{ files: published, extends: [n8nCommunityNodesPlugin.configs.recommended] },
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
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
