import { join } from 'node:path';

/** Where things lie in this repository; the one place that knows. */
export const repositoryFolder = join(__dirname, '..');
export const n8nFolder = __dirname;
export const lockFile = join(n8nFolder, 'package-lock.json');
export const modulesFolder = join(n8nFolder, 'node_modules');

/** n8n needs a newer Node than this project does, so it brings its own. */
export const nodeBinary = join(modulesFolder, 'node', 'bin', 'node');
export const n8nProgram = join(modulesFolder, 'n8n', 'bin', 'n8n');
