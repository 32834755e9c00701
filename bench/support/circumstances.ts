import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

import { latest, repositoryFolder } from '../../n8n/files';
import { commitFor } from './age';
import { machineSpeed, stolenSince, ticks } from './machine-speed';
import { type SectionName, sectionNames, sections, usesN8n } from './sections';

/** Asked when the bench starts: it runs long enough for the next commit to be made. */
const commits = Object.fromEntries(
	sectionNames.map((name) => [name, commitFor(repositoryFolder, sections[name].code)]),
) as Record<SectionName, string>;

const speedAtTheStart = machineSpeed();
const ticksAtTheStart = ticks();

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

function versions(name: SectionName): string {
	const own = `this package ${versionIn(repositoryFolder)}`;
	if (!usesN8n(name)) return `${own} on Node.js ${process.versions.node}`;
	const n8n = versionIn(join(latest.modulesFolder, 'n8n'));
	const node = versionIn(join(latest.nodeBinary, '..', '..'));
	return `n8n ${n8n} on Node.js ${node}, ${own}, everything else on Node.js ${process.versions.node}`;
}

const inHundreds = (speed: number): string => (Math.round(speed / 100) * 100).toLocaleString('en');

/** When, at which commit, with what and on what machine a section was measured, in a few sentences. */
export function circumstances(name: SectionName): string {
	const [{ model }] = cpus();
	const day = new Date().toISOString().slice(0, 10);
	const machine = `${cpus().length} cores (${model.trim()}), ${(totalmem() / 2 ** 30).toFixed(0)} GB of memory, ${operatingSystem()}`;
	return `Measured on ${day} with \`${sections[name].command}\` ${commits[name]}: ${versions(name)}; ${machine}; load average (15 minutes) ${loadavg()[2].toFixed(1)}; machine speed ${inHundreds(speedAtTheStart)} to ${inHundreds(machineSpeed())}; ${(100 * stolenSince(ticksAtTheStart)).toFixed(0)} % stolen.`;
}
