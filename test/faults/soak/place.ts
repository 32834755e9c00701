import path from 'node:path';

import Database from 'libsql';

import { Cleanup } from '../../../n8n/processes/cleanup';
import { freePorts } from '../../../n8n/processes/free-ports';
import { temporaryFolder } from '../../../n8n/processes/temporary-folder';
import { startStack } from '../../../n8n/stack/start';
import { connectInspector, inspectableAt, ownInspector } from '../support/inspector';
import { ofProcess, temporaryFiles, type Watched } from './watch';
import type { Workplace } from './work';

const KIBIBYTE = 1024;
/** A trigger remembers the newest 1000 pages in its workflow's static data; see docs/trigger.md. */
const STATIC_DATA_KIBIBYTES = 64;

function pidOf(name: string, pid: number | undefined): number {
	if (pid === undefined) throw new Error(`${name} has not started.`);
	return pid;
}

/** The most static data that a workflow of n8n's has. */
const staticData = (databaseFile: string): Watched => ({
	measure: { name: 'static data', unit: 'KiB', mayReach: STATIC_DATA_KIBIBYTES },
	async sample() {
		const database = new Database(databaseFile, { readonly: true });
		try {
			const { most } = database
				.prepare('select max(length(staticData)) as most from workflow_entity')
				.get() as { most: number | null };
			return await Promise.resolve((most ?? 0) / KIBIBYTE);
		} finally {
			database.close();
		}
	},
});

/**
 * Starts a service and an n8n, each a process of its own that can be asked about its memory. The desktops live in the
 * caller's process, which is watched too.
 */
export async function openPlace(
	say: (line: string) => void,
): Promise<Workplace & { watched: Watched[]; close(): Promise<void> }> {
	const cleanup = new Cleanup();
	try {
		const temporary = await temporaryFolder(cleanup, 'soak');
		const [serviceInspector, n8nInspector] = await freePorts(2);
		const { n8n, service, serviceProcess, credential } = await startStack(
			{
				n8n: { env: { TMPDIR: temporary, ...inspectableAt(n8nInspector) } },
				service: {
					ownProcess: { env: { TMPDIR: temporary, ...inspectableAt(serviceInspector) } },
					webhookSecret: 'soak-webhook-secret',
					webhookTries: [0, 1, 2, 5, 10],
				},
				report: say,
			},
			cleanup,
		);
		const inspectors = {
			n8n: await connectInspector(n8nInspector),
			service: await connectInspector(serviceInspector),
			desktops: ownInspector(),
		};
		cleanup.add(() => Object.values(inspectors).forEach((inspector) => inspector.close()));
		return {
			n8n,
			service,
			credential,
			watched: [
				...ofProcess('n8n', pidOf('n8n', n8n.pid()), inspectors.n8n),
				...ofProcess('service', pidOf('The service', serviceProcess().pid()), inspectors.service),
				...ofProcess('desktops', process.pid, inspectors.desktops),
				staticData(path.join(n8n.userFolder, '.n8n', 'database.sqlite')),
				temporaryFiles(temporary),
			],
			close: async () => await cleanup.run(),
		};
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
