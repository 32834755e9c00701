import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

// Runs n8n's own package scan on a folder and prints its verdict as JSON. A program of its own because the scanner is an
// ES module. Usage: node scan.mjs packed|sources FOLDER
const [, , what, folder] = process.argv;
const verdict = await analyzePackage(folder, what === 'sources' ? SOURCE_FILE_PATTERNS : undefined);
process.stdout.write(JSON.stringify(verdict));
