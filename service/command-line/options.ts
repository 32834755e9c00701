import { Command, InvalidArgumentError, Option } from 'commander';
import type { Level } from 'pino';

import { allowedTargets, type TargetRule, targetRules } from '../deliveries/webhook-targets';
import { publicOrigin } from '../network/public-url';
import { trustedProxies } from '../network/trusted-proxies';
import { limitDefaults, webhookDefaults } from '../server/defaults';
import {
	ONBOARDING_HOURS,
	SESSION_TIMEOUT_SECONDS,
	STOP_TIMEOUT_SECONDS,
	TAKE_OVER_SECONDS,
} from '../server/start-service';
import { databaseOption } from './database';
import { variableOf } from './environment';

/** The program that the service is started by: what is its own of the command line. */
export interface Program {
	readonly name: string;
	/** Where the data is unless the command line says something else. */
	readonly database: string;
	/** What is logged unless the command line says something else. */
	readonly log: Level;
	/** What its help says of its other commands. */
	readonly otherCommands?: string;
}

/** The options of the command line. */
export interface CommandLine {
	readonly port: number;
	readonly host: string;
	readonly apiKey: readonly string[];
	readonly database: string;
	readonly webhookSecret: readonly string[];
	readonly webhookTries: readonly number[];
	readonly webhookTimeout: number;
	readonly webhookHeader: string;
	readonly webhookTargets: TargetRule;
	readonly webhookAllow: readonly string[];
	readonly publicUrl?: string;
	readonly trustProxy: readonly string[];
	readonly sessionTimeout: number;
	readonly takeOverAfter: number;
	readonly onboardingHours: number;
	/** No metrics are served without it. */
	readonly metricsPort?: number;
	readonly metricsHost: string;
	readonly stopTimeout: number;
	/** Days; undefined keeps them for ever. */
	readonly keepAnswers?: number;
	readonly rateLimit: number;
	readonly addressRateLimit: number;
	readonly queueLength: number;
	readonly connections: number;
	readonly requestSize: number;
	readonly answerSize: number;
	readonly httpConnections: number;
	readonly requestTimeout: number;
	readonly log: Level;
	/** False means no simulated desktops; true means the same as `at-once`. */
	readonly simulate: boolean | 'at-once' | 'on-request';
}

const logLevels: Level[] = ['info', 'warn', 'error'];

/** Turns what a reader of a value says is wrong with it into an error of the command line. */
function checked<T>(read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new InvalidArgumentError((error as Error).message);
	}
}

/** An empty variable of the environment counts as none. */
const publicUrl = (text: string): string | undefined =>
	text === '' ? undefined : checked(() => publicOrigin(text));

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');

const list =
	(check: (words: string[]) => unknown) =>
	(text: string): string[] => {
		const words = wordsOf(text);
		checked(() => check(words));
		return words;
	};

const HIGHEST_PORT = 65535;

function port(text: string): number {
	if (!/^\d{1,5}$/.test(text) || Number(text) > HIGHEST_PORT)
		throw new InvalidArgumentError(`It must be a whole number up to ${HIGHEST_PORT}.`);
	return Number(text);
}

/** An option that can be repeated has one value on each line of its variable. */
const repeated =
	(check: (value: string) => void) =>
	(text: string, earlier: readonly string[]): string[] => {
		const values = text.split(/\r?\n/);
		for (const value of values) check(value);
		return [...earlier, ...values];
	};

const apiKey = repeated((key) => {
	if (!/^[^:\s]+$/.test(key))
		throw new InvalidArgumentError('A key has no colon and no white space in it.');
});

const secret = repeated((text) => {
	if (text === '') throw new InvalidArgumentError('A secret is not empty.');
});

const SECONDS = /^\d{1,7}(\.\d{1,3})?$/;

function tries(text: string): number[] {
	const waits = text.split(',');
	if (!waits.every((wait) => SECONDS.test(wait)))
		throw new InvalidArgumentError('It must be a list of seconds, such as 0,5,30.');
	return waits.map(Number);
}

function positive(text: string): number {
	if (!SECONDS.test(text) || Number(text) === 0)
		throw new InvalidArgumentError('It must be a number above 0.');
	return Number(text);
}

/** A timer cannot wait much longer than this. */
const LONGEST_SESSION_SECONDS = 7 * 24 * 60 * 60;

function sessionSeconds(text: string): number {
	if (positive(text) > LONGEST_SESSION_SECONDS)
		throw new InvalidArgumentError(`It must be no more than ${LONGEST_SESSION_SECONDS} seconds.`);
	return Number(text);
}

function days(text: string): number {
	const [, number] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
	if (number === undefined)
		throw new InvalidArgumentError('It must be a number of days, at least one, such as 90d.');
	return Number(number);
}

function perSecond(text: string): number {
	if (!/^\d{1,6}$/.test(text))
		throw new InvalidArgumentError('It must be a whole number, 0 for no limit.');
	return Number(text);
}

function count(text: string): number {
	if (!/^[1-9]\d{0,8}$/.test(text))
		throw new InvalidArgumentError('It must be a whole number above 0.');
	return Number(text);
}

const mebibytesUpTo =
	(most: number) =>
	(text: string): number => {
		if (positive(text) > most)
			throw new InvalidArgumentError(`It must be no more than ${most} MiB.`);
		return Number(text);
	};

function headerName(text: string): string {
	if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(text))
		throw new InvalidArgumentError('It must be a name of letters, digits and hyphens.');
	return text;
}

/** Gives each option its variable of the environment. */
class CommandWithVariables extends Command {
	override addOption(option: Option): this {
		return super.addOption(option.env(variableOf(option.long ?? '')));
	}
}

const ABOUT_VARIABLES = `
Each option can be given as the environment variable behind it instead; the command line comes first. A variable whose name ends
in _FILE, such as ${variableOf('--webhook-secret')}_FILE, names a file with the value. Give secrets that way: everyone on the
machine can see a command line. Options that can be repeated have one value on each line.
`;

/**
 * Reads the options of the service from the command line and the environment. If one has a mistake, prints what is wrong and
 * ends the process.
 */
export function readCommandLine(program: Program, words: readonly string[]): CommandLine {
	return new CommandWithVariables(program.name)
		.description(
			'The Accounting Sync Service on your own machine, to build and try workflows without an account.',
		)
		.addOption(
			new Option('--port <number>', 'port to listen on, 0 for a free one')
				.default(4300)
				.argParser(port),
		)
		.addOption(new Option('--host <address>', 'address to listen on').default('127.0.0.1'))
		.option(
			'--api-key <key>',
			'API key of an application, for development: everyone on the machine can see a command line; repeat it for further applications (default: issued keys are valid; if there are none, one is made)',
			apiKey,
			[],
		)
		.addOption(databaseOption(program.database))
		.option(
			'--webhook-secret <secret>',
			'secret that signs the webhooks of applications without their own, for development; give it twice while rotating',
			secret,
			[],
		)
		.addOption(
			new Option('--webhook-tries <seconds,…>', 'seconds to wait before each try of a webhook')
				.default(webhookDefaults.tries, webhookDefaults.tries.join())
				.argParser(tries),
		)
		.option(
			'--webhook-timeout <seconds>',
			'seconds a receiver has to answer',
			positive,
			webhookDefaults.timeoutSeconds,
		)
		.option(
			'--webhook-header <name>',
			'header that carries the signature',
			headerName,
			webhookDefaults.signatureHeader,
		)
		.addOption(
			new Option(
				'--webhook-targets <rule>',
				'where webhooks may go: to the internet alone; by caller: also to private addresses if whoever queued the request has one; or anywhere',
			)
				.choices(targetRules)
				.default(webhookDefaults.targets),
		)
		.addOption(
			new Option(
				'--webhook-allow <targets>',
				'what webhooks may go to besides: host names, IP addresses and ranges, separated by commas',
			)
				.argParser(list(allowedTargets))
				.default([], 'none'),
		)
		.addOption(
			new Option(
				'--public-url <address>',
				'the address at which others reach the service, such as https://books.example.com (default: the one that each caller has used)',
			).argParser(publicUrl),
		)
		.addOption(
			new Option(
				'--trust-proxy <addresses>',
				'the proxies that say who calls: their IP addresses or ranges, separated by commas; "loopback" for one on this machine',
			)
				.argParser(list(trustedProxies))
				.default([], 'none'),
		)
		.option(
			'--session-timeout <seconds>',
			'seconds without a call after which a connector session is ended',
			sessionSeconds,
			SESSION_TIMEOUT_SECONDS,
		)
		.option(
			'--take-over-after <seconds>',
			'seconds without a sign of life after which a process takes over from another one on the same PostgreSQL database',
			positive,
			TAKE_OVER_SECONDS,
		)
		.option(
			'--onboarding-hours <hours>',
			'how long an onboarding link lives',
			positive,
			ONBOARDING_HOURS,
		)
		.addOption(
			new Option(
				'--metrics-port <number>',
				'serve metrics for Prometheus at /metrics on this port, 0 for a free one',
			).argParser(port),
		)
		.addOption(
			new Option('--metrics-host <address>', 'address to serve the metrics on').default(
				'127.0.0.1',
			),
		)
		.addOption(
			new Option(
				'--stop-timeout <seconds>',
				'how long calls, desktops and deliveries in progress may take to end when the service is stopped',
			)
				.default(STOP_TIMEOUT_SECONDS)
				.argParser(positive),
		)
		.addOption(
			new Option(
				'--simulate [when]',
				'run a simulated desktop: for every connection at once, or on request from its onboarding page',
			)
				.choices(['at-once', 'on-request'])
				.default(false),
		)
		.option(
			'--keep-answers <days>',
			'how long answers are kept, such as 90d; requests and their identifiers stay (default: for ever)',
			days,
		)
		.option(
			'--rate-limit <calls>',
			'calls a second that are taken with the keys of one application, on average over 10 seconds; 0 for any number',
			perSecond,
			limitDefaults.callsPerSecond,
		)
		.option(
			'--address-rate-limit <calls>',
			'the same for calls without a valid key from one address: pages for customers, wrong keys and passwords',
			perSecond,
			limitDefaults.addressCallsPerSecond,
		)
		.option(
			'--queue-length <requests>',
			'how many requests of a connection may wait',
			count,
			limitDefaults.queueLength,
		)
		.option(
			'--connections <number>',
			'how many connections an application may have',
			count,
			limitDefaults.connections,
		)
		.option(
			'--request-size <MiB>',
			'how large a request may be as XML; the body of a call may be twice that',
			mebibytesUpTo(limitDefaults.requestMebibytes),
			limitDefaults.requestMebibytes,
		)
		.option(
			'--answer-size <MiB>',
			'how large an answer of a desktop may be as XML; the connector’s message may be twice that',
			mebibytesUpTo(limitDefaults.answerMebibytes),
			limitDefaults.answerMebibytes,
		)
		.option(
			'--http-connections <number>',
			'how many connections of HTTP may be open at the same time',
			count,
			limitDefaults.httpConnections,
		)
		.option(
			'--request-timeout <seconds>',
			'how long a caller may take to send one call; the headers have a minute of it',
			positive,
			limitDefaults.requestTimeoutSeconds,
		)
		.addOption(
			new Option('--log <level>', 'what is logged to standard error; info logs each call')
				.choices(logLevels)
				.default(program.log),
		)
		.addHelpText('after', `${ABOUT_VARIABLES}${program.otherCommands ?? ''}`)
		.parse(words)
		.opts<CommandLine>();
}
