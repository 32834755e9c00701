import { tracesOf } from '../../../../../../nodes/AccountingSync/resources/books/tracesOfRequests';
import { differencesBetween } from '../../../../../../quickbooks/books/undo/differences';
import {
	type Evidence,
	judge,
	meanings,
	type Removal,
} from '../../../../../../quickbooks/books/undo/judge';
import { type Trace } from '../../../../../../quickbooks/books/undo/traces';
import type { AnswerRecord } from '../../../../../../quickbooks/qbxml/answer';
import type { AnswerObject } from '../../../../../../quickbooks/qbxml/answerFromXml';

const invoice: AnswerObject = {
	TxnID: '1-1',
	EditSequence: '1',
	TimeModified: '2026-01-15T08:00:00+00:00',
	CustomerRef: { ListID: '8-1', FullName: 'Ann' },
	TxnDate: '2026-01-15',
	RefNumber: '7',
	Subtotal: '80.00',
	SalesTaxTotal: '6.00',
	BalanceRemaining: '86.00',
	IsPaid: false,
	InvoiceLineRet: [{ TxnLineID: '2-1', Desc: 'Work', Quantity: '1', Amount: '80.00' }],
};

const changed = (changes: AnswerObject): AnswerRecord => ({
	type: 'Invoice',
	fields: { ...invoice, ...changes },
});

describe('what people have changed', () => {
	test.each<[string, AnswerObject]>([
		['nothing', {}],
		['what the application works out', { BalanceRemaining: '0.00', IsPaid: true }],
		['what every change brings with it', { EditSequence: '2', TimeModified: '2026-02-01' }],
		['a link', { LinkedTxn: [{ TxnID: '5-1' }] }],
		['the name of the customer', { CustomerRef: { ListID: '8-1', FullName: 'Ann Lee' } }],
	])('%s does not count', (_, changes) => {
		expect(differencesBetween({ type: 'Invoice', fields: invoice }, changed(changes))).toEqual([]);
	});

	test.each<[string, AnswerObject, object]>([
		['a field', { RefNumber: '8' }, { field: 'Ref Number', from: '7', to: '8' }],
		['a new field', { Memo: 'x' }, { field: 'Memo', from: null, to: 'x' }],
		[
			'the customer',
			{ CustomerRef: { ListID: '9-1', FullName: 'Bob' } },
			{ field: 'Customer', from: 'Ann', to: 'Bob' },
		],
		[
			'a line',
			{ InvoiceLineRet: [{ TxnLineID: '2-1', Desc: 'Rest', Quantity: '1', Amount: '80.00' }] },
			{ field: 'Description', line: 'Line 1', from: 'Work', to: 'Rest' },
		],
		['all lines', { InvoiceLineRet: [] }, { field: 'Invoice Line', from: '1 entry', to: null }],
	])('%s counts', (_, changes, difference) => {
		expect(differencesBetween({ type: 'Invoice', fields: invoice }, changed(changes))).toEqual([
			difference,
		]);
	});
});

const document = (requests: string) =>
	`<?xml version="1.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`;
const answer = (answers: string) => `<QBXML><QBXMLMsgsRs>${answers}</QBXMLMsgsRs></QBXML>`;
const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';

describe('what an execution has done', () => {
	test.each<[string, string, object, string, Array<[string, string]>]>([
		['a query', 'CustomerQueryRq', { state: 'waiting' }, '', []],
		['a write that waits', 'BillAddRq', { state: 'sent' }, '', [['waiting', 'BillAdd']]],
		['a discarded write', 'BillAddRq', { state: 'discarded' }, '', [['unknown', 'BillAdd']]],
		[
			'a lost connection',
			'BillAddRq',
			{ state: 'error', error: { code: 'connection_error', message: 'Lost' } },
			'',
			[['unknown', 'BillAdd']],
		],
		[
			'a refusal',
			'BillAddRq',
			{ state: 'error' },
			'<BillAddRs statusCode="3140" statusSeverity="Error" statusMessage="No"/>',
			[['refused', 'BillAdd']],
		],
		[
			'an addition without its record',
			'BillAddRq',
			{ state: 'response_received' },
			`<BillAddRs ${OK}/>`,
			[['changed', 'BillAdd']],
		],
		[
			'several requests, the last one first',
			'CustomerAddRq/><CustomerQueryRq/><CustomerModRq',
			{ state: 'response_received' },
			`<CustomerAddRs ${OK}><CustomerRet><ListID>8-1</ListID></CustomerRet></CustomerAddRs><CustomerQueryRs ${OK}/><CustomerModRs ${OK}><CustomerRet><ListID>8-1</ListID></CustomerRet></CustomerModRs>`,
			[
				['changed', 'CustomerMod'],
				['added', 'CustomerAdd'],
			],
		],
	])('%s', (_, request, record, answers, expected) => {
		const traces = tracesOf([
			{
				id: 'r',
				state: '',
				request_xml: document(`<${request}/>`),
				...record,
				...(answers !== '' && { response_xml: answer(answers) }),
			},
		]);
		expect(traces.map((trace) => [trace.fate, trace.request])).toEqual(expected);
	});

	test('what it has voided of its own additions is a part of these, and of others a deed of its own', () => {
		const voided = (id: string) => ({
			id: `void ${id}`,
			state: 'response_received',
			request_xml: document('<TxnVoidRq/>'),
			response_xml: answer(
				`<TxnVoidRs ${OK}><TxnVoidType>Bill</TxnVoidType><TxnID>${id}</TxnID></TxnVoidRs>`,
			),
		});
		const added = {
			id: 'add',
			state: 'response_received',
			request_xml: document('<BillAddRq/>'),
			response_xml: answer(`<BillAddRs ${OK}><BillRet><TxnID>1-1</TxnID></BillRet></BillAddRs>`),
		};
		const traces = tracesOf([voided('9-1'), voided('1-1'), added]);
		expect(traces.map(({ fate, type, id }) => [fate, type, id])).toEqual([
			['removed', 'Bill', '9-1'],
			['added', 'Bill', '1-1'],
		]);
	});
});

const trace = (type: string, id: string, more: Partial<Trace> = {}): Trace => ({
	fate: 'added',
	request: `${type}Add`,
	requestId: `request of ${id}`,
	type,
	id,
	isListRecord: type === 'Customer',
	number: id,
	name: id,
	date: null,
	total: null,
	fields: {},
	linked: [],
	why: null,
	...more,
});

const removals: Record<string, Removal> = {
	Customer: 'ListDel',
	Invoice: 'TxnVoid',
	Deposit: 'TxnVoid',
	ReceivePayment: 'TxnDel',
	SalesOrder: 'TxnDel',
};

function judged(
	traces: readonly Trace[],
	now: Record<string, AnswerObject>,
	{
		deletes = true,
		unreadable = '',
		settled = {},
	}: { deletes?: boolean; unreadable?: string; settled?: Evidence['settled'] } = {},
) {
	const types = new Map(traces.map(({ id, type }) => [id, type]));
	const records = Object.entries(now).map(([id, fields]): [string, AnswerRecord] => [
		id,
		{ type: types.get(id) ?? '', fields },
	]);
	return judge(traces, {
		settled,
		now: new Map(records),
		removalOf: (type) => removals[type],
		isReadable: (type) => type !== unreadable,
		differencesOf: (one, other) =>
			one.fields.Memo === other.fields.Memo ? [] : [{ field: 'Memo', from: null, to: 'x' }],
		nameOf: (type) => type,
		deletes,
	}).map(({ removal, isLater, action, why }) => [isLater ? 'later' : (removal ?? action), why]);
}

describe('what is undone', () => {
	const link = (id: string, TxnType = 'Any') => ({ LinkedTxn: [{ TxnID: id, TxnType }] });
	const nested = { DepositLineRet: [{ TxnLineID: '1', TxnID: 'p' }] };
	const [deposit, payment, anInvoice] = [
		trace('Deposit', 'd'),
		trace('ReceivePayment', 'p'),
		trace('Invoice', 'i'),
	];
	const linked = {
		d: nested,
		p: { AppliedToTxnRet: [{ TxnID: 'i' }] },
		i: link('p', 'ReceivePayment'),
	};

	test.each([
		['the newest first', [deposit, payment, anInvoice]],
		['the oldest first, as a queue may show what has one time', [anInvoice, payment, deposit]],
		['in any order', [payment, deposit, anInvoice]],
	])('what hangs on something goes before it: %s', (_, traces) => {
		const verdictsOn = (settled: Evidence['settled'] = {}) =>
			Object.fromEntries(
				judged(traces, linked, { settled }).map(([verdict], at) => [traces[at].type, verdict]),
			);
		expect(verdictsOn()).toEqual({ Deposit: 'TxnVoid', ReceivePayment: 'later', Invoice: 'later' });
		const gone = { action: 'voided', why: null } as const;
		expect(verdictsOn({ d: gone })).toEqual({
			Deposit: 'voided',
			ReceivePayment: 'TxnDel',
			Invoice: 'later',
		});
		const stays = { action: 'notUndone', why: 'It was refused.' } as const;
		expect(verdictsOn({ d: stays })).toEqual({
			Deposit: 'notUndone',
			ReceivePayment: 'notUndone',
			Invoice: 'notUndone',
		});
	});

	test('what names each other in a circle is removed all the same, one after the other', () => {
		const [one, other] = [trace('Customer', 'c1'), trace('Customer', 'c2')];
		const names = (ListID: string) => ({ ParentRef: { ListID } });
		expect(judged([one, other], { c1: names('c2'), c2: names('c1') })).toEqual([
			['later', undefined],
			['ListDel', undefined],
		]);
	});

	test('a voided invoice keeps its customer in the books, a deleted payment does not', () => {
		const reference = { CustomerRef: { ListID: 'c', FullName: 'C' } };
		const customer = trace('Customer', 'c');
		expect(judged([trace('ReceivePayment', 'p'), customer], { p: reference, c: {} })).toEqual([
			['TxnDel', undefined],
			['later', undefined],
		]);
		expect(judged([trace('Invoice', 'i'), customer], { i: reference, c: {} })).toEqual([
			['TxnVoid', undefined],
			['notUndone', 'Invoice i, which stays in the books, refers to it.'],
		]);
	});

	test('an older record may stay although a newer one is taken out, but not the other way round', () => {
		const link = (id: string) => ({ LinkedTxn: [{ TxnID: id, TxnType: 'Any' }] });
		const kept = { deletes: false };
		expect(
			judged(
				[trace('Invoice', 'i'), trace('SalesOrder', 's')],
				{ i: link('s'), s: link('i') },
				kept,
			).map(([action]) => action),
		).toEqual(['TxnVoid', 'notUndone']);
		expect(
			judged(
				[trace('ReceivePayment', 'p'), trace('Invoice', 'i')],
				{ p: {}, i: link('p') },
				kept,
			)[1],
		).toEqual(['notUndone', 'ReceivePayment p, which stays in the books, is linked to it.']);
	});

	test('what somebody else has linked to it stays, what it was linked to from the beginning does not matter', () => {
		const LinkedTxn = [{ TxnID: 'x', TxnType: 'Check', RefNumber: '5', TxnDate: '2026-01-02' }];
		expect(judged([trace('Invoice', 'i')], { i: { LinkedTxn } })).toEqual([
			[
				'notUndone',
				'Check 5 of 2026-01-02, which this execution has not written, is linked to it.',
			],
		]);
		expect(judged([trace('Invoice', 'i', { linked: ['x'] })], { i: { LinkedTxn } })).toEqual([
			['TxnVoid', undefined],
		]);
		for (const type of ['SalesOrder', 'PurchaseOrder']) {
			expect(judged([trace('Invoice', 'i')], { i: link('x', type) })).toEqual([
				['TxnVoid', undefined],
			]);
		}
	});

	test.each<[string, Trace, AnswerObject | undefined, unknown]>([
		['what is gone', trace('Invoice', 'i'), undefined, 'alreadyUndone'],
		[
			'what is voided',
			trace('Invoice', 'i', { fields: invoice }),
			{ Subtotal: '0.00', SalesTaxTotal: '0.00', InvoiceLineRet: [], Memo: 'VOID:' },
			'alreadyUndone',
		],
		['what was changed', trace('Invoice', 'i'), { Memo: 'x' }, 'notUndone'],
		['what nothing takes out', trace('Class', 'k'), {}, 'notUndone'],
		['what can not be read', trace('Odd', 'o'), {}, 'notUndone'],
		[
			'a change',
			trace('Invoice', 'i', { fate: 'changed', request: 'InvoiceMod' }),
			{},
			'notUndone',
		],
		['what was deleted', trace('Invoice', 'i', { fate: 'removed' }), {}, 'notUndone'],
		['a refusal', trace('Invoice', '', { fate: 'refused' }), {}, 'nothingWritten'],
		['what waits', trace('Invoice', '', { fate: 'waiting' }), {}, 'waiting'],
		['what is unknown', trace('Invoice', '', { fate: 'unknown' }), {}, 'unknown'],
	])('nothing is done about %s', (_, one, now, action) => {
		const [[found, why]] = judged([one], now ? { [one.id]: now } : {}, { unreadable: 'Odd' });
		expect(found).toBe(action);
		expect(why).toMatch(/^[A-Z].*\.$/);
	});

	// What an execution has deleted is not in the books, and somebody else may have deleted what it has added.
	test.each(['notUndone', 'alreadyUndone'])(
		'the sentence for %s is true of all of these',
		(action) => {
			expect(meanings[action]).not.toMatch(/^Stays in the books|undone before/);
		},
	);
});
