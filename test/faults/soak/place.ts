import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { Cleanup } from '../../../n8n/processes/cleanup';
import { repositoryFolder } from '../../../n8n/files';
import { freePorts } from '../../../n8n/processes/free-ports';
import { ensureInstalled } from '../../../n8n/install/install';
import { packPackage } from '../../../n8n/install/pack';
import { startProcessTree } from '../../../n8n/processes/process-tree';
import { startN8n } from '../../../n8n/stack/single';
import { ServiceApi } from '../../../n8n/clients/service';
import { until } from '../../end-to-end/trigger-environment';
import { connectInspector, inspectableAt, ownInspector } from '../support/inspector';
import { ofProcess, temporaryFiles, type Watched } from './watch';
import type { Workplace } from './work';

const API_KEY = 'soak-key';
const SECRET = 'soak-webhook-secret';
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
		await ensureInstalled(say);
		const folder = await mkdtemp(path.join(tmpdir(), 'accounting-sync-soak-'));
		cleanup.add(async () => await rm(folder, { recursive: true, force: true }));
		const temporary = path.join(folder, 'temporary');
		await mkdir(temporary);
		const [servicePort, serviceInspector, n8nInspector] = await freePorts(3);
		const tree = startProcessTree(
			process.execPath,
			[
				...['--import', require.resolve('tsx'), path.join(repositoryFolder, 'service', 'main.ts')],
				...['--port', String(servicePort), '--api-key', API_KEY, '--webhook-secret', SECRET],
				...['--database', path.join(folder, 'service.sqlite'), '--webhook-tries', '0,1,2,5,10'],
			],
			{
				cwd: folder,
				env: { ...process.env, TMPDIR: temporary, ...inspectableAt(serviceInspector) },
			},
		);
		cleanup.add(async () => await tree.stop());
		const baseUrl = `http://127.0.0.1:${servicePort}/api/v1`;
		await until(
			async () => (await fetch(`${baseUrl}/openapi.json`).catch(() => undefined))?.ok,
			(isThere) => isThere === true,
		);
		const packed = await packPackage();
		cleanup.add(async () => await rm(packed.folder, { recursive: true, force: true }));
		const userFolder = path.join(folder, 'n8n');
		const n8n = await startN8n({
			packageTarball: packed.tarball,
			userFolder,
			env: { TMPDIR: temporary, ...inspectableAt(n8nInspector) },
		});
		cleanup.add(async () => await n8n.stop());
		const inspectors = {
			n8n: await connectInspector(n8nInspector),
			service: await connectInspector(serviceInspector),
			desktops: ownInspector(),
		};
		cleanup.add(async () => {
			for (const inspector of Object.values(inspectors)) inspector.close();
			await Promise.resolve();
		});
		const credential = await n8n.client.createCredential('Soak', 'accountingSyncApi', {
			baseUrl,
			apiKey: API_KEY,
			webhookSecret: SECRET,
		});
		return {
			n8n,
			service: new ServiceApi(baseUrl, API_KEY),
			credential,
			watched: [
				...ofProcess('n8n', pidOf('n8n', n8n.pid()), inspectors.n8n),
				...ofProcess('service', pidOf('The service', tree.pid), inspectors.service),
				...ofProcess('desktops', process.pid, inspectors.desktops),
				staticData(path.join(userFolder, '.n8n', 'database.sqlite')),
				temporaryFiles(temporary),
			],
			close: async () => await cleanup.run(),
		};
	} catch (error) {
		await cleanup.run();
		throw error;
	}
}
