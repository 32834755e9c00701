import type { Reading } from './readings';
import { child, type Element, element, optional, parse, PROLOG, write } from './xml';

export type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };
export interface JsonObject {
	[name: string]: Json;
}

/** A call that the service answers with an error object (section 7). */
export class Refusal extends Error {
	constructor(
		readonly code:
			'unauthorized' | 'not_found' | 'invalid_request' | 'invalid_state' | 'connection_active',
		message: string,
	) {
		super(message);
	}
}

export const invalid = (message: string): Refusal => new Refusal('invalid_request', message);

/** What was asked for, before it has a record. */
export interface Asked {
	posted: 'xml' | 'json' | 'pre-built';
	/** The text that was posted, where it was XML. */
	givenXml?: string;
	/** The whole document; undefined where the XML is not well-formed and the reading takes it all the same. */
	document?: Element;
	webhookUrl?: string;
	/** The caller's own identifier. */
	identifier?: string;
	/** Whether the service iterates by itself. */
	iterates: boolean;
	/** Records that the service leaves out of the answer. */
	keepsRecord?: (record: Element) => boolean;
}

export const isObject = (value: unknown): value is JsonObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A whole document around request elements. */
const documentOf = (requests: Element[]): Element =>
	element('QBXML', [element('QBXMLMsgsRq', requests, { onError: 'stopOnError' })]);

export const documentText = (document: Element): string =>
	`${PROLOG}<?qbxml version="16.0"?>${write(document)}`;

/** The request elements in a document. */
export const requestsIn = (document: Element | undefined): Element[] =>
	child(document, 'QBXMLMsgsRq')?.children ?? [];

function webhookUrl(given: Json): string | undefined {
	if (given === undefined || given === null || given === '') return undefined;
	if (typeof given !== 'string' || !/^https?:$/.test(protocol(given)))
		throw invalid('webhook_url is not a URL.');
	return given;
}

function protocol(url: string): string {
	try {
		return new URL(url).protocol;
	} catch {
		return '';
	}
}

/** One element of the JSON form (section 2.2: name, attributes, children with name and text). */
function fromJson(given: Json): Element {
	if (!isObject(given) || typeof given.name !== 'string' || !/^[A-Za-z_][\w.-]*$/.test(given.name))
		throw invalid('An element of request_json has no name.');
	const attributes = isObject(given.attributes) ? given.attributes : {};
	const written = Object.entries(attributes).map(([name, value]) => [name, String(value)]);
	if (Array.isArray(given.children) && given.children.length > 0)
		return element(given.name, given.children.map(fromJson), Object.fromEntries(written));
	const text = given.text ?? '';
	if (typeof text === 'object') throw invalid(`The text of ${given.name} is not a text.`);
	return element(given.name, String(text), Object.fromEntries(written));
}

/** The JSON form of an element, children within children where there are any. */
export const toJson = (one: Element): JsonObject => ({
	name: one.name,
	...(Object.keys(one.attributes).length > 0 ? { attributes: { ...one.attributes } } : {}),
	...(one.children.length > 0 ? { children: one.children.map(toJson) } : { text: one.text }),
});

/** POST /connections/{connection_id}/queued_requests (section 4.2). */
export function raw(body: unknown, reading: Reading): Asked {
	if (!isObject(body)) throw invalid('The body is not a JSON object.');
	const { request_xml: xml, request_json: json } = body;
	const url = webhookUrl(body.webhook_url);
	if ((xml === undefined || xml === null) === (json === undefined || json === null))
		throw invalid('Give either request_xml or request_json.');
	if (json !== undefined && json !== null) {
		if (!isObject(json)) throw invalid('request_json is not an object.');
		const request = fromJson(json.request);
		if (!request.name.endsWith('Rq')) request.name += 'Rq';
		const document = documentOf([request]);
		return {
			posted: 'json',
			document,
			webhookUrl: url,
			identifier: request.attributes.requestID,
			iterates: false,
		};
	}
	if (typeof xml !== 'string') throw invalid('request_xml is not a text.');
	const read = parse(xml);
	const isRequest = read?.name === 'QBXML' && requestsIn(read).length > 0;
	if (!isRequest && reading.malformed === 'invalid_request')
		throw invalid('request_xml is not a qbXML request.');
	return {
		posted: 'xml',
		givenXml: xml,
		document: isRequest ? read : undefined,
		webhookUrl: url,
		identifier: isRequest ? requestsIn(read)[0].attributes.requestID : undefined,
		iterates: false,
	};
}

/** Reads query parameters; what is not in its list of values is an invalid request. */
class Parameters {
	constructor(readonly query: URLSearchParams) {}

	text(name: string): string | undefined {
		return this.query.get(name) || undefined;
	}

	list(name: string): string[] {
		return this.query.getAll(`${name}[]`);
	}

	matching(name: string, pattern: RegExp): string | undefined {
		const text = this.text(name);
		if (text !== undefined && !pattern.test(text)) throw invalid(`${name} is not valid.`);
		return text;
	}

	flag(name: string): boolean {
		return this.matching(name, /^(true|false)$/) === 'true';
	}
}

const ACTIVE_STATUS = /^(ActiveOnly|InactiveOnly|All)$/;
const PAID_STATUS = /^(All|PaidOnly|NotPaidOnly|Any)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

type Filters = (parameters: Parameters) => Array<Element | undefined>;

const group = (name: string, holds: Array<Element | undefined>): Element | undefined =>
	holds.some((one) => one !== undefined) ? element(name, holds) : undefined;

const match = (
	filter: string,
	name: string,
	how: string,
	text: string | undefined,
): Element | undefined =>
	text === undefined
		? undefined
		: element(filter, [element('MatchCriterion', how), element(name, text)]);

const names = (parameters: Parameters): Array<Element | undefined> => [
	match('NameFilter', 'Name', 'Contains', parameters.text('name')),
	group('NameRangeFilter', [
		optional('FromName', parameters.text('from_name')),
		optional('ToName', parameters.text('to_name')),
	]),
];

const modified = (
	parameters: Parameters,
	after: string,
	before: string,
): Array<Element | undefined> => [
	optional('FromModifiedDate', parameters.matching(after, MOMENT)),
	optional('ToModifiedDate', parameters.matching(before, MOMENT)),
];

const active = (parameters: Parameters): Element | undefined =>
	optional('ActiveStatus', parameters.matching('active_status', ACTIVE_STATUS));

const people: Filters = (parameters) => [
	active(parameters),
	...modified(parameters, 'modified_after', 'modified_before'),
	...names(parameters),
];

const taxes: Filters = (parameters) => [
	...parameters.list('list_ids').map((id) => element('ListID', id)),
	...parameters.list('full_names').map((name) => element('FullName', name)),
	active(parameters),
	...modified(parameters, 'modified_start', 'modified_end'),
	...names(parameters),
];

const transactionDates = (parameters: Parameters): Element | undefined =>
	group('TxnDateRangeFilter', [
		optional('FromTxnDate', parameters.matching('from_transaction_date', DAY)),
		optional('ToTxnDate', parameters.matching('to_transaction_date', DAY)),
	]);

const customer = (parameters: Parameters): Element | undefined =>
	group('EntityFilter', [optional('ListID', parameters.text('customer_list_id'))]);

/** The GET endpoints of section 4.3: request, whether it iterates, and its filters in the order that qbXML demands. */
export const queries: Record<string, { request: string; iterates: boolean; filters: Filters }> = {
	customers: { request: 'CustomerQueryRq', iterates: false, filters: people },
	vendors: { request: 'VendorQueryRq', iterates: true, filters: people },
	items: {
		request: 'ItemQueryRq',
		iterates: true,
		filters: (parameters) => [
			optional('ListID', parameters.text('list_id')),
			optional('FullName', parameters.text('name')),
			active(parameters),
			...modified(parameters, 'modified_after', 'modified_before'),
			match('NameFilter', 'Name', 'StartsWith', parameters.text('name_starts_with')),
			match('NameFilter', 'Name', 'Contains', parameters.text('name_contains')),
			match('NameFilter', 'Name', 'EndsWith', parameters.text('name_ends_with')),
			names(parameters)[1],
		],
	},
	sales_tax_items: { request: 'ItemSalesTaxQueryRq', iterates: true, filters: taxes },
	sales_tax_codes: { request: 'SalesTaxCodeQueryRq', iterates: false, filters: taxes },
	invoices: {
		request: 'InvoiceQueryRq',
		iterates: true,
		filters: (parameters) => {
			const paid = parameters.matching('paid_status', PAID_STATUS);
			return [
				transactionDates(parameters),
				customer(parameters),
				optional('PaidStatus', paid === 'Any' ? undefined : paid),
				optional('IncludeLineItems', parameters.flag('include_line_items') ? 'true' : undefined),
			];
		},
	},
	credit_memos: {
		request: 'CreditMemoQueryRq',
		iterates: true,
		filters: (parameters) => [
			group('ModifiedDateRangeFilter', modified(parameters, 'modified_after', 'modified_before')),
			transactionDates(parameters),
			customer(parameters),
			group(
				'AccountFilter',
				parameters.list('account_list_ids').map((id) => element('ListID', id)),
			),
			match('RefNumberFilter', 'RefNumber', 'Contains', parameters.text('ref_number')),
			group('RefNumberRangeFilter', [
				optional('FromRefNumber', parameters.text('from_ref_number')),
				optional('ToRefNumber', parameters.text('to_ref_number')),
			]),
			group(
				'CurrencyFilter',
				parameters.list('currency_list_ids').map((id) => element('ListID', id)),
			),
			optional('IncludeLineItems', parameters.flag('include_line_items') ? 'true' : undefined),
		],
	},
};

/** A request element with the caller's identifier, and the service's own words where the reading has some. */
function built(request: Element, parameters: Parameters, reading: Reading): Asked {
	const identifier = parameters.text('request_id');
	if (identifier !== undefined)
		request.attributes = { requestID: identifier, ...request.attributes };
	if (reading.buildsMore && !request.name.endsWith('QueryRq'))
		for (const one of request.children)
			if (one.name === 'InvoiceAdd') {
				one.attributes.defMacro = `TxnID:${request.children.length}`;
				const before = one.children.findIndex((each) => each.name === 'InvoiceLineAdd');
				one.children.splice(before, 0, element('IsToBePrinted', 'false'));
			}
	if (reading.buildsMore && request.name.endsWith('QueryRq'))
		request.attributes.metaData = 'NoMetaData';
	return {
		posted: 'pre-built',
		document: documentOf([request]),
		webhookUrl: webhookUrl(parameters.text('webhook_url')),
		identifier,
		iterates: false,
	};
}

/** The GET endpoints of section 4.3. */
export function query(endpoint: string, given: URLSearchParams, reading: Reading): Asked {
	const { request, iterates, filters } = queries[endpoint];
	const parameters = new Parameters(given);
	const wanted = parameters.flag('iterate');
	if (wanted && !iterates && reading.iterateElsewhere === 'invalid_request')
		throw invalid(`${endpoint} has no automatic iteration.`);
	const iterated = wanted && iterates;
	const maximum = parameters.matching('max_returned', /^[1-9]\d*$/);
	const size = iterated
		? ((reading.maximumIsPageSize ? maximum : undefined) ?? String(reading.pageSize))
		: maximum;
	const found = filters(parameters);
	const isById = found.some((one) => one?.name === 'ListID' || one?.name === 'FullName');
	const limit = isById && !iterated ? undefined : optional('MaxReturned', size);
	const asked = built(
		element(
			request,
			[
				...(isById ? found : [limit, ...found]),
				...(isById ? [limit] : []),
				...parameters.list('include').map((name) => element('IncludeRetElement', name)),
			],
			iterated ? { iterator: 'Start' } : {},
		),
		parameters,
		reading,
	);
	const due = [parameters.matching('from_due_date', DAY), parameters.matching('to_due_date', DAY)];
	const keepsRecord = (record: Element): boolean => {
		const date = child(record, 'DueDate')?.text ?? '';
		return date >= (due[0] ?? '') && date <= (due[1] ?? '9999');
	};
	const byDueDate = endpoint === 'invoices' && due.some((one) => one !== undefined);
	return { ...asked, iterates: iterated, keepsRecord: byDueDate ? keepsRecord : undefined };
}

class Body {
	constructor(readonly fields: JsonObject) {}

	text(name: string): string | undefined {
		const value = this.fields[name];
		if (value === undefined || value === null || value === '') return undefined;
		if (typeof value === 'object') throw invalid(`${name} is not a text.`);
		return String(value);
	}

	required(name: string): string {
		const text = this.text(name);
		if (text === undefined) throw invalid(`${name} is required.`);
		return text;
	}

	reference(name: string, field: string): Element | undefined {
		return group(name, [optional('ListID', this.text(field))]);
	}

	object(name: string): Body {
		const value = this.fields[name] ?? {};
		if (!isObject(value)) throw invalid(`${name} is not an object.`);
		return new Body(value);
	}
}

const addressKeys = [
	['Addr1', 'addr1'],
	['Addr2', 'addr2'],
	['Addr3', 'addr3'],
	['Addr4', 'addr4'],
	['Addr5', 'addr5'],
	['City', 'city'],
	['State', 'state'],
	['PostalCode', 'postal_code'],
	['Country', 'country'],
	['Note', 'note'],
];

const address = (name: string, given: Body): Element | undefined =>
	group(
		name,
		addressKeys.map(([key, field]) => optional(key, given.text(field))),
	);

/** POST /connections/{connection_id}/invoices (section 4.3). */
export function invoice(given: unknown, parameters: URLSearchParams, reading: Reading): Asked {
	if (!isObject(given)) throw invalid('The body is not a JSON object.');
	const body = new Body(given);
	const customerId = body.required('customer_list_id');
	const date = body.required('transaction_date');
	if (!DAY.test(date)) throw invalid('transaction_date is not a date.');
	if (!Array.isArray(given.lines) || given.lines.length === 0)
		throw invalid('lines has to have at least one line.');
	const lines = given.lines.map((each) => {
		if (!isObject(each)) throw invalid('A line is not an object.');
		const line = new Body(each);
		const rate = line.text('rate');
		if (rate !== undefined && !/^-?\d+(\.\d+)?$/.test(rate))
			throw invalid('rate is not an amount.');
		return element('InvoiceLineAdd', [
			line.reference('ItemRef', 'item_list_id'),
			optional('Desc', line.text('description')),
			optional('Quantity', line.text('quantity')),
			optional('Rate', rate),
			line.reference('ClassRef', 'class_list_id'),
		]);
	});
	const add = element('InvoiceAdd', [
		element('CustomerRef', [element('ListID', customerId)]),
		body.reference('ClassRef', 'class_list_id'),
		body.reference('ARAccountRef', 'ar_account_list_id'),
		body.reference('TemplateRef', 'template_list_id'),
		element('TxnDate', date),
		optional('RefNumber', body.text('ref_number')),
		address('BillAddress', body.object('bill_address')),
		address('ShipAddress', body.object('ship_address')),
		body.reference('ItemSalesTaxRef', 'item_sales_tax_list_id'),
		optional('Memo', body.text('memo')),
		body.reference('CustomerSalesTaxCodeRef', 'customer_sales_tax_code_list_id'),
		...lines,
	]);
	return built(element('InvoiceAddRq', [add]), new Parameters(parameters), reading);
}

/** POST /connections/{connection_id}/data_ext_mods (section 4.3). */
export function dataExtension(
	given: unknown,
	parameters: URLSearchParams,
	reading: Reading,
): Asked {
	if (!isObject(given)) throw invalid('The body is not a JSON object.');
	const body = new Body(given);
	const name = body.required('data_ext_name');
	if (name.length > 31) throw invalid('data_ext_name has more than 31 characters.');
	const kinds = ['list_data_ext_type', 'txn_data_ext_type', 'other_data_ext_type'];
	if (kinds.filter((kind) => body.text(kind) !== undefined).length !== 1)
		throw invalid(`Give exactly one of ${kinds.join(', ')}.`);
	const list = body.text('list_data_ext_type');
	const transaction = body.text('txn_data_ext_type');
	if (
		list !== undefined &&
		(body.text('list_id') === undefined) === (body.text('full_name') === undefined)
	)
		throw invalid('Give either list_id or full_name.');
	const target = [
		optional('ListDataExtType', list),
		list === undefined
			? undefined
			: group('ListObjRef', [
					optional('ListID', body.text('list_id')),
					optional('FullName', body.text('full_name')),
				]),
		optional('TxnDataExtType', transaction),
		transaction === undefined ? undefined : element('TxnID', body.required('txn_id')),
		transaction === undefined ? undefined : optional('TxnLineID', body.text('txn_line_id')),
		optional('OtherDataExtType', body.text('other_data_ext_type')),
	];
	const mod = element('DataExtMod', [
		element('OwnerID', body.required('owner_id')),
		element('DataExtName', name),
		...target,
		element('DataExtValue', body.text('data_ext_value') ?? ''),
	]);
	return built(element('DataExtModRq', [mod]), new Parameters(parameters), reading);
}
