import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

import { latest, repositoryFolder } from '../../n8n/files';

const versionIn = (folder: string): string =>
	(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

function operatingSystem(): string {
	try {
		const name = /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
		return `${name ?? type()} (${type()} ${release()})`;
	} catch {
		return `${type()} ${release()}`;
	}
}

/** When, with what and on what machine something was measured; one sentence. */
export function circumstances(part: string): string {
	const [{ model }] = cpus();
	const n8n = versionIn(join(latest.modulesFolder, 'n8n'));
	const node = versionIn(join(latest.modulesFolder, 'node'));
	const day = new Date().toISOString().slice(0, 10);
	return `Measured on ${day} with \`npm run bench -- --full --only ${part}\`: n8n ${n8n} on Node.js ${node}, this package ${versionIn(repositoryFolder)}, everything else on Node.js ${process.versions.node}; ${cpus().length} cores (${model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory, ${operatingSystem()}. Load average of the last quarter of an hour, the measurement's own included: ${loadavg()[2].toFixed(1)}.`;
}
