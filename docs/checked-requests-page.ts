import { checkRequest } from '../quickbooks/qbxml/checkRequest';
import { requestMessages } from '../quickbooks/qbxml/requestMessages';
import { readRequestXml } from '../quickbooks/qbxml/requestXml';
import { tableOf } from './markdown';

/** What the check says of a request, as the item's error shows it. */
function saidOf(request: string): string {
	const { root } = readRequestXml(
		`<?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${request}</QBXMLMsgsRq></QBXML>`,
	);
	const problems = checkRequest(requestMessages, root.children[0].children[0], {
		documentVersion: '13.0',
		hostVersion: '13.0',
	});
	if (problems.length !== 1) throw new Error(`${request} has ${problems.length} problems.`);
	const [{ message }] = problems;
	return `${message}${message.endsWith('?') ? '' : '.'}`;
}

const customer = (inside: string): string =>
	`<CustomerAddRq><CustomerAdd><Name>A</Name>${inside}</CustomerAdd></CustomerAddRq>`;

const invoice = (inside: string): string =>
	`<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>A</FullName></CustomerRef>${inside}</InvoiceAdd></InvoiceAddRq>`;

/** Mistakes of some kinds, in few words, and a request that has each. */
const mistakes: ReadonlyArray<[kind: string, request: string]> = [
	['a name that does not exist', customer('<Nots>VIP</Nots>')],
	['an element in the wrong group', customer('<City>Bayshore</City>')],
	['the wrong order', invoice('<Memo>A</Memo><TxnDate>2026-01-31</TxnDate><PONumber>1</PONumber>')],
	['an element twice', invoice('<Memo>A</Memo><Memo>B</Memo>')],
	['something missing', '<InvoiceAddRq><InvoiceAdd><Memo>A</Memo></InvoiceAdd></InvoiceAddRq>'],
	['a text that is too long', invoice(`<RefNumber>2026-000-1042</RefNumber>`)],
	[
		'a word that is not allowed',
		'<CustomerQueryRq><ActiveStatus>Active</ActiveStatus></CustomerQueryRq>',
	],
	['a date in another format', invoice('<TxnDate>31.01.2026</TxnDate>')],
	[
		'something too new',
		'<SalesOrderAddRq><SalesOrderAdd><CustomerRef><FullName>A</FullName></CustomerRef><SalesOrderLineAdd/><StoreName>B</StoreName></SalesOrderAdd></SalesOrderAddRq>',
	],
];

const table = (): string =>
	tableOf(
		['Mistake', 'What the node says'],
		mistakes.map(([kind, request]) => [kind, saidOf(request)]),
	);

/** The page of the docs about the check of requests. Its messages are those of the check itself. */
export const checkedRequestsPage = (): string => `# Checked requests

QuickBooks reads qbXML strictly. If one element is wrong, it answers, maybe hours later, "QuickBooks found an error when parsing the provided XML text
stream", and says neither which nor why. So **Queued Request → Create** checks each of the 229 requests of qbXML 16.0 before it is queued, in every
Request Format. The item's error says what is wrong and where. The item was not sent: correct it and run it again. (With On Error → Continue, the other
items were sent, so run only this one again.) For instance:

${table()}

## A form instead of XML

With Request Format **Guided Form** you need no XML: choose the request from the list, and fill in its fields. Fields that repeat, such as lines,
take a JSON list. **More Values** takes a JSON object with values by path, for requests that are chosen by an expression.

![Queued Request: Create with Request Format Guided Form: "Add a bill" is chosen, with the vendor, date, number and a line of the bill](screenshots/any-request.png)

## Versions and other countries

A document that is newer than the connection's QuickBooks is refused, and so is an element that is newer than its document. The rules are those of the
US edition: in another country, an unknown element is only a hint, and the request is sent.

## Letters

Letters beyond those of Western Europe (Windows-1252) are sent, but QuickBooks puts "?" or another letter in their place. A hint names them. What
QuickBooks has made of a text counts as the same text: \`?ód?\` or \`Lódz\` is the same as \`Łódź\`, but \`Kolin\` is not the same as \`Kolić\`. So an Update doesn't
write it again every night, Compare finds the order, and what became of a write can be told.

Find or Create finds \`?ód? Ltd\` if you look for \`Łódź Ltd\`. A name with wrong letters in their place may be somebody else's: there it stops and shows
it to you. It neither finds by name nor creates a name with a word of which less than half is left, such as one in Chinese or Cyrillic letters:
match by something else.

## What no check can know

Only the desktop knows whether the customer, item or account exists, whether the closing date allows the change, and whether somebody has the
record open. [errors.md](errors.md) says what its status codes mean. If you are sure that it accepts what the node refuses, switch on **Options → Send
Without Checking**: XML only has to be well formed then.
`;
