import { homedir } from 'node:os';
import path from 'node:path';

import type { Level } from 'pino';

import { allowedTargets, type TargetRule, targetRules } from '../deliveries/webhook-targets';
import { publicOrigin } from '../network/public-url';
import { trustedProxies } from '../network/trusted-proxies';
import { MAXIMUM_REQUEST_BYTES, MAXIMUM_RESPONSE_BYTES, MEBIBYTE } from '../qbxml/limits';

/** A setting of the service. The command line, its help, the environment and the documents all have it from here. */
export interface Setting<Value> {
	/** How the command line has it, such as `--port <number>`. The name of its variable comes from this. */
	readonly option: string;
	readonly help: string;
	readonly default: Value;
	/** What holds unless it is given, in words, where the default alone does not say it. */
	readonly unlessGiven?: string;
	/** The words that may be given. */
	readonly choices?: readonly (Value & string)[];
	/** The word that is meant where the option is given alone. */
	readonly alone?: Value & string;
	/**
	 * The value that a text stands for. The text itself if left out.
	 * @param before what was given before, or the default
	 * @throws Error with a sentence about what it must be
	 */
	readonly read?: (text: string, before: Value) => Value;
}

const setting = <Value>(row: Setting<Value>): Setting<Value> => row;

const HIGHEST_PORT = 65535;

function port(text: string): number {
	if (!/^\d{1,5}$/.test(text) || Number(text) > HIGHEST_PORT)
		throw new Error(`It must be a whole number up to ${HIGHEST_PORT}.`);
	return Number(text);
}

/** What can be given again and again has one value on each line of its variable. */
const repeated =
	(isRight: (value: string) => boolean, problem: string) =>
	(text: string, before: readonly string[]): readonly string[] => {
		const values = text.split(/\r?\n/);
		if (!values.every(isRight)) throw new Error(problem);
		return [...before, ...values];
	};

const words =
	(check: (words: string[]) => unknown) =>
	(text: string): readonly string[] => {
		const all = text.split(/[\s,]+/).filter((word) => word !== '');
		check(all);
		return all;
	};

const SECONDS = /^\d{1,7}(\.\d{1,3})?$/;

function listOfSeconds(text: string): readonly number[] {
	const waits = text.split(',');
	if (!waits.every((wait) => SECONDS.test(wait)))
		throw new Error('It must be a list of seconds, such as 0,5,30.');
	return waits.map(Number);
}

function seconds(text: string): number {
	if (!SECONDS.test(text)) throw new Error('It must be a number of seconds, 0 for none.');
	return Number(text);
}

function positive(text: string): number {
	if (!SECONDS.test(text) || Number(text) === 0) throw new Error('It must be a number above 0.');
	return Number(text);
}

const positiveUpTo =
	(most: number, unit: string) =>
	(text: string): number => {
		if (positive(text) > most) throw new Error(`It must be no more than ${most} ${unit}.`);
		return Number(text);
	};

function wholeNumber(text: string): number {
	if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error('It must be a whole number above 0.');
	return Number(text);
}

function perSecond(text: string): number {
	if (!/^\d{1,6}$/.test(text)) throw new Error('It must be a whole number, 0 for no limit.');
	return Number(text);
}

function days(text: string): number {
	const [, number] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
	if (number === undefined)
		throw new Error('It must be a number of days, at least one, such as 90d.');
	return Number(number);
}

function headerName(text: string): string {
	if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(text))
		throw new Error('It must be a name of letters, digits and hyphens.');
	return text;
}

const REQUEST_MEBIBYTES = MAXIMUM_REQUEST_BYTES / MEBIBYTE;
const ANSWER_MEBIBYTES = MAXIMUM_RESPONSE_BYTES / MEBIBYTE;

export const bytesOf = (mebibytes: number): number => Math.floor(mebibytes * MEBIBYTE);

/** A timer cannot wait much longer than this. */
const LONGEST_SESSION_SECONDS = 7 * 24 * 60 * 60;

/** Everything that can be set, in the order of the help. */
export const settings = {
	port: setting({
		option: '--port <number>',
		help: 'port to listen on, 0 for a free one',
		default: 4300,
		read: port,
	}),
	host: setting({
		option: '--host <address>',
		help: 'address to listen on',
		default: '127.0.0.1',
	}),
	apiKeys: setting<readonly string[]>({
		option: '--api-key <key>',
		help: 'API key of an application, for development: everyone on the machine can see a command line; repeat it for further applications, each of which sees only its own connections',
		default: [],
		unlessGiven: 'issued keys are valid; if there are none, one is made',
		read: repeated((key) => /^[^:\s]+$/.test(key), 'A key has no colon and no white space in it.'),
	}),
	database: setting({
		option: '--database <file or address>',
		help: 'SQLite file that keeps everything, or the address of a database on PostgreSQL (postgres://user@host:5432/name); without a password, which belongs in PGPASSWORD or in this variable',
		// In the same place wherever the service is started: it keeps the key that is in n8n's credential.
		default: path.join(homedir(), '.accounting-sync', 'service.sqlite'),
		unlessGiven: '.accounting-sync/service.sqlite in your home folder',
	}),
	webhookSecrets: setting<readonly string[]>({
		option: '--webhook-secret <secret>',
		help: 'secret that signs the webhooks of applications without their own, for development; give it twice while rotating',
		default: [],
		unlessGiven: 'those webhooks are not signed',
		read: repeated((secret) => secret !== '', 'A secret is not empty.'),
	}),
	webhookTries: setting<readonly number[]>({
		option: '--webhook-tries <seconds,…>',
		help: 'seconds to wait before each try of a webhook; what a host did not take because it could not be reached is tried again as soon as it takes something else',
		// Three days: an n8n that is down for a weekend loses nothing, and has everything an hour after its return.
		default: [0, 5, 30, 120, 600, ...Array<number>(72).fill(3600)],
		unlessGiven: '0,5,30,120,600 and then 3600 for three days',
		read: listOfSeconds,
	}),
	webhookTimeoutSeconds: setting({
		option: '--webhook-timeout <seconds>',
		help: 'seconds a receiver has to answer',
		default: 10,
		read: positive,
	}),
	webhookSignatureHeader: setting({
		option: '--webhook-header <name>',
		help: 'header that carries the signature',
		default: 'X-Qube-Signature',
		read: headerName,
	}),
	webhookTargets: setting<TargetRule>({
		option: '--webhook-targets <rule>',
		help: 'where webhooks may go: to the internet alone; by caller: also to private addresses if whoever queued the request has one; or anywhere',
		default: 'by-caller',
		choices: targetRules,
	}),
	webhookAllow: setting<readonly string[]>({
		option: '--webhook-allow <targets>',
		help: 'what webhooks may go to besides: host names, IP addresses and ranges, separated by commas; "loopback" and "private" as below',
		default: [],
		unlessGiven: 'nothing',
		read: words(allowedTargets),
	}),
	publicUrl: setting<string | undefined>({
		option: '--public-url <address>',
		help: 'the address at which others reach the service, such as https://books.example.com; connector files, onboarding links, the WSDL and the description of the interface name it',
		default: undefined,
		unlessGiven: 'the one that each caller has used',
		read: publicOrigin,
	}),
	trustProxy: setting<readonly string[]>({
		option: '--trust-proxy <addresses>',
		help: 'the proxies that say who calls: their IP addresses or ranges, such as 172.18.0.0/16, separated by commas; "loopback" is this machine, "private" all private addresses',
		default: [],
		unlessGiven: 'none',
		read: words(trustedProxies),
	}),
	sessionTimeoutSeconds: setting({
		option: '--session-timeout <seconds>',
		help: 'seconds without a call after which a connector session is ended',
		// An accounting application can take long for one large query.
		default: 30 * 60,
		read: positiveUpTo(LONGEST_SESSION_SECONDS, 'seconds'),
	}),
	holdSessionSeconds: setting({
		option: '--hold-session <seconds>',
		help: 'how long after its last answer a connector session is held open, so that the next step of a workflow need not wait for the next run; four times that in a session at most; 0 for not at all',
		default: 15,
		read: seconds,
	}),
	takeOverSeconds: setting({
		option: '--take-over-after <seconds>',
		help: 'seconds without a sign of life after which a process takes over from another one on the same PostgreSQL database',
		default: 15,
		read: positive,
	}),
	onboardingHours: setting({
		option: '--onboarding-hours <hours>',
		help: 'how long an onboarding link lives',
		default: 48,
		read: positive,
	}),
	metricsPort: setting<number | undefined>({
		option: '--metrics-port <number>',
		help: 'serve metrics for Prometheus at /metrics on this port, 0 for a free one',
		default: undefined,
		unlessGiven: 'no metrics are served',
		read: port,
	}),
	metricsHost: setting({
		option: '--metrics-host <address>',
		help: 'address to serve the metrics on',
		default: '127.0.0.1',
	}),
	stopTimeoutSeconds: setting({
		option: '--stop-timeout <seconds>',
		help: 'how long calls, desktops and deliveries in progress may take to end when the service is stopped',
		// Docker gives a container 10 seconds to stop.
		default: 8,
		read: positive,
	}),
	simulate: setting<false | 'at-once' | 'on-request'>({
		option: '--simulate [when]',
		help: 'run a simulated desktop: for every connection at once, or on request from its onboarding page',
		default: false,
		unlessGiven: 'none is run',
		choices: ['at-once', 'on-request'],
		alone: 'at-once',
	}),
	keepAnswersDays: setting<number | undefined>({
		option: '--keep-answers <days>',
		help: 'how long answers are kept, such as 90d; requests and their identifiers stay',
		default: undefined,
		unlessGiven: 'for ever',
		read: days,
	}),
	callsPerSecond: setting({
		option: '--rate-limit <calls>',
		help: 'calls a second that are taken with the keys of one application, on average over 10 seconds; 0 for any number',
		default: 500,
		read: perSecond,
	}),
	addressCallsPerSecond: setting({
		option: '--address-rate-limit <calls>',
		help: 'the same for calls without a valid key from one address: pages for customers, wrong keys and passwords',
		default: 50,
		read: perSecond,
	}),
	queueLength: setting({
		option: '--queue-length <requests>',
		help: 'how many requests of a connection may wait',
		default: 100_000,
		read: wholeNumber,
	}),
	connections: setting({
		option: '--connections <number>',
		help: 'how many connections an application may have',
		default: 10_000,
		read: wholeNumber,
	}),
	requestMebibytes: setting({
		option: '--request-size <MiB>',
		help: 'how large a request may be as XML; the body of a call may be twice that',
		default: REQUEST_MEBIBYTES,
		read: positiveUpTo(REQUEST_MEBIBYTES, 'MiB'),
	}),
	answerMebibytes: setting({
		option: '--answer-size <MiB>',
		help: 'how large an answer of a desktop may be as XML; the connector’s message may be twice that',
		default: ANSWER_MEBIBYTES,
		read: positiveUpTo(ANSWER_MEBIBYTES, 'MiB'),
	}),
	httpConnections: setting({
		option: '--http-connections <number>',
		help: 'how many connections of HTTP may be open at the same time',
		default: 10_000,
		read: wholeNumber,
	}),
	requestTimeoutSeconds: setting({
		option: '--request-timeout <seconds>',
		help: 'how long a known caller may take to send one call; the headers have 45 seconds of it',
		// Long enough for the largest answer on a slow line.
		default: 30 * 60,
		read: positive,
	}),
	log: setting<Level>({
		option: '--log <level>',
		help: 'what is logged to standard error; info logs each call but those of connectors that find nothing to do, debug these too, error only failures',
		default: 'warn',
		choices: ['debug', 'info', 'warn', 'error'],
	}),
};

/** The value of each setting. */
export type Settings = {
	readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer Value>
		? Value
		: never;
};

/** The settings with their names. */
export const settingRows = Object.entries(settings) as Array<[keyof Settings, Setting<unknown>]>;

/** What holds unless something else is given. */
export const defaultSettings = Object.fromEntries(
	settingRows.map(([name, row]) => [name, row.default]),
) as Settings;
