import type { IDataObject } from 'n8n-workflow';

import { jobsOf } from '../../../../../../nodes/AccountingSync/execution/queueing/job';
import { CONNECTION_ID, operationOf, queues } from '../../../../support/request-of';
import { updateOf } from '../../../../support/update-of';

const line = (id: string) => `<InvoiceLineRet><TxnLineID>${id}</TxnLineID></InvoiceLineRet>`;
const invoice = (editSequence: string, ...lines: string[]) =>
	`<InvoiceRet><TxnID>1-1</TxnID><EditSequence>${editSequence}</EditSequence><Memo>Before</Memo>${lines.map(line).join('')}</InvoiceRet>`;

const adding = (quantity: string): IDataObject => ({
	lineMode: 'add',
	specifyLines: 'json',
	linesJson: JSON.stringify([{ ItemRef: 'Trim', Quantity: quantity }]),
});

/** The key of the write that an Update sends. */
function keyOf(filledIn: IDataObject, record: string): string {
	const operation = operationOf('invoice', 'update');
	if (!queues(operation)) throw new Error('An Update queues something.');
	const next = updateOf('invoice', filledIn, record);
	if (!('requests' in next)) throw new Error('Nothing is written.');
	const form = { values: { connection: CONNECTION_ID, options: {} }, timezone: 'UTC' };
	const naming = {
		prefix: 'n8n-run-',
		executionMark: '0123abcd',
		isTool: false,
		execution: '1',
		round: 1,
	};
	const [job] = jobsOf(operation, next.requests, form, 0, naming, { item: '0', round: 1, step: 1 });
	return job.key;
}

test('lines that are added have the same key, whatever the record holds when it is read', () => {
	const key = keyOf(adding('3'), invoice('7', 'A-1'));
	expect(keyOf(adding('3'), invoice('8', 'A-1', 'B-1'))).toBe(key);
	expect(keyOf(adding('3'), invoice('8', 'B-1'))).toBe(key);
});

test('other lines, another field besides, or another record make another key', () => {
	const key = keyOf(adding('3'), invoice('7', 'A-1'));
	expect(keyOf(adding('4'), invoice('7', 'A-1'))).not.toBe(key);
	const withMemo = { ...adding('3'), additionalFields: { memo: 'After' } };
	expect(keyOf(withMemo, invoice('7', 'A-1'))).not.toBe(key);
	const ofAnother = { ...adding('3'), txnId: '2-1' };
	expect(keyOf(ofAnother, invoice('7', 'A-1').replace('>1-1<', '>2-1<'))).not.toBe(key);
});
