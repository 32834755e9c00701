import {
	type Advice,
	adviceByApplicationStatus,
	adviceByCode,
	adviceByNetworkCode,
	adviceByStatus,
	checkTheAddress,
	noConnection,
	otherApplicationStatus,
	serverTrouble,
} from '../nodes/shared/transport/advice';
import {
	failureOfAnswer,
	failureOfEnvelope,
	failureOfNetwork,
} from '../nodes/shared/transport/errors';

type Row = [key: string, message: string, advice: Advice];

const GIVEN = 'As the service gave it';
const BY_APPLICATION = 'As QuickBooks gave it';

const cell = (text: string): string => text.replace(/\|/g, '\\|');

const table = (key: string, rows: readonly Row[]): string =>
	[
		`| ${key} | Message | What it means | What to do |`,
		'|---|---|---|---|',
		...rows.map(
			([name, message, { means, todo }]) =>
				`| ${[name, message, means, todo].map(cell).join(' | ')} |`,
		),
	].join('\n');

const code = (text: string): string => `\`${text}\``;

const ofCodes = Object.entries(adviceByCode).map(([name, advice]): Row => [
	code(name),
	GIVEN,
	advice,
]);

const ofStatuses = Object.entries(adviceByApplicationStatus).map(([status, advice]): Row => [
	code(status),
	BY_APPLICATION,
	advice,
]);

const ofHttp = Object.entries(adviceByStatus).map(([status, advice]): Row => [
	status,
	failureOfAnswer(Number(status), '').message,
	advice,
]);

const ofNetwork = Object.entries(adviceByNetworkCode).map(([name, advice]): Row => [
	code(name),
	failureOfNetwork({ code: name }).message,
	advice,
]);

/** The page of the docs about errors, made from the tables that the nodes themselves take their words from. */
export const errorsPage = (): string => `# Errors

What the nodes say when something fails: the message as the service or the accounting application gave it, and below
it what it means, what to do and the error's code. On Error and Retry On Fail work as for any other node; a node that
continues puts the same into the item as \`error.message\`, \`error.description\` and \`error.code\`.

This page is made from the nodes' own table by \`npm run generate:docs\`.

## From the service

The code stands at the end of the description.

${table('Code', ofCodes)}

## From the accounting application

A request that was queued, but refused on the desktop, has one of these status codes.

${table('Status', [...ofStatuses, ['any other', BY_APPLICATION, otherApplicationStatus]])}

## From HTTP

These come without one of the service's own codes: from a gateway, a wrong address, or a service in trouble.

${table('Status', [
	...ofHttp,
	['3xx', failureOfAnswer(302, '').message.replace('302', '3xx'), checkTheAddress],
	['other 4xx', failureOfAnswer(400, '').message.replace('400', '4xx'), checkTheAddress],
	['other 5xx', failureOfAnswer(500, '').message.replace('500', '5xx'), serverTrouble],
	['2xx', failureOfEnvelope.message, failureOfEnvelope.advice],
])}

## From the network

${table('Code', [
	...ofNetwork,
	[
		'any other',
		failureOfNetwork({ code: 'ECONNRESET' }).message.replace('ECONNRESET', '…'),
		noConnection,
	],
])}

## When nobody knows whether a request was queued

After a time-out, a broken connection or a 5xx without one of the service's codes, the service may have taken the
request all the same. The nodes never simply send it again: they look in the connection's queue for the request's
identifier, take over what is there, and send it again only if it is not. If the queue can't be looked through either,
the error says so and names the identifier to look for.
`;
