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

/** What to do when nobody knows whether QuickBooks carried something out. The page says it once. */
const lookInBooks = (todo: string): string =>
	todo.replace(desktopTrouble.todo, '[Look in the books](#from-quickbooks).');

/** Keys with the same advice share a row. */
function table(key: string, rows: readonly Row[]): string {
	const keysOf = new Map<string, string[]>();
	for (const [name, { means, todo }] of rows) {
		const advice = JSON.stringify([means, lookInBooks(todo)]);
		keysOf.set(advice, [...(keysOf.get(advice) ?? []), name]);
	}
	return tableOf(
		[key, 'Message', 'What to do'],
		[...keysOf].map(([advice, names]) => [
			names.join(', '),
			...(JSON.parse(advice) as [means: string, todo: string]),
		]),
	);
}

const code = (text: string): string => `\`${text}\``;

const ofCodes = (advice: Readonly<Record<string, Advice>>): Row[] =>
	Object.entries(advice).map(([name, each]) => [code(name), each]);

/** The page of the docs about errors, made from the tables that the nodes themselves take their words from. */
export const errorsPage = (): string => `# Errors

When something fails, the nodes say what that means and what to do, then what the service or QuickBooks said, and the error's code. Many
messages name what they are about. If a node continues, the item has the message in \`error\`, the rest in \`description\`, and the code in
\`code\`. Beside the input, an error output gets only \`error\` and \`message\`: the description, which ends with the code. An expression finds it with
\`{{ $json.message?.match(/Error code: (\\w+)/)?.[1] }}\`.

## From the service

${table('Code', ofCodes(adviceByCode))}

## From QuickBooks

QuickBooks refused the request, or had trouble with it. With \`500\` to \`570\` it was carried out with a warning, which the output has under
\`warnings\`.

**Look in the books** means: nobody knows whether the request was carried out, so look in QuickBooks before you write it again. *Books: Find
Out What Happened* finds that out from the books, and with *Write If Absent* writes what certainly was not.

${table('Status', [...ofCodes(adviceByApplicationStatus), ['`3120` of what a payment is for', notOpenForPayment], ['`3170` to `3185` because of a lock', lockedByOthers], ['any other with `0x` or `QBWC`', desktopTrouble], ['any other from `3000` to `3999`', otherApplicationStatus], ['any other, or none', otherTrouble]])}

## From HTTP

These come without one of the service's own codes: from a gateway, a wrong address, or a service that has a problem.

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

After a timeout, a broken connection or a 5xx without one of the service's codes, the service may have queued the request. The nodes look
for its identifier in the connection's queue: if it is there, they take it over; only if it is certainly not, they send it again. If the
queue can't be searched, the error says so and names the identifier to look for.
`;
