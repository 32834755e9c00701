import { rules } from '../quickbooks/rules';
import {
	CONNECTOR_SOURCE,
	connectorCodes,
	type DesktopCode,
	HRESULT_SOURCE,
	hresults,
} from '../quickbooks/rules/desktopCodes';
import type { Rule } from '../quickbooks/rules/rule';
import { tableOf } from './markdown';

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function saidIn({ status, saying }: Rule): string {
	if (status === undefined) return '';
	return ` (\`${status}\`${saying ? `: “${saying}”` : ''})`;
}

function simulatedAs({ simulated }: Rule): string {
	return typeof simulated === 'string' ? simulated : `no: ${simulated.not}`;
}

function row(rule: Rule): string[] {
	const { requests, element, when, does, source, certainty } = rule;
	const about = [requests.map((name) => `\`${name}\``).join(', '), element && `\`${element}\``];
	return [
		`${when ? `When ${when}: ` : ''}${does}${saidIn(rule)}`,
		about.filter(Boolean).join(': '),
		`${certainty}: ${source}`,
		simulatedAs(rule),
	];
}

function section(heading: string): string {
	const own = Object.values(rules).filter(({ of }) => of === heading);
	const head = ['What QuickBooks does', 'Where', 'How sure, and who says so', 'Simulated'];
	return `## ${heading}\n\n${tableOf(head, own.map(row))}`;
}

/** The subjects that all records share, in the order of the page. Those of records stand before them. */
const shared = [
	'Custom fields',
	'Names and lists',
	'Voiding and deleting',
	'What is locked, closed or not allowed',
	'What fits into a field',
	'Letters and other characters',
	'Dates and times',
	'Searching',
	'Pages of long lists',
	'Reports',
	'Several requests in one message set',
	'Saved, but with a warning',
	'When no answer comes',
	'When an answer was lost: message sets',
	'The Web Connector',
	'Editions, countries and versions',
];

const all = [...new Set(Object.values(rules).map(({ of }) => of))];

const headings = [
	...all.filter((heading) => !shared.includes(heading)),
	...shared.filter((heading) => all.includes(heading)),
];

const anchorOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^a-z0-9 -]/g, '')
		.replace(/ /g, '-');

const link = (heading: string): string => `- [${heading}](#${anchorOf(heading)})`;

const codeTable = (codes: Readonly<Record<string, DesktopCode>>): string =>
	tableOf(
		[
			...['Code', 'What it means', 'Was the request carried out?', 'Does the error go away?'],
			...['What to do at the desktop', 'How sure'],
		],
		Object.entries(codes).map(([code, { means, carriedOut, passes, todo, certainty }]) => [
			`\`${code}\``,
			...[capitalized(means), carriedOut, passes, todo, certainty],
		]),
	);

const CODES = 'Codes that come instead of an answer';

/** The page of the docs about what QuickBooks does that the schema of qbXML doesn't say. */
export const quickBooksPage = (): string => `# What QuickBooks does that may surprise you

qbXML, the language in which programs talk to QuickBooks Desktop, says what a request looks like, but not what QuickBooks then does with it.
This page says what is publicly known of that, record by record, and who says so. **sure**: seen in live company files, or stated by Intuit.
**likely**: stated by somebody who should know. **unsure**: sources disagree. **believed**: nobody says so, but the
[simulated desktop](../simulator/README.md) has to do something.

The last column says whether the simulated desktop does it too. With **both ways**, it does, unless a test asks for the opposite.
The number in brackets is the status with which QuickBooks answers: from 500 on a warning, from 1000 on a refusal. A message set is what is
sent to QuickBooks at once: one request, or several.

${[...headings, CODES].map(link).join('\n')}

${headings.map(section).join('\n\n')}

## ${CODES}

They come from QuickBooks, from Windows or from the Web Connector, and concern all requests of a message set. A “no” in the third column is what
is known of the code. But only \`0x80040400\` and \`0x80040423\` prove that nothing was saved, because any other may belong to another session
than the one that had the request. After all others, look in QuickBooks before you send anything again.

### Of QuickBooks and Windows

Source: ${HRESULT_SOURCE}.

${codeTable(hresults)}

### Of the Web Connector

Source: ${CONNECTOR_SOURCE}. Whether the request was carried out is partly deduced.

${codeTable(connectorCodes)}
`;
