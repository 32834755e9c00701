import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { Command, InvalidArgumentError } from 'commander';

import { type Found, meaningOf } from './support/guarantees';
import { startLocal } from './support/local';
import { type GivenTarget, TARGET_VARIABLE } from './support/needs';
import { probe } from './support/probe';
import { readingsOf } from './support/readings';
import { type JestResults, remarksOn, statementsOf, tableOf } from './support/report';

interface CommandLine {
	readonly baseUrl?: string;
	readonly apiKey?: string;
	readonly otherApiKey?: string;
	readonly webhookSecret?: string;
	readonly webhookHeader: string;
	readonly connection?: string;
	readonly section?: string;
	readonly json?: string;
}

function address(given: string): string {
	if (!/^https?:\/\//.test(given) || !URL.canParse(given))
		throw new InvalidArgumentError('It must be an http or https address.');
	return given.replace(/\/+$/, '');
}

function section(given: string): string {
	if (!/^[1-9]$/.test(given)) throw new InvalidArgumentError('It must be a number from 1 to 9.');
	return given;
}

const readCommandLine = (words: readonly string[]): CommandLine =>
	new Command('conformance')
		.description(
			'Checks a service against the interface, statement by statement, and says what the nodes guarantee with it. Without a base address it starts the local service and checks that. Fails only where the service breaks what the interface states.',
		)
		.option('--base-url <address>', 'base address of version 1 of the service', address)
		.option('--api-key <key>', 'API key of an application')
		.option('--other-api-key <key>', 'API key of a second application, to check their isolation')
		.option('--webhook-secret <secret>', 'secret that the service signs webhooks with')
		.option('--webhook-header <name>', 'header that carries the signature', 'X-Qube-Signature')
		.option(
			'--connection <id>',
			'a connection with a desktop at work, to see how answers look; it is only read from',
		)
		.option('--section <number>', 'check this section of the interface only', section)
		.option('--json <file>', 'also write every statement and reading to a file')
		.parse(words)
		.opts<CommandLine>();

async function givenTarget(commandLine: CommandLine): Promise<GivenTarget | undefined> {
	const { baseUrl, apiKey, otherApiKey, webhookSecret, webhookHeader } = commandLine;
	if (baseUrl === undefined) return undefined;
	if (apiKey === undefined) throw new Error('--base-url needs --api-key.');
	return probe({ baseUrl, apiKey, otherApiKey, webhookSecret, webhookHeader });
}

const ROOT = path.resolve(__dirname, '../..');

/** Runs the tests; what Jest itself prints is shown only when it wrote no results. */
async function results(given: GivenTarget | undefined, only = ''): Promise<JestResults> {
	const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
	const outputFile = path.join(folder, 'results.json');
	const words = ['--selectProjects', 'conformance', '--json', '--outputFile', outputFile];
	const jest = spawn(
		process.execPath,
		[
			require.resolve('jest/bin/jest'),
			...words,
			...(given ? ['--runInBand'] : []),
			`test/conformance/0${only}`,
		],
		{
			cwd: ROOT,
			env: { ...process.env, ...(given && { [TARGET_VARIABLE]: JSON.stringify(given) }) },
			stdio: ['ignore', 'ignore', 'pipe'],
		},
	);
	const [printed] = await Promise.all([text(jest.stderr), once(jest, 'close')]);
	try {
		return JSON.parse(await readFile(outputFile, 'utf8'));
	} catch {
		throw new Error(printed);
	} finally {
		await rm(folder, { recursive: true });
	}
}

/** Which of the lawful readings the service’s is; of the local service where none is given. */
async function readings(given: GivenTarget | undefined, connection?: string): Promise<Found[]> {
	if (given) return readingsOf(given, connection);
	const { service, target } = await startLocal();
	try {
		return await readingsOf(target);
	} finally {
		await service.close();
	}
}

async function main(commandLine: CommandLine): Promise<void> {
	const given = await givenTarget(commandLine);
	process.stdout.write(`Checking ${given ? given.baseUrl : 'the local service'} …\n`);
	const statements = statementsOf(await results(given, commandLine.section));
	process.stdout.write(`${tableOf(statements)}\n${remarksOn(statements)}\n\n`);
	const found = await readings(given, commandLine.connection);
	process.stdout.write(`${meaningOf(found)}\n`);
	if (commandLine.json !== undefined) {
		const report = JSON.stringify({ statements, readings: found }, null, '\t');
		await writeFile(commandLine.json, `${report}\n`);
	}
	if (statements.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
}

main(readCommandLine(process.argv)).catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
