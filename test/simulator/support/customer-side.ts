import type { Answered, Desk } from './ask';

export type Fields = Record<string, unknown>;

/** The first customer of the company. */
const CUSTOMER = '<CustomerRef><ListID>80000001-1700000001</ListID></CustomerRef>';

/** The only record of a response, with its element; an empty one if there is none. */
export const only = ({ records }: Answered, element: string): Fields => records[element]?.[0] ?? {};

export const linesIn = (record: Fields, element = 'InvoiceLineRet'): Fields[] =>
	(record[element] ?? []) as Fields[];

/** A line of an item; what comes after it in the line is written as in qbXML. */
export const itemLine = (kind: string, item: string, rest = ''): string =>
	`<${kind}LineAdd><ItemRef><FullName>${item}</FullName></ItemRef>${rest}</${kind}LineAdd>`;

/** Asks for a new transaction of the first customer. */
export const askFor = (
	{ ask }: Desk,
	kind: string,
	content: string,
	customer = CUSTOMER,
): Answered => ask(`<${kind}AddRq><${kind}Add>${customer}${content}</${kind}Add></${kind}AddRq>`);

/** A new transaction of the first customer, which must not be refused. */
export function add(desk: Desk, kind: string, content: string, customer = CUSTOMER): Fields {
	const answer = askFor(desk, kind, content, customer);
	if (answer.statusSeverity === 'Error') throw new Error(answer.statusMessage);
	return only(answer, `${kind}Ret`);
}

/** Asks for a change of a transaction. */
export const askToChange = (
	{ ask }: Desk,
	kind: string,
	{ TxnID, EditSequence }: Fields,
	content: string,
): Answered =>
	ask(
		`<${kind}ModRq><${kind}Mod><TxnID>${TxnID}</TxnID><EditSequence>${EditSequence}</EditSequence>${content}</${kind}Mod></${kind}ModRq>`,
	);

/** A transaction as it is now, with its lines and links. */
export const now = ({ ask }: Desk, kind: string, { TxnID }: Fields): Fields =>
	only(
		ask(
			`<${kind}QueryRq><TxnID>${TxnID}</TxnID><IncludeLineItems>1</IncludeLineItems>${kind === 'ReceivePayment' ? '' : '<IncludeLinkedTxns>1</IncludeLinkedTxns>'}</${kind}QueryRq>`,
		),
		`${kind}Ret`,
	);

/** Asks for a transaction to be voided or deleted. */
export const undo = (
	{ ask }: Desk,
	request: 'TxnVoid' | 'TxnDel',
	kind: string,
	{ TxnID }: Fields,
): Answered =>
	ask(
		`<${request}Rq><${request}Type>${kind}</${request}Type><TxnID>${TxnID}</TxnID></${request}Rq>`,
	);
