/** Loaded into n8n before anything else: its migrations wait as long as the file in SLOW_MIGRATIONS is there. */
const { existsSync } = require('node:fs');
const { setTimeout } = require('node:timers/promises');

const { SLOW_MIGRATIONS: gate } = process.env;
const [, program, command] = process.argv;

if (gate && command === 'start') {
	const paths = [program];
	require(require.resolve('reflect-metadata', { paths }));
	const { DbConnection } = require(require.resolve('@n8n/db', { paths }));
	const { migrate } = DbConnection.prototype;
	DbConnection.prototype.migrate = async function () {
		while (existsSync(gate)) await setTimeout(10);
		return await migrate.call(this);
	};
}
