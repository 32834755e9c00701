import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

// Runs n8n's own package scan on a folder and prints its verdict as JSON, with the warnings, which the scan itself keeps
// to itself. A program of its own because the scanner is an ES module. Usage: node scan.mjs packed|sources FOLDER
const [, , what, folder] = process.argv;
const patterns = what === 'sources' ? SOURCE_FILE_PATTERNS : ['**/*.js', '**/*.json'];

const verdict = await analyzePackage(folder, patterns);
const eslint = new ESLint({
	cwd: folder,
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: await buildScanConfig(),
});
const results = await eslint.lintFiles(patterns);
const warnings = results.flatMap(({ filePath, messages }) =>
	messages
		.filter(({ severity }) => severity === 1)
		.map(({ line, message, ruleId }) => `${filePath}:${line} ${message} (${ruleId})`),
);
process.stdout.write(JSON.stringify({ ...verdict, files: results.length, warnings }));
