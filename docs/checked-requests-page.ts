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
	['an empty reference', invoice('<TermsRef/>')],
	['a text that is too long', invoice(`<RefNumber>2026-000-1042</RefNumber>`)],
	[
		'a word that is not allowed',
		'<CustomerQueryRq><ActiveStatus>Active</ActiveStatus></CustomerQueryRq>',
	],
	['a date in another format', invoice('<TxnDate>31.01.2026</TxnDate>')],
	['an amount without cents', invoice('<InvoiceLineAdd><Amount>45</Amount></InvoiceLineAdd>')],
	['a switch that is not true or false', customer('<IsActive>yes</IsActive>')],
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

QuickBooks reads qbXML strictly. If one element is out of order or one name is too long, it answers "QuickBooks found an error when
parsing the provided XML text stream", maybe hours later, when the desktop is on. It says neither which element is wrong, nor why.

**Queued Request → Create** knows qbXML 16.0: all 229 requests, the order of their elements, their lengths, types, allowed
words and versions. It checks a request before anything is queued, in every Request Format. If something is wrong, the item
ends in an error with the first problem as its title, and all the others below it. Each says where the element is. The
item was not sent, so you can correct it and run it again. (With On Error → Continue, the other items were sent, so run only this one
again.)

## What it finds

${table()}

For XML, the message also has the line and column. For the other formats, it has the path, such as
\`InvoiceAddRq > InvoiceAdd > InvoiceLineAdd (2) > Rate\`.

## A form instead of XML

With Request Format **Guided Form** you need no XML at all: choose the request from the list, and its fields appear. Required fields are
there from the start, and **Add field to send** has all the others. Fields that repeat, such as lines, take a JSON list, with an example
of the right shape. Empty fields are not sent.

![Queued Request: Create with Request Format Guided Form: "Add a bill" is chosen, with the vendor, date, number and a line of the bill](screenshots/any-request.png)

The node puts the elements in order, escapes what has to be escaped, and checks the result like any other request. Amounts
get their two decimals. **More Values** takes a JSON object with values by path, for requests that are chosen by an expression.

The version of qbXML is the connection's own, unless **qbXML Version** says otherwise. Before the desktop has connected
for the first time, it is 13.0, or higher if the request needs that. Fields that are newer than the version are marked.

## Versions and other countries

The connection shows which version of qbXML its QuickBooks understands. A document in a newer version is refused, and
so is an element that is newer than its document.

The rules are those of the US edition. If the connection or the document says that it is from another country, an unknown element is
only a hint: the request is sent, and the node's output shows the hint.

## Letters

In the formats XML and Guided Form, letters beyond ASCII, such as é or €, are sent as numeric references (\`&#233;\`), because some versions
report a parse error for the letter itself. In the formats Form and JSON, the service writes the XML. Letters beyond those of Western
Europe (Windows-1252) are sent too, but QuickBooks puts "?" or another letter in their place. A hint names them.

What QuickBooks has made of such a text counts as the same text: \`Łódź\` is the same as \`?ód?\`, \`Lódz\` and \`?ódz\`, and as \`£ódŸ\`,
where wrong letters stand for those that were lost. All other letters have to be the same, and the place of a lost letter is never taken by
another letter from A to Z than the one that it looks like: \`Kolić\` is not the same as \`Kolin\`. So an Update doesn't write it again every
night, Compare finds the order, and what became of a write can be told. Find or Create finds a customer called \`?ód? Ltd\` or \`Lódz Ltd\`
if you look for \`Łódź Ltd\`: it asks QuickBooks for the name first, and looks through the list if QuickBooks finds none. A name in the list
with wrong letters may be somebody else's: there it stops and shows the name to you. Of a name with a word of which less than half is left, such as one in Chinese or Cyrillic letters, nobody could tell whose it is:
Find or Create doesn't find it by name and doesn't create it either, unless you match by something else. A letter that is written as a letter and
an accent of its own is sent as one character, which QuickBooks keeps.

## Send Without Checking

If you are sure that QuickBooks accepts what the node refuses, switch on **Options → Send Without Checking**. XML is then sent
unchanged, except for the request's ID, and only has to be well formed.

## What no check can know

Only the desktop knows whether the customer, item or account exists, whether the closing date allows the change, and whether somebody
has the record open. It then answers with a status code, and [errors.md](errors.md) says what to do.
`;
