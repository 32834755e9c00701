import { readFile } from 'node:fs/promises';

import { Command, InvalidArgumentError, Option } from 'commander';

import { createCompany } from './company/seed/create-company';
import { countries, type Country } from './company/types';
import { readConnectorFile } from './connector/read-connector-file';
import { describeSession } from './connector/session-report';
import { startDesktop } from './start';

const DEFAULT_SECONDS = 60;

function seconds(text: string): number {
	const value = Number(text);
	if (!(value >= 0.1 && value <= 86_400)) {
		throw new InvalidArgumentError('It is a number of seconds, from 0.1 to 86400.');
	}
	return value;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(options: {
	connectorFile: string;
	password: string;
	every?: number;
	country: Country;
}): Promise<void> {
	const connectorFile = await readFile(options.connectorFile, 'utf8');
	const { appName, appUrl, runEveryMinutes } = readConnectorFile(connectorFile);
	const every = options.every ?? (runEveryMinutes ? runEveryMinutes * 60 : DEFAULT_SECONDS);
	const company = createCompany({ country: options.country });
	print(`Ready: ${company.name}, for ${appName} at ${appUrl.href}, every ${every} s.`);
	const desktop = startDesktop({
		connectorFile,
		password: options.password,
		runEveryMilliseconds: every * 1000,
		company,
		log: (session) => print(`${new Date().toISOString()} ${describeSession(session)}`),
	});
	const stop = (): void => void desktop.stop();
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
}

new Command('simulator')
	.description('A simulated desktop: a company file with a connector that a service can talk to.')
	.requiredOption('--connector-file <file>', 'the connection’s configuration file (QWC)')
	.requiredOption('--password <password>', 'the connection’s password')
	.option('--every <seconds>', 'time between two sessions; as in the QWC, else 60', seconds)
	.addOption(
		new Option('--country <country>', 'the edition of QuickBooks').choices(countries).default('US'),
	)
	.action(run)
	.parseAsync()
	.catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
