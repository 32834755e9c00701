import { randomUUID } from 'node:crypto';

import { chance, type Reading, shuffled } from './readings';
import { child, copy, type Element, element, optional, textAt, textsOf } from './xml';

/** What the accounting application answers to one request element. */
export interface Answer {
	/** For example `InvoiceAddRs`; carries the attributes of its status. */
	answer: Element;
	refused: boolean;
}

interface Iterator {
	rest: Element[];
	kind: string;
}

const transactions = new Set(
	(
		'ARRefundCreditCard Bill BillPaymentCheck BillPaymentCreditCard BuildAssembly Charge Check CreditCardCharge ' +
		'CreditCardCredit CreditMemo Deposit Estimate InventoryAdjustment Invoice ItemReceipt JournalEntry PurchaseOrder ' +
		'ReceivePayment SalesOrder SalesReceipt SalesTaxPaymentCheck TimeTracking Transfer TransferInventory ' +
		'VehicleMileage VendorCredit'
	).split(' '),
);

/** What a query asks for, and in which kinds of records the application finds it. */
const found: Record<string, string[]> = {
	Entity: ['Customer', 'Vendor', 'Employee', 'OtherName'],
	Item: [
		...['ItemService', 'ItemInventory', 'ItemNonInventory', 'ItemInventoryAssembly'],
		...['ItemOtherCharge', 'ItemDiscount', 'ItemPayment', 'ItemSubtotal', 'ItemGroup'],
		...['ItemSalesTax', 'ItemSalesTaxGroup', 'ItemFixedAsset'],
	],
};

const statuses = {
	0: ['Info', 'Status OK'],
	1: ['Info', 'A query request did not find a matching object in QuickBooks'],
	500: [
		'Warn',
		'The query request has not been fully completed. A required element could not be found.',
	],
	3000: ['Error', 'The given object ID in the field "iteratorID" is invalid.'],
	3100: ['Error', 'The name of the list element is already in use.'],
	3120: ['Error', 'The specified record does not exist in the list.'],
	3140: ['Error', 'There is an invalid reference to QuickBooks Customer in the Invoice.'],
	3200: ['Error', 'The provided edit sequence is out-of-date.'],
	3290: ['Error', 'A line is not there, or not in the order of the record.'],
} as const;

type Status = keyof typeof statuses;

const LINE = /Line(?:Group)?(?:Mod|Ret)$/;

/** Lines and groups of lines are one list, which a change names as a whole or not at all. */
const listOfLine = (name: string): string => name.replace(LINE, '');

/** Kinds of records that share one set of names with some others. */
const sharesNames: ReadonlyArray<(kind: string) => boolean> = [
	(kind) => ['Customer', 'Vendor', 'Employee', 'OtherName'].includes(kind),
	(kind) => kind.startsWith('Item'),
];

const isEmpty = ({ text, children }: Element): boolean => text === '' && children.every(isEmpty);

/** Puts fields in place of those of the same names. An empty one is taken away. */
function putInto(record: Element, fields: readonly Element[]): void {
	for (const field of fields) {
		const index = record.children.findIndex((one) => one.name === field.name);
		const put = isEmpty(field) ? [] : [field];
		record.children.splice(index < 0 ? record.children.length : index, index < 0 ? 0 : 1, ...put);
	}
}

const from = (text: string | undefined): string => (text ?? '').toLowerCase();

/** Sets all amounts of a record to zero, as voiding does. */
function withoutAmounts({ children }: Element): void {
	for (const one of children) {
		if (/(?:Amount|Subtotal)$/.test(one.name)) one.text = '0.00';
		withoutAmounts(one);
	}
}

/**
 * A company file and the accounting application that has it open: takes one request element at a time and gives
 * qbXML. It starts with 23 customers, 23 vendors, 12 items, 4 sales tax items (which are items too), 3 sales tax codes, 23 invoices and
 * 12 credit memos, all active, all last modified in January 2024.
 */
export class Company {
	/** Milliseconds by which the desktop's clock is ahead of the true time. */
	clockAhead = 0;
	/** The offset of the desktop's zone, as it ends the times of records. */
	zone = '+00:00';

	readonly #records = new Map<string, Element[]>();
	readonly #iterators = new Map<string, Iterator>();
	readonly #reading: Reading;
	readonly #random: () => number;
	#made = 0;

	constructor(reading: Reading) {
		this.#reading = reading;
		this.#random = chance(reading.seed + 1);
		const start = Date.parse('2024-01-01T08:00:00Z');
		const many = (count: number, kind: string, holds: (number: number) => Element[]): void => {
			for (let number = 1; number <= count; number++)
				this.#keep(kind, holds(number), start + ++this.#made * 60_000);
		};
		const named = (name: string, ...more: Element[]): Element[] => [
			element('Name', name),
			element('FullName', name),
			element('IsActive', 'true'),
			...more,
		];
		const two = (number: number): string => String(number).padStart(2, '0');
		many(23, 'Customer', (number) =>
			named(
				`Customer ${two(number)}`,
				element('Sublevel', '0'),
				element('CompanyName', `Company ${two(number)} & Söhne`),
				element('BillAddress', [
					element('Addr1', `${number} Main Street`),
					element('PostalCode', `0${1000 + number}`),
				]),
				element('Email', `customer${number}@example.com`),
				...['Phone', 'Mobile']
					.slice(number % 3)
					.map((contact) =>
						element('AdditionalContactRef', [
							element('ContactName', contact),
							element('ContactValue', `555-01${two(number)}`),
						]),
					),
				element('Balance', `${number}.50`),
			),
		);
		many(23, 'Vendor', (number) =>
			named(`Vendor ${two(number)}`, element('CompanyName', `Supplies ${two(number)}`)),
		);
		const items: ReadonlyArray<[number, string]> = [
			[6, 'Service'],
			[4, 'Inventory'],
			[2, 'NonInventory'],
		];
		for (const [count, kind] of items)
			many(count, `Item${kind}`, (number) =>
				named(
					`${kind} ${two(number)}`,
					element('SalesOrPurchase', [element('Price', `${number}.25`)]),
				),
			);
		many(4, 'ItemSalesTax', (number) =>
			named(`Tax ${two(number)}`, element('TaxRate', `${number}.5`)),
		);
		many(3, 'SalesTaxCode', (number) =>
			named(`T0${number}`, element('IsTaxable', number === 1 ? 'false' : 'true')),
		);
		for (const [count, kind] of [
			[23, 'Invoice'],
			[12, 'CreditMemo'],
		] as const)
			many(count, kind, (number) => {
				const customer = this.#records.get('Customer')?.[number - 1];
				return [
					element('TxnNumber', String(this.#made)),
					element('CustomerRef', [
						element('ListID', textAt(customer, 'ListID')),
						element('FullName', textAt(customer, 'FullName')),
					]),
					element('TxnDate', `2024-01-${two(number)}`),
					element('RefNumber', `00${100 + number}`),
					...(kind === 'Invoice'
						? [
								element('DueDate', `2024-02-${two(number)}`),
								element('Subtotal', `${number * 2}.50`),
								element('IsPaid', number % 2 === 0 ? 'true' : 'false'),
							]
						: [element('TotalAmount', `${number * 2}.50`)]),
					element(`${kind}LineRet`, [
						element('TxnLineID', this.#newId()),
						element('Desc', `Line of ${number}`),
						element('Quantity', '1'),
						element('Amount', `${number * 2}.50`),
					]),
				];
			});
	}

	/** All records of a kind, such as `Customer` or `ItemService`, as `…Ret` elements. */
	records(kind: string): readonly Element[] {
		return this.#records.get(kind) ?? [];
	}

	/** The ListID or TxnID of the n-th record of a kind, from 0. */
	id(kind: string, index: number): string {
		const record = this.records(kind)[index];
		const id = textAt(record, 'ListID') ?? textAt(record, 'TxnID');
		if (id === undefined) throw new Error(`There is no ${kind} ${index}.`);
		return id;
	}

	/** Changes a record as a user of the application does: fields, TimeModified by the desktop's clock, EditSequence. */
	change(kind: string, index: number, fields: Record<string, string> = {}): string {
		const record = this.records(kind)[index];
		if (record === undefined) throw new Error(`There is no ${kind} ${index}.`);
		this.#modify(
			record,
			Object.entries(fields).map(([name, text]) => element(name, text)),
		);
		return this.id(kind, index);
	}

	/** Adds a record as a user of the application does; returns its ListID or TxnID. */
	add(kind: string, fields: Record<string, string>): string {
		const holds = Object.entries(fields).map(([name, text]) => element(name, text));
		const record = this.#keep(kind, holds, this.#now());
		return textAt(record, 'ListID') ?? textAt(record, 'TxnID') ?? '';
	}

	/** Carries out one request element, such as `InvoiceAddRq`. */
	carryOut(request: Element): Answer {
		const name = request.name.replace(/Rq$/, '');
		if (name === 'HostQuery') return this.#answered(name, 0, [this.#host()]);
		if (name === 'ReceivePaymentToDepositQuery') return this.#toDeposit(name);
		if (name === 'DataExtMod') return this.#dataExtension(request);
		const [, kind, verb] = /^(.*?)(Query|Add|Mod|Del|Void)$/.exec(name) ?? [];
		if (verb === 'Query') return this.#query(name, kind, request);
		if (verb === 'Add') return this.#add(name, kind, request);
		if (verb === 'Mod') return this.#mod(name, kind, request);
		return this.#remove(name, request);
	}

	/** The payments that no deposit names. Their lines have no IDs, as qbXML allows. */
	#toDeposit(name: string): Answer {
		const deposited = JSON.stringify(this.records('Deposit'));
		const waiting = ['ReceivePayment', 'SalesReceipt']
			.flatMap((kind) => this.records(kind))
			.map((record) => textAt(record, 'TxnID') ?? '')
			.filter((id) => !deposited.includes(`"${id}"`));
		return this.#answered(
			name,
			waiting.length > 0 ? 0 : 1,
			waiting.map((id) => element('ReceivePaymentToDepositRet', [element('TxnID', id)])),
		);
	}

	/** `TxnVoid`, `TxnDel` and `ListDel`: the answer repeats what was named, and has no record. */
	#remove(name: string, request: Element): Answer {
		const kind = textAt(request, `${name}Type`) ?? '';
		const record = this.#byId(kind, textAt(request, 'TxnID') ?? textAt(request, 'ListID'));
		if (record === undefined) return this.#answered(name, 3120, []);
		if (name === 'TxnVoid') {
			withoutAmounts(record);
			const total = kind === 'Invoice' ? 'Subtotal' : 'TotalAmount';
			this.#modify(record, [element(total, '0.00'), element('Memo', 'VOID')]);
		} else
			this.#records.set(
				kind,
				this.records(kind).filter((one) => one !== record),
			);
		return this.#answered(name, 0, [
			...request.children.map(copy),
			...['TimeCreated', 'TimeModified', 'RefNumber', 'FullName'].flatMap((shown) => {
				const own = child(record, shown);
				return own ? [copy(own)] : [];
			}),
		]);
	}

	/** The answer of an application that refuses a request whatever it says. */
	refuse(request: Element, message?: string): Answer {
		return this.#answered(request.name.replace(/Rq$/, ''), 3140, [], {}, message);
	}

	#answered(
		name: string,
		status: Status,
		holds: Element[],
		more: Record<string, string> = {},
		message: string = statuses[status][1],
	): Answer {
		const attributes = {
			statusCode: String(status),
			statusSeverity: statuses[status][0],
			statusMessage: message,
			...more,
		};
		return {
			answer: element(`${name}Rs`, holds, attributes),
			refused: statuses[status][0] === 'Error',
		};
	}

	#now(): number {
		return Date.now() + this.clockAhead;
	}

	#newId(): string {
		return `${(0x1000 + ++this.#made).toString(16).toUpperCase()}-1704096000`;
	}

	/** The desktop writes its local time, in whole seconds, with the offset of its zone. */
	#time(at: number): string {
		const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(this.zone) ?? [];
		const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
		return new Date(at + offset).toISOString().slice(0, 19) + this.zone;
	}

	#instant(text: string): number {
		const local = /T/.test(text) && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? text + this.zone : text;
		return Date.parse(local);
	}

	#keep(kind: string, holds: Element[], at: number): Element {
		const idName = transactions.has(kind) ? 'TxnID' : 'ListID';
		const id =
			idName === 'TxnID'
				? this.#newId()
				: `80${(++this.#made).toString(16).toUpperCase().padStart(6, '0')}-1704096000`;
		const record = element(`${kind}Ret`, [
			element(idName, id),
			element('TimeCreated', this.#time(at)),
			element('TimeModified', this.#time(at)),
			element('EditSequence', String(Math.floor(at / 1000))),
			...holds,
		]);
		this.#records.set(kind, [...this.records(kind), record]);
		return record;
	}

	#modify(record: Element, fields: Element[]): void {
		putInto(record, fields);
		for (const one of record.children) {
			if (one.name === 'TimeModified') one.text = this.#time(this.#now());
			if (one.name === 'EditSequence') one.text = String(Number(one.text) + 1);
		}
	}

	/** What was sent, as the record shows it: a `…LineAdd` becomes a `…LineRet` with an id of its own. */
	#asRecorded(sent: Element): Element {
		const part = /^(\w+)(Add|Mod)$/.exec(sent.name);
		const recorded = { ...copy(sent), children: sent.children.map((one) => this.#asRecorded(one)) };
		const name = textAt(this.#byId('Customer', textAt(sent, 'ListID')), 'FullName');
		if (sent.name === 'CustomerRef' && name !== undefined && !child(sent, 'FullName'))
			recorded.children.push(element('FullName', name));
		if (!part) return recorded;
		recorded.name = `${part[1]}Ret`;
		if (!/Line/.test(part[1])) return recorded;
		const sentId = textAt(sent, 'TxnLineID');
		const rest = recorded.children.filter((one) => one.name !== 'TxnLineID');
		const id = sentId === undefined || sentId === '-1' ? this.#newId() : sentId;
		recorded.children = [element('TxnLineID', id), ...rest];
		return recorded;
	}

	#byId(kind: string, id: string | undefined): Element | undefined {
		return this.records(kind).find(
			(one) => id !== undefined && (textAt(one, 'ListID') ?? textAt(one, 'TxnID')) === id,
		);
	}

	#add(name: string, kind: string, request: Element): Answer {
		const sent = child(request, name) ?? request;
		const refused =
			textAt(sent, 'CustomerRef', 'ListID') === '80000000-9999999999' ||
			(textAt(sent, 'RefNumber') ?? '').startsWith('REFUSE');
		if (refused && kind === 'Invoice') return this.#answered(name, 3140, []);
		const holds = sent.children.map((one) => this.#asRecorded(one));
		const ownName = child(sent, 'Name');
		const whole = [textAt(sent, 'ParentRef', 'FullName'), ownName?.text].filter(Boolean).join(':');
		if (ownName && !transactions.has(kind) && this.#isTaken(kind, whole))
			return this.#answered(name, 3100, []);
		if (ownName && !transactions.has(kind))
			holds.splice(
				holds.findIndex((one) => one.name === 'Name') + 1,
				0,
				element('FullName', whole),
				...(child(sent, 'IsActive') ? [] : [element('IsActive', 'true')]),
			);
		return this.#answered(name, 0, [copy(this.#keep(kind, holds, this.#now()))]);
	}

	#mod(name: string, kind: string, request: Element): Answer {
		const sent = child(request, name) ?? request;
		const record = this.#byId(kind, textAt(sent, 'ListID') ?? textAt(sent, 'TxnID'));
		if (record === undefined) return this.#answered(name, 3120, []);
		if (textAt(sent, 'EditSequence') !== textAt(record, 'EditSequence'))
			return this.#answered(name, 3200, []);
		const newName = textAt(sent, 'Name');
		if (newName !== undefined && this.#isTaken(kind, newName, record))
			return this.#answered(name, 3100, []);
		const sentLines = sent.children.filter((one) => LINE.test(one.name));
		const lines = this.#linesAfter(record, sentLines);
		if (lines === undefined) return this.#answered(name, 3290, []);
		const fields = sent.children.filter(
			(one) => !['ListID', 'TxnID', 'EditSequence'].includes(one.name) && !sentLines.includes(one),
		);
		this.#modify(
			record,
			fields.map((one) => (isEmpty(one) ? copy(one) : this.#asRecorded(one))),
		);
		const lists = new Set(sentLines.map((one) => listOfLine(one.name)));
		record.children = [
			...record.children.filter((one) => !LINE.test(one.name) || !lists.has(listOfLine(one.name))),
			...lines,
		];
		return this.#answered(name, 0, [copy(record)]);
	}

	/** The lines that a change names: those with nothing but their IDs stay as they are. Undefined if they are not in order. */
	#linesAfter(record: Element, sentLines: readonly Element[]): Element[] | undefined {
		const before = record.children.filter((one) => LINE.test(one.name));
		const after: Element[] = [];
		let last = -1;
		for (const sent of sentLines) {
			const id = textAt(sent, 'TxnLineID');
			const place = before.findIndex((one) => textAt(one, 'TxnLineID') === id);
			if (id === '-1') after.push(this.#asRecorded(sent));
			else if (place <= last) return undefined;
			else {
				last = place;
				const line = copy(before[place]);
				const fields = sent.children.filter((one) => one.name !== 'TxnLineID');
				putInto(
					line,
					fields.map((one) => this.#asRecorded(one)),
				);
				after.push(line);
			}
		}
		return after;
	}

	/** Whether another record has a name already, in any of the lists that share theirs. */
	#isTaken(kind: string, name: string, self?: Element): boolean {
		const shares = sharesNames.find((one) => one(kind)) ?? ((other) => other === kind);
		return [...this.#records]
			.filter(([other]) => shares(other))
			.some(([, all]) =>
				all.some((one) => one !== self && from(textAt(one, 'FullName')) === from(name)),
			);
	}

	#dataExtension(request: Element): Answer {
		const sent = child(request, 'DataExtMod') ?? request;
		const kept = sent.children.filter(
			(one) => one.name.startsWith('DataExt') || one.name === 'OwnerID',
		);
		return this.#answered('DataExtMod', 0, [element('DataExtRet', kept.map(copy))]);
	}

	#host(): Element {
		return element('HostRet', [
			element('ProductName', 'QuickBooks Enterprise Solutions 24.0'),
			element('MajorVersion', '34'),
			element('MinorVersion', '0'),
			element('Country', 'US'),
			element('SupportedQBXMLVersion', '13.0'),
			element('SupportedQBXMLVersion', '16.0'),
			element('IsAutomaticLogin', 'false'),
			element('QBFileMode', 'SingleUser'),
		]);
	}

	#query(name: string, kind: string, request: Element): Answer {
		const iterator = request.attributes.iterator;
		const most = Number(textAt(request, 'MaxReturned') ?? Infinity);
		if (iterator === 'Continue') {
			const known = this.#iterators.get(request.attributes.iteratorID ?? '');
			if (known === undefined || known.kind !== kind) return this.#answered(name, 3000, []);
			return this.#page(name, request.attributes.iteratorID, known, most, request);
		}
		const all = (found[kind] ?? [kind]).flatMap((one) => [...this.records(one)]);
		const order = this.#reading.companyOrder === 'shuffled' ? shuffled(all, this.#random) : all;
		const asked = [...textsOf(request, 'ListID'), ...textsOf(request, 'TxnID')];
		const records = order.filter((record) => this.#matches(record, request, asked)).map(copy);
		if (iterator === 'Start' && records.length > 0) {
			const id = `{${randomUUID()}}`;
			const started = { rest: records, kind };
			this.#iterators.set(id, started);
			return this.#page(name, id, started, most, request);
		}
		const missing = asked.length > records.length && records.length > 0;
		const status = records.length === 0 ? 1 : missing ? 500 : 0;
		const shown = records.slice(0, most).map((record) => this.#shown(record, request));
		return this.#answered(name, status, shown);
	}

	#page(name: string, id: string, iterator: Iterator, most: number, request: Element): Answer {
		const taken = iterator.rest.splice(0, most);
		if (iterator.rest.length === 0) this.#iterators.delete(id);
		return this.#answered(
			name,
			0,
			taken.map((record) => this.#shown(record, request)),
			{ iteratorRemainingCount: String(iterator.rest.length), iteratorID: id },
		);
	}

	#shown(record: Element, request: Element): Element {
		const included = textsOf(request, 'IncludeRetElement');
		const lines = textAt(request, 'IncludeLineItems') === 'true';
		return element(
			record.name,
			record.children.filter((one) =>
				included.length > 0
					? included.includes(one.name)
					: lines || !/Line(Group)?Ret$/.test(one.name),
			),
		);
	}

	#matches(record: Element, request: Element, asked: string[]): boolean {
		const id = textAt(record, 'ListID') ?? textAt(record, 'TxnID') ?? '';
		const fullName = textAt(record, 'FullName');
		const refNumber = textAt(record, 'RefNumber');
		const isTransaction = child(record, 'TxnID') !== undefined;
		const names = textsOf(request, 'FullName').map(from);
		const refNumbers = [
			...textsOf(request, 'RefNumber'),
			...textsOf(request, 'RefNumberCaseSensitive'),
		].map(from);
		const active = textAt(request, 'ActiveStatus') ?? 'ActiveOnly';
		const paid = textAt(request, 'PaidStatus') ?? 'All';
		const modified = child(request, 'ModifiedDateRangeFilter') ?? request;
		const dates = child(request, 'TxnDateRangeFilter');
		const customers = child(request, 'EntityFilter');
		const changed = this.#instant(textAt(record, 'TimeModified') ?? '');
		const earliest = textAt(modified, 'FromModifiedDate');
		const latest = textAt(modified, 'ToModifiedDate');
		const date = textAt(record, 'TxnDate') ?? '';
		const tests: boolean[] = [
			asked.length === 0 || asked.includes(id),
			names.length === 0 || names.includes(from(fullName)),
			refNumbers.length === 0 || refNumbers.includes(from(refNumber)),
			isTransaction ||
				asked.length > 0 ||
				names.length > 0 ||
				active === 'All' ||
				(textAt(record, 'IsActive') !== 'false') === (active === 'ActiveOnly'),
			!['PaidOnly', 'NotPaidOnly'].includes(paid) ||
				(textAt(record, 'IsPaid') === 'true') === (paid === 'PaidOnly'),
			!earliest || changed >= this.#instant(earliest),
			!latest || changed <= this.#instant(latest),
			date >= (textAt(dates, 'FromTxnDate') ?? '') &&
				date <= (textAt(dates, 'ToTxnDate') ?? '9999'),
			!customers ||
				textsOf(customers, 'ListID').includes(textAt(record, 'CustomerRef', 'ListID') ?? '') ||
				textsOf(customers, 'FullName').includes(textAt(record, 'CustomerRef', 'FullName') ?? ''),
			criterion(child(request, 'NameFilter'), 'Name', fullName),
			criterion(child(request, 'RefNumberFilter'), 'RefNumber', refNumber),
			range(child(request, 'NameRangeFilter'), 'Name', fullName),
			range(child(request, 'RefNumberRangeFilter'), 'RefNumber', refNumber),
		];
		return tests.every(Boolean);
	}
}

function criterion(filter: Element | undefined, name: string, text: string | undefined): boolean {
	if (filter === undefined) return true;
	const wanted = from(textAt(filter, name));
	const how = textAt(filter, 'MatchCriterion');
	if (how === 'StartsWith') return from(text).startsWith(wanted);
	if (how === 'EndsWith') return from(text).endsWith(wanted);
	return from(text).includes(wanted);
}

function range(filter: Element | undefined, name: string, text: string | undefined): boolean {
	if (filter === undefined) return true;
	const lowest = optional('From', textAt(filter, `From${name}`));
	const highest = optional('To', textAt(filter, `To${name}`));
	return (
		(!lowest || from(text) >= from(lowest.text)) && (!highest || from(text) <= from(highest.text))
	);
}
