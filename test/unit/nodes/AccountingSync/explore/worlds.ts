import type { IDataObject } from 'n8n-workflow';

import { tracesOf } from '../../../../../nodes/AccountingSync/resources/books/tracesOfRequests';
import type { Form } from '../../../../../quickbooks/form/form';
import type { Transaction } from '../../../../../simulator/company/sale-types';
import { CONNECTION_ID, defaultOf, operationOf, queues } from '../../../support/request-of';
import { type Books, booksWith, carryOut, document, NOW, written } from './books';
import type { Fault, Plan, State, World } from './state';

const CUSTOMER = '80000001-1700000001';
const ITEM = '80020001-1700000001';
const OTHER_ITEM = '80020002-1700000002';

/** A plan with one item for each form. Fields that were left alone have their defaults. */
function planOf(
	name: string,
	forms: readonly IDataObject[],
	{
		other,
		known,
		...more
	}: Partial<Omit<Plan, 'forms' | 'operation' | 'otherForms'>> & {
		other?: readonly IDataObject[];
		/** What was read first. */
		known?: IDataObject;
	} = {},
): Plan {
	const [resource, value] = name.split('.');
	const operation = operationOf(resource, value);
	if (!queues(operation)) throw new Error(`${name} queues nothing`);
	const defaults = operation.properties.map((property) => [property.name, defaultOf(property)]);
	const formOf = (filledIn: IDataObject): Form => ({
		values: {
			...(Object.fromEntries(defaults) as IDataObject),
			connection: CONNECTION_ID,
			...filledIn,
		},
		timezone: 'UTC',
		...(known && { known }),
	});
	return {
		...more,
		operation,
		forms: forms.map(formOf),
		...(other && { otherForms: other.map(formOf) }),
	};
}

// The books

const lineAdd = (description: string, item = ITEM): string =>
	`<InvoiceLineAdd><ItemRef><ListID>${item}</ListID></ItemRef><Desc>${description}</Desc><Quantity>1</Quantity><Rate>10.00</Rate></InvoiceLineAdd>`;

const invoiceAdd = (number: string): string =>
	`<InvoiceAddRq><InvoiceAdd><CustomerRef><ListID>${CUSTOMER}</ListID></CustomerRef><TxnDate>2026-01-15</TxnDate><RefNumber>${number}</RefNumber><Memo>before</Memo>${lineAdd('before')}${lineAdd('kept', OTHER_ITEM)}</InvoiceAdd></InvoiceAddRq>`;

const paymentAdd = (txnId: string): string =>
	`<ReceivePaymentAddRq><ReceivePaymentAdd><CustomerRef><ListID>${CUSTOMER}</ListID></CustomerRef><TotalAmount>20.00</TotalAmount><AppliedToTxnAdd><TxnID>${txnId}</TxnID><PaymentAmount>20.00</PaymentAmount></AppliedToTxnAdd></ReceivePaymentAdd></ReceivePaymentAddRq>`;

const withInvoice = booksWith(invoiceAdd('L-1'));
const [{ TxnID: invoiceId }] = withInvoice.company.invoices;

const invoiceIn = ({ company }: Books) =>
	company.invoices.find(({ TxnID }) => TxnID === invoiceId) as
		(Transaction & IDataObject) | undefined;

const linesIn = ({ company }: Books): IDataObject[] =>
	company.invoices.flatMap(({ InvoiceLineRet = [] }) => InvoiceLineRet as IDataObject[]);

const countIn = (books: Books, description: string): number =>
	linesIn(books).filter(({ Desc }) => Desc === description).length;

/** What a colleague does with the invoice. */
const changeInvoice =
	(change: string, more = '', id = invoiceId) =>
	({ company }: Books): string => {
		const { EditSequence, InvoiceLineRet } = company.invoices.find(
			({ TxnID }) => TxnID === id,
		) as unknown as { EditSequence: string; InvoiceLineRet: IDataObject[] };
		const lines = InvoiceLineRet.map(
			({ TxnLineID }) =>
				`<InvoiceLineMod><TxnLineID>${String(TxnLineID)}</TxnLineID></InvoiceLineMod>`,
		);
		return `<InvoiceModRq><InvoiceMod><TxnID>${id}</TxnID><EditSequence>${EditSequence}</EditSequence>${change}${lines.join('')}${more}</InvoiceMod></InvoiceModRq>`;
	};

const lineOfColleague = (description: string): string =>
	`<InvoiceLineMod><TxnLineID>-1</TxnLineID><ItemRef><ListID>${ITEM}</ListID></ItemRef><Desc>${description}</Desc><Quantity>1</Quantity><Rate>20.00</Rate></InvoiceLineMod>`;

const ADDS_A_LINE = 'A colleague adds a line';
const addsALine = { [ADDS_A_LINE]: changeInvoice('', lineOfColleague('theirs')) };
const CHANGES_THE_MEMO = 'A colleague changes the memo';
const changesTheMemo = { [CHANGES_THE_MEMO]: changeInvoice('<Memo>theirs</Memo>') };

// What is asked for

const addLine = (description: string, more: IDataObject = {}): IDataObject => ({
	txnId: invoiceId,
	lineMode: 'add',
	specifyLines: 'form',
	lines: { line: [{ itemListId: ITEM, description, quantity: '1', rate: '10.00' }] },
	...more,
});

const projectCode = [{ name: 'Project Code', value: 'Ann' }];

const removing = planOf('invoice.update', [
	{
		txnId: invoiceId,
		lineMode: 'remove',
		specifyLines: 'form',
		lines: { line: [{ itemListId: ITEM, description: 'before' }] },
		additionalFields: { memo: 'ours' },
	},
]);

const invoiceOf = (memo: string): IDataObject => ({
	customerListId: CUSTOMER,
	transactionDate: '2026-01-15',
	additionalFields: { memo },
	specifyLines: 'form',
	lines: { line: [{ itemListId: ITEM, quantity: '1', rate: '10.00' }] },
	options: { whenOutcomeUnknown: 'lookInBooks', writeIfAbsent: true },
});

const calls: readonly Fault[] = [
	'lost before it counted',
	'lost after it counted',
	'refused by the service',
];
const interruptions: readonly Fault[] = ['crash', 'crash, and again', 'stop'];
const unknowns: readonly Fault[] = ['unknown, written', 'unknown, not written'];
const desktop: readonly Fault[] = ['refused by the desktop', 'locked', 'unreadable', ...unknowns];
const everything = [...calls, ...interruptions, ...desktop];

/** What lets a later item write before an earlier one. */
const faster: readonly Fault[] = [
	'refused by the desktop',
	'unknown, not written',
	'crash',
	'crash, and again',
];

/** What n8n itself runs again, with nothing of it, can't be told from a new execution there (docs/guarantees.md). */
const atHidden = everything.filter((fault) => fault !== 'crash, and again');

/** That colleagues' lines stay. */
const theirsStay = (books: Books, { done }: State): string | undefined =>
	done.includes(ADDS_A_LINE) && countIn(books, 'theirs') !== 1
		? "the colleague's line is gone"
		: undefined;

const onlyOnce =
	(...descriptions: readonly string[]) =>
	(books: Books, state: State): string | undefined => {
		const twice = descriptions.find((one) => countIn(books, one) > 1);
		return twice === undefined ? theirsStay(books, state) : `the line "${twice}" was added twice`;
	};

const isThere: World['green'] = (books, { form }) => {
	const [{ description }] = (form.values.lines as { line: IDataObject[] }).line;
	return countIn(books, String(description)) === 1
		? undefined
		: `the line "${String(description)}" is not in the books`;
};

/** What can't be read was carried out, too. */
const isCarriedOut = (answer = ''): boolean => /statusCode="0"|^<QBXML><\/QBXML>$/.test(answer);

const mayHaveChanged = ({ xml, answer, state }: State['queue'][number]): boolean =>
	/<\w+ModRq/.test(xml) && (state === 'unknown' || isCarriedOut(answer));

/** What an Update says of the memo must be what its run has done, which alone makes it "ours". */
const isTrueOfMemo: World['green'] = (books, { output: [{ changed, changes }], state }) => {
	const memo = String(invoiceIn(books)?.Memo);
	const theirs = state.done.includes(CHANGES_THE_MEMO) ? ['theirs'] : [];
	if (!['ours', ...theirs].includes(memo)) return `the memo is "${memo}"`;
	const requests = state.queue.filter(({ xml }) => xml.includes('<InvoiceModRq'));
	const isShown = requests.some(({ answer }) => isCarriedOut(answer));
	const isUnknown = requests.some(({ state: is }) => is === 'unknown');
	if (changed ? !isShown && !isUnknown : isShown) return `says "changed: ${String(changed)}"`;
	const untrue = (changes as IDataObject[]).find(
		({ path, from, to }) =>
			path !== 'Memo' || !['before', ...theirs].includes(String(from)) || to !== 'ours',
	);
	return untrue && `says that it has changed ${JSON.stringify(untrue)}`;
};

/** Only a Retry writes over a memo that somebody has changed since it was read: it begins with what it reads itself. */
const changed = (more: Partial<World>): World =>
	world({
		books: withInvoice,
		plans: [planOf('invoice.update', [{ txnId: invoiceId, additionalFields: { memo: 'ours' } }])],
		colleague: { ...changesTheMemo, ...addsALine },
		always: (books, state) => {
			const { kept } = state.executions.at(-1) ?? {};
			const { base } = (kept ?? {}) as { base?: { fields: IDataObject } };
			const isOver = state.done.includes(CHANGES_THE_MEMO) && invoiceIn(books)?.Memo === 'ours';
			return isOver && base?.fields.Memo === 'before'
				? "the colleague's memo was overwritten"
				: theirsStay(books, state);
		},
		green: isTrueOfMemo,
		...more,
	});

/** Two items that give one invoice a memo. The last one's stays. */
const memoOfTwo = (
	forms: readonly [IDataObject, IDataObject],
	more: Partial<World>,
	plan: Pick<Plan, 'continuesOnFail'> = {},
): World =>
	world({
		books: withInvoice,
		plans: [planOf('invoice.update', forms, plan)],
		always: onlyOnce('second'),
		green: (books, { form, item }) => {
			const memo = String(invoiceIn(books)?.Memo);
			const { memo: wanted } = form.values.additionalFields as IDataObject;
			if (form.values.lineMode === 'add' && countIn(books, 'second') !== 1)
				return 'the line is not in the books';
			return item === 0 || memo === wanted ? undefined : `the memo is "${memo}"`;
		},
		...more,
	});

const withMemo = (memo: string): IDataObject => ({
	txnId: invoiceId,
	additionalFields: { memo },
});

const DOES_THE_SAME = 'A colleague does the same';

const twoCustomFields = {
	listId: CUSTOMER,
	customFields: {
		field: ['Route', 'Contract No.'].map((name) => ({ name, value: 'ours' })),
	},
};

/** An Update must say whether its run has written anything. */
const saying = (name: string, form: IDataObject, more: Partial<World> = {}): World =>
	world({
		books: withInvoice,
		plans: [planOf(name, [form])],
		green: (_books, { output: [{ changed: says }], state: { queue } }) =>
			says === queue.some(mayHaveChanged) ? undefined : `says "changed: ${String(says)}"`,
		...more,
	});

function changePhone({ company }: Books): string | undefined {
	const customer = company.customers.find(({ Name }) => Name === 'Newcomer');
	return (
		customer &&
		`<CustomerModRq><CustomerMod><ListID>${customer.ListID}</ListID><EditSequence>${customer.EditSequence}</EditSequence><Phone>2</Phone></CustomerMod></CustomerModRq>`
	);
}

const byRoute = { matchBy: 'customField', customFieldName: 'Route', customFieldValue: '7' };
const newcomer = { name: 'Newcomer', additionalFields: { phone: '1' } };

/** A customer that nobody else creates. */
const creating = (operation: string, form: IDataObject, more: Partial<World> = {}): World =>
	world({
		books: withInvoice,
		plans: [planOf(operation, [{ ...newcomer, ...form }])],
		green: (books, { output: [{ created }] }) =>
			created === true && customersOf(books, 'Newcomer') === 1
				? undefined
				: `says "created: ${String(created)}"`,
		...more,
	});

type Facts = Pick<World, 'books' | 'plans'> & Partial<World>;

const world = (facts: Facts): World => ({
	retries: 1,
	mayHappen: everything,
	faults: 1,
	...facts,
});

const added = (plan: Plan, more: Partial<World> = {}): World =>
	world({
		books: withInvoice,
		plans: [plan],
		colleague: addsALine,
		always: onlyOnce('ours', 'second'),
		green: isThere,
		...more,
	});

// Undo

/** What an execution has written, one request after the other: the books then, and its traces. */
function executed(...requests: ReadonlyArray<(books: Books) => string>) {
	let books = withInvoice;
	const records = requests.map((request, index) => {
		const xml = document(request(books));
		const done = carryOut(books, xml);
		({ books } = done);
		return {
			id: `w${index}`,
			state: 'response_received',
			inserted_at: `2026-01-16T00:00:0${index}Z`,
			request_xml: xml,
			response_xml: done.answer,
		};
	});
	return { books, traces: tracesOf(records) as unknown as IDataObject[] };
}

const idAt = ({ company }: Books, index: number): string => company.invoices[index].TxnID;

const paidInvoice = executed(
	() => invoiceAdd('U-1'),
	(books) => paymentAdd(idAt(books, 1)),
);
const twoInvoices = executed(
	() => invoiceAdd('U-1'),
	() => invoiceAdd('U-2'),
);
const undoneId = idAt(paidInvoice.books, 1);

const undone = ({ company }: Books) =>
	company.invoices.find(({ TxnID }) => TxnID === undoneId) as unknown as IDataObject;

/** What was voided twice. */
function voidedTwice(_books: Books, { queue }: State): string | undefined {
	const voids = queue.flatMap(({ xml, answer }) =>
		answer?.includes('statusCode="0"') ? (/<TxnVoidType>.*<\/TxnID>/.exec(xml) ?? []) : [],
	);
	return new Set(voids).size < voids.length ? 'an invoice was voided twice' : undefined;
}

const isVoid = (books: Books): boolean => String(undone(books)?.Memo).startsWith('VOID');
const isPaid = ({ company }: Books): boolean => company.receivePayments.length > 0;

const changedByColleague = changeInvoice('<Memo>theirs</Memo>', '', undoneId)(paidInvoice.books);

const undo = (
	{ traces }: Pick<typeof paidInvoice, 'traces'>,
	more: Pick<Plan, 'mostTries' | 'sleeps'> = {},
): Plan =>
	planOf('books.undo', [{ executionId: '7', dryRun: false, deleteWhatCannotBeVoided: true }], {
		...more,
		known: { traces },
	});

const undoing = (more: Partial<World> = {}): World =>
	world({
		books: paidInvoice.books,
		plans: [undo(paidInvoice)],
		always: (books) =>
			isVoid(books) && isPaid(books) ? 'the invoice was voided, and its payment stands' : undefined,
		green: (books, { output, state }) => {
			const [paid, invoice] = ['ReceivePayment', 'Invoice'].map((type) =>
				output.find((one) => one.type === type),
			);
			if (/deleted|alreadyUndone/.test(String(paid?.action)) && isPaid(books))
				return 'says that the payment was deleted';
			if (paid?.action === 'notUndone' && !isPaid(books)) return 'says that the payment stays';
			if (/voided|alreadyUndone/.test(String(invoice?.action)) && !isVoid(books))
				return 'says that the invoice was voided';
			if (invoice?.action === 'notUndone' && isVoid(books)) return 'says that the invoice stays';
			const isClear = state.happened.length === 0 && state.done.length === 0;
			return isClear && !(isVoid(books) && !isPaid(books)) ? 'leaves something' : undefined;
		},
		...more,
	});

/** Two items that change a memo each. */
const memos = [0, 1].map((index) => ({
	txnId: idAt(twoInvoices.books, index),
	additionalFields: { memo: `memo ${index}` },
}));

/** Two items that add a line to one of two invoices. */
const linesOfTwo = [0, 1].map((index) => ({
	...addLine(`line ${index}`),
	txnId: idAt(twoInvoices.books, index),
}));

const voiding = (more: Pick<World, 'plans'> & Partial<World>): World =>
	world({
		books: twoInvoices.books,
		mayHappen: [...calls, ...interruptions, 'refused by the desktop'],
		faults: 2,
		green: ({ company }, { form }) =>
			company.invoices.some(
				({ TxnID, Memo }) => TxnID === form.values.txnId && String(Memo).startsWith('VOID'),
			)
				? undefined
				: 'the invoice is not void',
		...more,
	});

/** Settling what was written. */
const invoicesOf = ({ company }: Books, memo: string): number =>
	company.invoices.filter(({ Memo }) => Memo === memo).length;

const settling = (more: Partial<World> = {}): World =>
	world({
		books: withInvoice,
		plans: [planOf('invoice.create', [invoiceOf('ours')])],
		mayHappen: everything.filter((one) => one !== 'locked'),
		always: onlyOneOf(invoicesOf, 'ours', 'ours too'),
		green: (books, { form }) => {
			const { memo } = form.values.additionalFields as { memo: string };
			return invoicesOf(books, memo) === 1 ? undefined : 'the invoice is not in the books';
		},
		...more,
	});

const onlyOneOf =
	(count: (books: Books, name: string) => number, ...names: readonly string[]) =>
	(books: Books): string | undefined => {
		const twice = names.find((name) => count(books, name) > 1);
		return twice === undefined ? undefined : `"${twice}" is in the books twice`;
	};

const customersOf = ({ company }: Books, name: string): number =>
	company.customers.filter(({ Name }) => Name === name).length;

const GUID = '{00000009-0000-4000-8000-000000000009}';
const unknownXml = document(
	invoiceAdd('X-1')
		.replace('<Memo>before</Memo>', `<Memo>unknown</Memo><ExternalGUID>${GUID}</ExternalGUID>`)
		.replace(
			'<InvoiceAddRq>',
			'<InvoiceAddRq requestID="n8n-AAAAAAAAAAAAAAAA-0-aaaaaaaa-00000009">',
		),
);
const unknownRequest = {
	id: 'r1',
	sentAs: 'n8n-AAAAAAAAAAAAAAAA-0-aaaaaaaa-00000009',
	xml: unknownXml,
	state: 'unknown',
} as const;
const settlesUnknown = planOf('books.settle', [{ request: 'r1', writeIfAbsent: true }], {
	known: {
		unknown: {
			requestId: 'r1',
			newestId: 'r1',
			queuedAt: NOW.toISOString(),
			guid: GUID,
			xml: unknownXml,
		},
	},
});

const order: IDataObject = {
	transactionDateFrom: '2026-01-01',
	transactionDateTo: '2026-01-31',
	number: 'L-1',
	customerOrVendor: '',
	orderDate: '2026-01-15',
	orderTotal: '20.00',
	options: { includeUnexpected: true },
};

/** Everything that is played, by what it tells of, with more of it in the long exploration. */
export const kinds: Readonly<Record<string, (isLong: boolean) => readonly World[]>> = {
	'Lines are added, and Retry is pressed': (isLong) => [
		added(planOf('invoice.update', [addLine('ours')]), {
			retries: 2,
			colleague: {},
			faults: isLong ? 2 : 1,
		}),
		added(planOf('invoice.update', [addLine('ours')]), { faults: isLong ? 3 : 1 }),
		added(planOf('invoice.update', [addLine('ours')], { sleeps: true, mostTries: 2 }), {
			faults: isLong ? 2 : 1,
		}),
		added(
			planOf('invoice.update', [addLine('ours')], {
				other: [addLine('ours', { additionalFields: { memo: 'other' } })],
			}),
			{
				faults: 2,
				mayHappen: [...(isLong ? everything : [...calls, ...unknowns]), 'another form'],
			},
		),
		added(planOf('invoice.update', [addLine('ours')], { sleeps: 'once' }), {
			faults: 2,
			mayHappen: [...interruptions, ...(isLong ? [...calls, 'locked' as const] : [])],
		}),
		added(planOf('invoice.update', [addLine('ours')], { other: [addLine('second')] }), {
			faults: 2,
			colleague: {},
			mayHappen: [...interruptions, ...(isLong ? everything : []), 'another form'],
		}),
	],
	'Lines are added by one execution that two workers run': (isLong) => [
		added(planOf('invoice.update', [addLine('ours')]), {
			mayHappen: ['twice at once', ...(isLong ? everything : [])],
			faults: isLong ? 2 : 1,
		}),
	],
	'Lines are added with a custom field': (isLong) =>
		(['unreadable', 'crash', 'crash, and again'] as const).map((fault) =>
			added(planOf('invoice.update', [addLine('ours', { customFields: { field: projectCode } })]), {
				...(!isLong && { colleague: {} }),
				retries: 2,
				mayHappen: [fault],
			}),
		),
	'Lines are added, and requests are deleted': () => [
		added(planOf('invoice.update', [addLine('ours')]), {
			mayHappen: [...calls, 'stop', 'deleted'],
			faults: 2,
		}),
	],
	'Lines are added at a service that honours keys, or shows no identifiers': (isLong) => [
		added(planOf('invoice.update', [addLine('ours')]), {
			honoursKeys: true,
			faults: isLong ? 2 : 1,
		}),
		added(planOf('invoice.update', [addLine('ours')], { mostTries: 2 }), {
			hidesIdentifiers: true,
			faults: isLong ? 2 : 1,
			mayHappen: atHidden,
		}),
	],
	'Two items add lines to one invoice': (isLong) => [
		added(planOf('invoice.update', [addLine('ours'), addLine('second')]), {
			faults: isLong ? 2 : 1,
		}),
		added(
			planOf('invoice.update', [addLine('ours'), addLine('second')], { continuesOnFail: true }),
			{
				faults: isLong ? 2 : 1,
				retries: 0,
			},
		),
	],
	'Two executions add lines to one invoice': (isLong) => [
		added(planOf('invoice.update', [addLine('ours')]), {
			plans: [
				planOf('invoice.update', [addLine('ours')]),
				planOf('invoice.update', [addLine('second')]),
			],
			colleague: {},
			faults: 1,
			retries: isLong ? 1 : 0,
			mayBeInVain: true,
		}),
	],
	"A memo is changed, and a colleague's stays": (isLong) => [
		changed({ retries: 0, mayHappen: [...calls, ...desktop], faults: isLong ? 3 : 2 }),
		changed({ faults: isLong ? 2 : 1 }),
	],
	'An Update says whether it has changed anything': (isLong) => [
		saying(
			'invoice.update',
			{ ...withMemo('ours'), customFields: { field: projectCode } },
			{
				mayHappen: isLong ? everything : ['unreadable', ...unknowns],
				faults: isLong ? 2 : 1,
			},
		),
		saying('customer.update', twoCustomFields, {
			mayHappen: isLong ? everything : ['crash', 'crash, and again'],
		}),
		saying('invoice.update', withMemo('ours'), {
			colleague: { [DOES_THE_SAME]: changeInvoice('<Memo>ours</Memo>') },
			mayHappen: isLong
				? everything.filter((fault) => !unknowns.includes(fault))
				: ['refused by the desktop', 'locked'],
			mayBeInVain: true,
		}),
	],
	'Two items change one memo': (isLong) => [
		...[
			{ last: 'before', service: {} },
			{ last: 'before', service: { honoursKeys: true as const } },
			{ last: 'second', service: {} },
		].map(({ last, service }) =>
			memoOfTwo([withMemo('ours'), withMemo(last)], { ...service, retries: isLong ? 2 : 1 }),
		),
	],
	'Two items change the same, and the second one was faster': (isLong) => {
		const memo = { additionalFields: { memo: 'second' } };
		const line = addLine('second', memo);
		const lineAndCode = addLine('second', { ...memo, customFields: { field: projectCode } });
		const mayHappen = isLong ? everything : faster;
		return [
			memoOfTwo([withMemo('before'), withMemo('second')], {
				mayHappen: isLong ? everything : interruptions,
				faults: isLong ? 2 : 1,
			}),
			...[withMemo('second'), lineAndCode, ...(isLong ? [line] : [])].map((second) =>
				memoOfTwo([withMemo('ours'), second], { mayHappen, faults: 2 }, { continuesOnFail: true }),
			),
			world({
				books: withInvoice,
				plans: [
					planOf(
						'customer.upsert',
						['1', '2'].map((phone) => ({ name: 'Newcomer', additionalFields: { phone } })),
						{ continuesOnFail: true },
					),
				],
				mayHappen,
				faults: 2,
				green: ({ company }, { item }) => {
					const own = company.customers.find(({ Name }) => Name === 'Newcomer');
					const { Phone } = own as unknown as IDataObject;
					return item === 0 || Phone === '2' ? undefined : `the phone is "${String(Phone)}"`;
				},
			}),
		];
	},
	'Two items change one invoice, and the first one was forgotten': (isLong) => [
		world({
			books: withInvoice,
			plans: [
				planOf('invoice.update', [
					{
						txnId: invoiceId,
						additionalFields: { memo: 'ours' },
						customFields: { field: projectCode },
					},
					{ txnId: invoiceId, customFields: { field: [{ name: 'Project Code', value: 'Bob' }] } },
				]),
			],
			mayHappen: isLong ? everything : interruptions,
			green: (books, { item }) => {
				const [{ DataExtValue: code } = {}] = [
					invoiceIn(books)?.DataExtRet ?? [],
				].flat() as IDataObject[];
				return item === 0 || code === 'Bob' ? undefined : `the custom field is "${String(code)}"`;
			},
		}),
		world({
			books: withInvoice,
			plans: [
				planOf('invoice.update', [
					{
						txnId: { __rl: true, mode: 'name', value: 'L-1' },
						additionalFields: { refNumber: 'L-9' },
						customFields: { field: projectCode },
					},
				]),
			],
			mayHappen: interruptions,
			retrySucceeds: true,
			retries: 2,
		}),
	],
	'Lines are added to two invoices, and the items come in another order': (isLong) => [
		world({
			books: twoInvoices.books,
			plans: [
				planOf('invoice.update', linesOfTwo, {
					other: [...linesOfTwo].reverse(),
					continuesOnFail: true,
				}),
			],
			mayHappen: ['crash, and other items', 'another form', 'crash', ...(isLong ? everything : [])],
			faults: 2,
			always: onlyOnce('line 0', 'line 1'),
			green: isThere,
		}),
	],
	'The memos of two invoices are changed, and the items come in another order': (isLong) => [
		world({
			books: twoInvoices.books,
			plans: [planOf('invoice.update', memos, { other: [...memos].reverse() })],
			mayHappen: [
				...interruptions,
				...(isLong ? everything : []),
				'another form',
				'crash, and other items',
			],
			faults: 2,
			always: ({ company }) =>
				memos.every(({ txnId, additionalFields: { memo } }) =>
					company.invoices.every(
						({ TxnID, Memo }) => TxnID !== txnId || [memo, 'before'].includes(String(Memo)),
					),
				)
					? undefined
					: 'an invoice has the memo of the other one',
			green: ({ company }, { form }) =>
				company.invoices.find(({ TxnID }) => TxnID === form.values.txnId)?.Memo ===
				(form.values.additionalFields as IDataObject).memo
					? undefined
					: 'its memo is another one',
		}),
	],
	'A line is removed, and a colleague adds the same': (isLong) => [
		world({
			books: withInvoice,
			plans: [removing],
			colleague: { [ADDS_A_LINE]: changeInvoice('', lineOfColleague('before')) },
			faults: isLong ? 3 : 2,
			mayHappen: everything,
			retrySucceeds: true,
			mayBeInVain: true,
			always: (books, { done }) =>
				done.includes(ADDS_A_LINE) && countIn(books, 'before') < 1
					? "the colleague's line was removed"
					: undefined,
		}),
	],
	'Two executions remove one line': (isLong) => [
		world({
			books: withInvoice,
			plans: [removing, removing],
			mayHappen: calls,
			faults: isLong ? 2 : 1,
			green: (books) => (countIn(books, 'before') > 0 ? 'the line is still there' : undefined),
		}),
	],
	'An invoice is settled if its outcome is unknown': (isLong) => [
		settling({ faults: isLong ? 3 : 2, retries: isLong ? 2 : 1 }),
		settling({
			plans: [planOf('invoice.create', [invoiceOf('ours')], { sleeps: true, mostTries: 2 })],
			faults: 2,
		}),
		settling({
			plans: [planOf('invoice.create', [invoiceOf('ours'), invoiceOf('ours too')])],
			faults: isLong ? 2 : 1,
		}),
		settling({
			hidesIdentifiers: true,
			anyOrder: true,
			faults: isLong ? 2 : 1,
			mayHappen: atHidden.filter((one) => one !== 'locked'),
		}),
		settling({ honoursKeys: true, faults: isLong ? 2 : 1 }),
	],
	'Two executions settle one request': (isLong) => [
		world({
			books: withInvoice,
			before: [unknownRequest],
			plans: [settlesUnknown, settlesUnknown],
			mayHappen: [...calls, 'refused by the desktop', ...(isLong ? interruptions : [])],
			faults: 1,
			retries: isLong ? 1 : 0,
			always: onlyOneOf(invoicesOf, 'unknown'),
			green: (books, { output: [{ outcome }] }) =>
				/written|found/.test(String(outcome)) && invoicesOf(books, 'unknown') !== 1
					? 'the invoice is not in the books'
					: undefined,
		}),
	],
	'An invoice is voided': (isLong) => [
		...[{}, { refuseClosedPeriods: true }].map((options) =>
			voiding({
				plans: [planOf('invoice.void', [{ txnId: invoiceId, options }])],
				retries: isLong ? 2 : 1,
				retrySucceeds: true,
			}),
		),
		voiding({
			plans: [
				planOf('invoice.void', [{ txnId: invoiceId, options: { refuseClosedPeriods: true } }], {
					other: [{ txnId: idAt(twoInvoices.books, 1), options: { refuseClosedPeriods: true } }],
				}),
			],
			mayHappen: [...interruptions, 'another form'],
		}),
	],
	'A customer is created, and its form is changed': (isLong) =>
		['customer.findOrCreate', 'customer.upsert'].map((operation) =>
			world({
				books: withInvoice,
				plans: [
					planOf(operation, [{ name: 'Newcomer', additionalFields: { phone: '1' } }], {
						other: [{ name: 'Newcomer', additionalFields: { phone: '2' } }],
					}),
				],
				mayHappen: [...interruptions, ...(isLong ? everything : []), 'another form'],
				faults: 2,
				green: ({ company }, { form, output: [{ created }] }) => {
					const { phone } = form.values.additionalFields as { phone: string };
					const isSo = company.customers.some(
						(one) => one.Name === 'Newcomer' && (one as IDataObject).Phone === phone,
					);
					return isSo || created === false ? undefined : 'the customer has another phone number';
				},
			}),
		),
	'A customer is found or created': (isLong) =>
		['customer.findOrCreate', 'customer.upsert'].map((operation) =>
			world({
				books: withInvoice,
				plans: [
					planOf(operation, [
						{ name: 'Newcomer', additionalFields: { phone: '1' } },
						{ name: 'Newcomer', additionalFields: { phone: '1' } },
					]),
				],
				faults: isLong ? 2 : 1,
				always: onlyOneOf(customersOf, 'Newcomer'),
				green: (books) =>
					customersOf(books, 'Newcomer') === 1 ? undefined : 'the customer is not there',
			}),
		),
	'A customer that nobody else creates is created': (isLong) => [
		...['customer.findOrCreate', 'customer.upsert'].map((operation) =>
			creating(operation, {}, { mayHappen: isLong ? everything : ['unreadable', ...unknowns] }),
		),
		creating('customer.upsert', byRoute, {
			colleague: { 'A colleague changes its phone number': changePhone },
			mayHappen: isLong ? everything : ['crash, and again'],
			faults: 2,
		}),
	],
	'Orders are compared, of which one is wrong in the form': () => [
		world({
			books: withInvoice,
			plans: [
				planOf(
					'books.compare',
					[
						{ ...order, transactionDateFrom: 'soon' },
						{ ...order, number: 'L-2' },
					],
					{ continuesOnFail: true },
				),
			],
			mayHappen: [...calls, ...interruptions],
			faults: 1,
			green: (_books, { output }) =>
				output.some(({ status }) => status === 'unexpected')
					? 'calls the invoice of the other order unexpected'
					: undefined,
		}),
	],
	'An execution is undone that wrote two invoices': () => [
		undoing({
			books: twoInvoices.books,
			plans: [undo(twoInvoices)],
			mayHappen: [...calls, 'stop'],
			retries: 2,
			always: voidedTwice,
			green: undefined,
		}),
		undoing({
			books: twoInvoices.books,
			plans: [undo(twoInvoices, { sleeps: 'once' })],
			mayHappen: ['crash, and again', 'locked', 'stop'],
			faults: 2,
			always: voidedTwice,
			green: undefined,
		}),
	],
	'An execution is undone, and a colleague had changed its invoice': () => [
		undoing({
			books: written(paidInvoice.books, changedByColleague),
			faults: 2,
			always: (books) => (isVoid(books) ? 'what the colleague has changed was voided' : undefined),
			green: undefined,
		}),
	],
	'An execution is undone by one that is woken twice': (isLong) => [
		undoing({
			plans: [undo(paidInvoice, { sleeps: 'once', mostTries: 2 })],
			mayHappen: ['crash, and again', ...desktop],
			faults: isLong ? 3 : 2,
			retries: 0,
		}),
	],
	'An execution is undone': (isLong) => [
		undoing({ retries: isLong ? 2 : 1 }),
		...(isLong
			? [undoing({ plans: [undo(paidInvoice), undo(paidInvoice)], mayHappen: calls, retries: 0 })]
			: []),
	],
};
