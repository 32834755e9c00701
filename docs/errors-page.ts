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

const GIVEN = 'The message from the service';
const BY_APPLICATION = 'The message from QuickBooks';

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

When something fails, the nodes show the message of the service or of QuickBooks, and below it what the message means, what to do
and the error's code. On Error and Retry On Fail work as for any other node. If a node continues, the item has the same in
\`error.message\`, \`error.description\` and \`error.code\`.

\`npm run generate:docs\` makes this page from the nodes' own tables.

## From the service

The code is at the end of the description.

${table('Code', ofCodes)}

## From QuickBooks

A request that was queued but then refused by the desktop has one of these status codes.

${table('Status', [...ofStatuses, ['any other', BY_APPLICATION, otherApplicationStatus]])}

## From HTTP

These come without one of the service's own codes: from a gateway, from a wrong address, or from a service that has a problem.

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

After a timeout, a broken connection or a 5xx without one of the service's codes, the service may have queued the request
anyway. The nodes never simply send it again. They look for the request's identifier in the connection's queue: if it is there, they
take it over, and only if it is not, they send the request again. If the queue can't be searched either, the error says so and names
the identifier to look for.
`;
