/** Loaded into n8n before anything else: its migrations wait as long as the file in SLOW_MIGRATIONS is there. */
const { existsSync, realpathSync } = require('node:fs');
const { setTimeout } = require('node:timers/promises');

const { SLOW_MIGRATIONS: gate } = process.env;
const [, program, command] = process.argv;

if (gate && command === 'start') {
	const ofN8n = (name) => require(require.resolve(name, { paths: [realpathSync(program)] }));
	ofN8n('reflect-metadata');
	const { DbConnection } = ofN8n('@n8n/db');
	const { migrate } = DbConnection.prototype;
	DbConnection.prototype.migrate = async function () {
		while (existsSync(gate)) await setTimeout(10);
		return await migrate.call(this);
	};
}
