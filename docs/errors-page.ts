import {
	type Advice,
	adviceByApplicationStatus,
	adviceByCode,
	adviceByNetworkCode,
	adviceByStatus,
	checkTheAddress,
	desktopTrouble,
	lockedByOthers,
	noConnection,
	notOpenForPayment,
	otherApplicationStatus,
	otherTrouble,
	serverTrouble,
	speaksHttps,
} from '../queue/calls/advice';
import { failureOfEnvelope } from '../queue/calls/errors';
import { tableOf } from './markdown';

type Row = [key: string, advice: Advice];

const table = (key: string, rows: readonly Row[]): string =>
	tableOf(
		[key, 'Message', 'What to do'],
		rows.map(([name, { means, todo, naming = [] }]) => {
			const named = naming.map(([, headline]) => headline.replace(/\$\d/g, '…'));
			return [name, [...named, means].join(' Or: '), todo];
		}),
	);

const code = (text: string): string => `\`${text}\``;

const ofCodes = (advice: Readonly<Record<string, Advice>>): Row[] =>
	Object.entries(advice).map(([name, each]) => [code(name), each]);

/** The page of the docs about errors, made from the tables that the nodes themselves take their words from. */
export const errorsPage = (): string => `# Errors

When something fails, the nodes say what that means. Below it they say what to do, what the service or QuickBooks said in its own words, and
the error's code. On Error and Retry On Fail work as for any other node. If a node continues, the item has what that means in
\`error\`, as n8n's own nodes have it, the rest in \`description\`, and the code alone in \`code\`. To an error output, n8n sends no more than two
texts, beside the input: there the description, with the code at its end, is in \`message\`. An expression finds the code with
\`{{ $json.message?.match(/Error code: (\\w+)/)?.[1] }}\`.

\`npm run generate -- docs\` makes this page from the nodes' own tables.

## From the service

The code is at the end of the description.

${table('Code', ofCodes(adviceByCode))}

## From QuickBooks

A request that was queued but then refused by the desktop has one of these status codes. With \`500\` to \`570\`, QuickBooks has
carried it out with a warning: the output has it under \`warnings\`, with its code and its message, and the node shows it.

${table('Status', [...ofCodes(adviceByApplicationStatus), ['`3120` of what a payment is for', notOpenForPayment], ['`3170` to `3185` because of a lock', lockedByOthers], ['any other with `0x` or `QBWC`', desktopTrouble], ['any other from `3000` to `3999`', otherApplicationStatus], ['any other, or none', otherTrouble]])}

## From HTTP

These come without one of the service's own codes: from a gateway, from a wrong address, or from a service that has a problem.

${table('Status', [
	...Object.entries(adviceByStatus),
	['3xx', checkTheAddress],
	['400 that says so', speaksHttps],
	['other 4xx', checkTheAddress],
	['other 5xx', serverTrouble],
	['2xx', failureOfEnvelope.advice],
])}

## From the network

${table('Code', [...ofCodes(adviceByNetworkCode), ['any other', noConnection]])}

## When nobody knows whether a request was queued

After a timeout, a broken connection or a 5xx without one of the service's codes, the service may have queued the request
anyway. The nodes never simply send it again. They look for the request's identifier in the connection's queue: if it is there, they
take it over, and only if it is not, they send the request again. If the queue can't be searched either, the error says so and names
the identifier to look for.
`;
