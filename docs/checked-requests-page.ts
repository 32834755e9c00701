import { checkRequest } from '../nodes/shared/qbxml/checkRequest';
import { requestMessages } from '../nodes/shared/qbxml/requestMessages';
import { readRequestXml } from '../nodes/shared/qbxml/requestXml';

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

/** A mistake of each kind, in few words, and a request that has it. */
const mistakes: ReadonlyArray<[kind: string, request: string]> = [
	['a name that does not exist', customer('<Nots>VIP</Nots>')],
	['an element in the wrong group', customer('<City>Bayshore</City>')],
	['the wrong order', invoice('<Memo>A</Memo><TxnDate>2026-01-31</TxnDate><PONumber>1</PONumber>')],
	['an element twice', invoice('<Memo>A</Memo><Memo>B</Memo>')],
	['something missing', '<InvoiceAddRq><InvoiceAdd><Memo>A</Memo></InvoiceAdd></InvoiceAddRq>'],
	[
		'two things that exclude each other',
		invoice('<InvoiceLineAdd><Rate>1.00</Rate><RatePercent>5</RatePercent></InvoiceLineAdd>'),
	],
	['a reference to nobody', invoice('<TermsRef/>')],
	['a text that is too long', invoice(`<RefNumber>2026-000-1042</RefNumber>`)],
	[
		'a word that is not allowed',
		'<CustomerQueryRq><ActiveStatus>Active</ActiveStatus></CustomerQueryRq>',
	],
	['a date in another form', invoice('<TxnDate>31.01.2026</TxnDate>')],
	['an amount without its cents', invoice('<InvoiceLineAdd><Amount>45</Amount></InvoiceLineAdd>')],
	['a switch in other words', customer('<IsActive>yes</IsActive>')],
	[
		'something too new',
		'<SalesOrderAddRq><SalesOrderAdd><CustomerRef><FullName>A</FullName></CustomerRef><SalesOrderLineAdd/><StoreName>B</StoreName></SalesOrderAdd></SalesOrderAddRq>',
	],
];

const cell = (text: string): string => text.replace(/\|/g, '\\|');

const table = (): string =>
	[
		'| Mistake | What the node says |',
		'|---|---|',
		...mistakes.map(([kind, request]) => `| ${kind} | ${cell(saidOf(request))} |`),
	].join('\n');

/** The page of the docs about the check of requests. Its messages are those of the check itself. */
export const checkedRequestsPage = (): string => `# When the desktop would say: error when parsing

QuickBooks reads qbXML strictly. One element out of order or one name too long, and hours later, when the customer's
desktop is on, it answers "QuickBooks found an error when parsing the provided XML text stream", and says neither which
element nor why.

**Queued Request → Create** knows qbXML 16.0: all 229 requests, the order of their elements, their lengths, types, allowed
words and versions. It checks a request before anything is queued, in every Request Format. If something is wrong, the item
ends in an error with the first problem as its title, and all the others below it. Each says where the element stands.
The item has not been sent then, so you can correct it and run it again. (With On Error → Continue, the other items have been sent:
run only this one again.)

## What it finds

${table()}

For XML, the message also has the line and column. For the other formats, it has the path, such as
\`InvoiceAddRq > InvoiceAdd > InvoiceLineAdd (2) > Rate\`.

## A form instead of XML

With Request Format **Typed** you need no XML at all: choose the request from the list, and its fields appear. Required ones are
there from the start, **Add field to send** has all others. What repeats, such as lines, is a JSON list with an example of
the right shape. What you leave empty is not sent.

![Queued Request: Create with Request Format Typed: "Add a bill" is chosen, with the vendor, date, number and a line of the bill](screenshots/any-request.png)

The node puts the elements in order, escapes what has to be escaped, and checks the result like any other request. Amounts
get their two decimals. **More Values** takes values by path as a JSON object, for requests that an expression
chooses.

The version of qbXML is the connection's own, unless **qbXML Version** says otherwise. Before the desktop has connected
for the first time, it is 13.0, or higher if the request needs that. Fields that are newer than the version are marked.

## Versions and other countries

The connection tells which version of qbXML its accounting application understands. A document in a newer version is refused, and
so is an element that is newer than its document.

The facts are those of the edition for the United States. If the connection or the document says that it is of another
country, an element that they don't know is only a hint: the request goes out, and the node's output shows the hint.

## Letters

What is beyond ASCII, such as é or €, goes out as a numeric reference (\`&#233;\`) in the formats XML and Typed, because some
versions take the letter itself for a parse error. For the formats Form and JSON, it is the service that writes the XML. Letters beyond those of Western Europe go out too, but the accounting application gives them back
as "?". A hint names them.

## Send Without Checking

If you are sure that the accounting application takes what the node refuses, switch on **Options → Send Without
Checking**. XML then goes out unchanged but for the request's ID, and only has to be well formed.

## What no check can know

Whether the customer, item or account exists, whether the closing date allows the change, and whether somebody has the
record open: only the desktop knows. It answers with a status code then, and [errors.md](errors.md) says what to do.
`;
