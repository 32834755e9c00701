import type { IDataObject } from 'n8n-workflow';

import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import { choicesOf, fieldAt } from '../../../../support/description';
import { answerXml, messagesOf, outputOf } from '../../../../support/output-of';

const asked = (form: IDataObject): string[] => messagesOf('deletedRecord', 'query', form);

function wordsOf(request: string, element: string): readonly string[] {
	const [found] = (requestMessages.get(request)?.content ?? []).filter(
		(particle) => 'name' in particle && particle.name === element,
	);
	return 'values' in found ? (found.values ?? []) : [];
}

test.each([
	['txnDelTypes', 'TxnDeletedQueryRq', 'TxnDelType'],
	['listDelTypes', 'ListDeletedQueryRq', 'ListDelType'],
])('%s offers every type that %s has, each under a name of its own', (field, request, element) => {
	const choices = choicesOf(fieldAt('deletedRecord', 'query', [field]));
	expect(choices.map(({ value }) => value).sort()).toEqual([...wordsOf(request, element)].sort());
	expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
});

test('without a choice, all types of both are asked for', () => {
	const [lists, transactions, ...others] = asked({});
	for (const type of wordsOf('TxnDeletedQueryRq', 'TxnDelType'))
		expect(transactions).toContain(`<TxnDelType>${type}</TxnDelType>`);
	for (const type of wordsOf('ListDeletedQueryRq', 'ListDelType'))
		expect(lists).toContain(`<ListDelType>${type}</ListDelType>`);
	expect(others).toEqual([]);
});

test.each<[form: IDataObject, qbxml: string[]]>([
	[
		{
			txnDelTypes: ['Invoice', 'Bill'],
			filters: { deletedAfter: '2026-01-01T00:00:00', deletedBefore: '2026-02-01T00:00:00Z' },
		},
		[
			'<TxnDeletedQueryRq><TxnDelType>Invoice</TxnDelType><TxnDelType>Bill</TxnDelType><DeletedDateRangeFilter><FromDeletedDate>2025-12-31T23:00:00+00:00</FromDeletedDate><ToDeletedDate>2026-02-01T01:00:00+00:00</ToDeletedDate></DeletedDateRangeFilter></TxnDeletedQueryRq>',
		],
	],
	[
		{ listDelTypes: 'Customer' },
		['<ListDeletedQueryRq><ListDelType>Customer</ListDelType></ListDeletedQueryRq>'],
	],
	[
		{ listDelTypes: ['Vendor'], txnDelTypes: ['Check'] },
		[
			'<ListDeletedQueryRq><ListDelType>Vendor</ListDelType></ListDeletedQueryRq>',
			'<TxnDeletedQueryRq><TxnDelType>Check</TxnDelType></TxnDeletedQueryRq>',
		],
	],
])('%j', (form, qbxml) => {
	expect(asked(form)).toEqual(qbxml);
});

test.each<[form: IDataObject, message: RegExp]>([
	[{ txnDelTypes: ['Nothing'] }, /^Types of Transactions can't be "Nothing"/],
	[
		{ filters: { deletedAfter: '2026-02-01', deletedBefore: '2026-01-01' } },
		/^Deleted After is later than Deleted Before/,
	],
])('%j is refused', (form, message) => {
	expect(() => asked(form)).toThrow(message);
});

const OK = 'statusCode="0" statusSeverity="Info" statusMessage="Status OK"';
const NOTHING = 'statusCode="1" statusSeverity="Info" statusMessage="No match"';

const deletedInvoice = (id: string, deleted: string) =>
	`<TxnDeletedRet><TxnDelType>Invoice</TxnDelType><TxnID>${id}</TxnID><TimeCreated>2026-01-01T08:00:00-08:00</TimeCreated><TimeDeleted>${deleted}</TimeDeleted><RefNumber>1042</RefNumber></TxnDeletedRet>`;
const DELETED_CUSTOMER =
	'<ListDeletedRet><ListDelType>Customer</ListDelType><ListID>80-1</ListID><TimeCreated>2026-01-01T08:00:00-08:00</TimeCreated><TimeDeleted>2026-03-01T12:00:00-08:00</TimeDeleted><FullName>Abercrombie, Kristy</FullName></ListDeletedRet>';

test('what was deleted comes as one list, the newest first', () => {
	const xml = answerXml(
		// In the order of time: the offsets differ.
		`<TxnDeletedQueryRs ${OK}>${deletedInvoice('1-1', '2026-03-01T12:30:00-07:00')}${deletedInvoice('2-1', '2026-03-02T00:00:00-08:00')}</TxnDeletedQueryRs>`,
		`<ListDeletedQueryRs ${OK}>${DELETED_CUSTOMER}</ListDeletedQueryRs>`,
	);
	expect(outputOf('deletedRecord', 'query', [{ response_xml: xml }])).toEqual([
		{
			Type: 'Invoice',
			TxnID: '2-1',
			TimeCreated: '2026-01-01T08:00:00-08:00',
			TimeDeleted: '2026-03-02T00:00:00-08:00',
			RefNumber: '1042',
		},
		{
			Type: 'Customer',
			ListID: '80-1',
			TimeCreated: '2026-01-01T08:00:00-08:00',
			TimeDeleted: '2026-03-01T12:00:00-08:00',
			FullName: 'Abercrombie, Kristy',
		},
		expect.objectContaining({ Type: 'Invoice', TxnID: '1-1' }),
	]);
});

test.each([
	[
		`<TxnDeletedQueryRs ${NOTHING}/>`,
		`<ListDeletedQueryRs ${OK}>${DELETED_CUSTOMER}</ListDeletedQueryRs>`,
		1,
	],
	[`<TxnDeletedQueryRs ${NOTHING}/>`, `<ListDeletedQueryRs ${NOTHING}/>`, 0],
])('nothing found is no failure', (transactions, lists, count) => {
	const answers = [transactions, lists].map((one) => ({ response_xml: answerXml(one) }));
	expect(outputOf('deletedRecord', 'query', answers)).toHaveLength(count);
});

test('answers without one of the two are an error, unless only the other was asked for', () => {
	const response = {
		response_xml: answerXml(`<ListDeletedQueryRs ${OK}>${DELETED_CUSTOMER}</ListDeletedQueryRs>`),
	};
	expect(() => outputOf('deletedRecord', 'query', [response])).toThrow(/incomplete/);
	expect(
		outputOf('deletedRecord', 'query', [response], { listDelTypes: ['Customer'] }),
	).toHaveLength(1);
});
