import { Cleanup } from '../../n8n/processes/cleanup';
import { freePorts } from '../../n8n/processes/free-ports';
import { temporaryFolder } from '../../n8n/processes/temporary-folder';
import { DATABASE_USER, startPostgres } from '../../n8n/stack/postgres';
import { openStore } from '../../service/store/database';
import { addressOf, administrate, POSTGRES_VARIABLE, TEMPLATE } from '../support/databases';

const cleanup = new Cleanup();

/** Every test has a database of its own with several connections, and none needs one after the machine has crashed. */
const settings = ['fsync=off', 'max_connections=300', 'shared_buffers=64MB'];

/** Starts PostgreSQL for the tests that work on it, with a database that has the service's tables already. */
export default async function start(): Promise<void> {
	const folder = await temporaryFolder(cleanup, 'postgres');
	const [port] = await freePorts(1);
	const server = await startPostgres(folder, port, settings);
	cleanup.add(server.stop);
	const address = `postgres://${DATABASE_USER}@127.0.0.1:${port}`;
	await administrate(address, `create database ${TEMPLATE}`);
	await (await openStore(addressOf(address, TEMPLATE))).destroy();
	process.env[POSTGRES_VARIABLE] = address;
}

/** Ends it after the tests. */
export const stopPostgres = async (): Promise<void> => await cleanup.run();
