import { isPostgresUrl } from '../store/dialects/postgres-database';
import { memoryFileOf, secretOf } from '../store/restore-guard';
import { forgedHeaders, judgeAddress, judgeProxy } from './address';
import { ask, type Asked } from './asked';
import { checkCertificate } from './certificate';
import { checkClock } from './clock';
import { checkConnectors } from './connectors';
import { examineDatabase } from './database';
import { checkDeliveries } from './deliveries';
import { checkDisk } from './disk';
import { type Check, checks, type Finding, hindered, reasonOf } from './findings';
import { checkKeys, type GivenKeys } from './keys';
import { checkService } from './service';

/** What of the service's settings is looked at. */
export interface Examination extends GivenKeys {
	/** The whole path of the SQLite file, or the address of a database on PostgreSQL. */
	readonly database: string;
	/** Where the service listens; undefined for any free port. */
	readonly local?: string;
	readonly publicOrigin?: string;
	readonly answerBytes: number;
	readonly onboardingHours: number;
}

/** What was found out, check by check. */
export type Report = ReadonlyArray<{
	readonly check: Check;
	readonly findings: readonly Finding[];
}>;

type Work = () => Promise<Finding | readonly Finding[]>;

/** A check that fails tells nothing of what it looked at. */
async function findingsOf(work: Work): Promise<readonly Finding[]> {
	try {
		return [await work()].flat();
	} catch (error) {
		return [hindered(`This could not be checked: ${reasonOf(error)}`)];
	}
}

/** Looks at everything that a service needs, and changes nothing. */
export async function examine(examination: Examination): Promise<Report> {
	const { database, local, answerBytes, onboardingHours } = examination;
	const { store, findings: ofDatabase } = await examineDatabase(database).catch(
		(error: unknown): Awaited<ReturnType<typeof examineDatabase>> => ({
			findings: [hindered(`This could not be checked: ${reasonOf(error)}`)],
		}),
	);
	try {
		const secret = store && (await secretOf(store).catch(() => undefined));
		const asking = async (origin: string | undefined, headers = {}): Promise<Asked | undefined> =>
			origin === undefined || secret === undefined ? undefined : await ask(origin, secret, headers);
		const service = await asking(local);
		// A service on this machine knows its public address, also when this command was not given it.
		const known = service?.who === 'this service' ? service.introduction.publicOrigin : null;
		const address = examination.publicOrigin ?? known ?? undefined;
		const [outside, forged] = await Promise.all([asking(address), asking(address, forgedHeaders)]);
		const now = Date.now();
		const memoryFile = isPostgresUrl(database) ? '' : memoryFileOf(database);
		const work: Readonly<Record<Check, Work>> = {
			database: async () => ofDatabase,
			disk: () => checkDisk(database, answerBytes),
			service: () => checkService(local, service, store, memoryFile),
			address: async () => judgeAddress(address, outside),
			certificate: () => checkCertificate(address),
			proxy: async () => judgeProxy(address, forged),
			clock: () => checkClock(store, address, { outside, service }),
			keys: () => checkKeys(store, examination),
			deliveries: () => checkDeliveries(store, now),
			connectors: () => checkConnectors(store, now, onboardingHours),
		};
		return await Promise.all(
			checks.map(async (check) => ({ check, findings: await findingsOf(work[check]) })),
		);
	} finally {
		await store?.destroy();
	}
}
