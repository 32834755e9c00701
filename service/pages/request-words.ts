import type { RequestJson } from '../qbxml';
import type { RequestChild } from '../qbxml/request';
import type { RequestSummary } from '../store/summaries';

/** What a kind of request does, by how its name ends. The first that fits counts. */
const acts: ReadonlyArray<readonly [suffix: RegExp, label: (noun: string) => string]> = [
	[/Display(?:Add|Mod)$/, (noun) => `Open the form for ${noun}`],
	[/Add$/, (noun) => `Create ${noun}`],
	[/Mod$/, (noun) => `Update ${noun}`],
	[/(?<=Report)Query$/, (noun) => `Run ${noun}`],
	[/Query$/, (noun) => `Find ${plural(noun)}`],
	[/Del$/, (noun) => `Delete ${noun}`],
	[/Void$/, (noun) => `Void ${noun}`],
	[/Merge$/, (noun) => `Merge ${plural(noun)}`],
];

/** What requests do that are not about records. */
const labels: Readonly<Record<string, string>> = {
	CompanyQuery: 'Read company information',
	HostQuery: 'Check whether the desktop is there',
	PreferencesQuery: 'Read preferences',
};

/** What people call a record, where its name in qbXML says it differently. */
const nouns: Readonly<Record<string, string>> = {
	ARRefundCreditCard: 'refund by credit card',
	BuildAssembly: 'assembly build',
	DataExt: 'custom field',
	DataExtDef: 'custom field definition',
	Entity: 'names of all kinds',
	Item: 'item',
	ItemReceipt: 'item receipt',
	ListDeleted: 'deleted list records',
	OtherName: 'other name',
	ReceivePayment: 'customer payment',
	ReceivePaymentToDeposit: 'payments to deposit',
	Terms: 'terms',
	TimeTracking: 'time entry',
	ToDo: 'to-do',
	Transaction: 'transaction',
	TransferInventory: 'inventory transfer',
	TxnDeleted: 'deleted transactions',
};

function plural(noun: string): string {
	if (/[^s]s$|of all kinds$/.test(noun)) return noun;
	if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
	return /(?:ss|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

const inWords = (name: string): string =>
	name
		.replace(/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
		.toLowerCase()
		.replace(/^non /, 'non-');

/** `ItemService` is a service item, `BillPaymentCheck` a bill payment check. */
const nounOf = (name: string): string =>
	nouns[name] ?? inWords(name.replace(/^(Payroll)?Item(.+)/, '$2$1Item'));

type Children = readonly RequestChild[];

const textOf = (children: Children, name: string): string | undefined =>
	children.find((child) => child.name === name)?.text?.trim() || undefined;

/** The type that a request names instead of having it in its own name: `TxnVoidType` and its like, and those of reports. */
const typeIn = (children: Children): string | undefined =>
	children.find(({ name }) => /^(?:Txn|List)(?:Del|Void)Type$|ReportType$/.test(name))?.text;

/** What a request does, such as “Create invoice” for `InvoiceAddRq`. */
function whatDoes({ request: { name, children = [] } }: RequestJson): string {
	const plainName = name.replace(/Rq$/, '');
	const act = acts.find(([suffix]) => suffix.test(plainName));
	const label = labels[plainName];
	if (label !== undefined || !act) return label ?? plainName;
	const [suffix, written] = act;
	const type = typeIn(children);
	if (type === undefined) return written(nounOf(plainName.replace(suffix, '')));
	return written(suffix.source.includes('Report') ? `report ${inWords(type)}` : nounOf(type));
}

/** The elements that name whom a record is about, the likeliest first. */
const parties = [
	'CustomerRef',
	'VendorRef',
	'PayeeEntityRef',
	'EntityRef',
	'EmployeeRef',
	'ListObjRef',
];

/** A record of an answer in JSON, or a part of one. */
type Answered = Readonly<Record<string, unknown>>;

const isAnswered = (value: unknown): value is Answered =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const partsOf = (value: unknown): Answered[] => [value].flat().filter(isAnswered);

/** What the answer to a write shows: the record that was written, and the little that says of one that was removed. */
function answeredRecords(response: string | null): Answered[] {
	if (response === null) return [];
	const messages = partsOf(JSON.parse(response)).flatMap(({ QBXMLMsgsRs }) => partsOf(QBXMLMsgsRs));
	const answers = messages.flatMap((message) => Object.values(message).flatMap(partsOf));
	return answers.flatMap((answer) => [
		...Object.entries(answer)
			.filter(([name]) => name.endsWith('Ret'))
			.flatMap(([, records]) => partsOf(records)),
		answer,
	]);
}

const answeredText = (records: readonly Answered[], name: string): string | undefined =>
	records
		.map((record) => record[name])
		.find((value) => typeof value === 'string' && value !== '') as string | undefined;

const firstOf = <Value>(values: Iterable<Value | undefined>): Value | undefined =>
	[...values].find((value) => value !== undefined);

/** Whom the request itself names. IDs are left out, because they tell people nothing. */
const partyIn = (children: Children): string | undefined =>
	firstOf(
		parties.map((party) =>
			textOf(children.find(({ name }) => name === party)?.children ?? [], 'FullName'),
		),
	);

const answeredParty = (records: readonly Answered[]): string | undefined =>
	firstOf(
		parties.map((party) =>
			answeredText(
				records.flatMap((record) => partsOf(record[party])),
				'FullName',
			),
		),
	);

/** A request in words. */
export interface RequestWords {
	/** What it does: “Create invoice”. */
	readonly what: string;
	/** The number of the transaction. */
	readonly number?: string;
	/** The customer, the vendor, or whoever else it is about; the name of a list record itself. */
	readonly name?: string;
}

const isQuery = ({ request }: RequestJson): boolean => request.name.endsWith('QueryRq');

/** Says what a request does, with which number, and about whom, as far as it or its answer tells. */
export function requestWords({
	request_json,
	response_json,
}: Pick<RequestSummary, 'request_json' | 'response_json'>): RequestWords {
	const request = JSON.parse(request_json) as RequestJson;
	const { children = [] } = request.request;
	const content = children.find(({ name }) => /(?:Add|Mod)$/.test(name))?.children ?? children;
	const records = isQuery(request) ? [] : answeredRecords(response_json);
	return {
		what: whatDoes(request),
		number: answeredText(records, 'RefNumber') ?? textOf(content, 'RefNumber'),
		name:
			answeredParty(records) ??
			partyIn(content) ??
			answeredText(records, 'FullName') ??
			answeredText(records, 'Name') ??
			textOf(content, 'FullName') ??
			textOf(content, 'Name'),
	};
}
