import { readFileSync } from 'node:fs';

import { addedOnly as written } from '../../../../quickbooks/facts/addedOnly';
import { addedOnly } from '../../../../quickbooks/facts/changes';
import type { PublishedFacts } from '../../../../quickbooks/facts/compact';
import { recordTypes } from '../../../../quickbooks/facts/recordTypes';
import {
	canBeChanged,
	contentOfChange,
	contentOfRecord,
	elementAt,
} from '../../../../quickbooks/qbxml/recordFacts';
import { requestMessages } from '../../../../quickbooks/qbxml/requestMessages';

const published = JSON.parse(
	readFileSync(require.resolve('../../../../quickbooks/facts/qbxml-16.0.json'), 'utf8'),
) as PublishedFacts;

test('what can only be added is what `npm run generate -- qbxml` finds', () => {
	expect(written).toBe(addedOnly(published, recordTypes));
});

test('records can be changed exactly if qbXML has a request for it', () => {
	expect(recordTypes.filter(canBeChanged)).toEqual(
		recordTypes.filter((type) => requestMessages.has(`${type}ModRq`)),
	);
	expect(() => contentOfChange('BillPaymentCreditCard')).toThrow(/no facts of a form for changes/);
});

test.each([
	['Customer', 'OpenBalance', false],
	['Customer', 'Notes', true],
	['Bill', 'ItemLineAdd.LinkToTxn.TxnID', false],
	['Bill', 'ItemLineAdd.Cost', true],
	['ItemInventory', 'QuantityOnHand', false],
	['ItemService', 'SalesOrPurchase.Price', true],
	['Check', 'ApplyCheckToTxnAdd.Amount', false],
	['Deposit', 'CashBackInfoAdd.Memo', true],
	['JournalEntry', 'JournalCreditLine.Amount', true],
	['JournalEntry', 'IsHomeCurrencyAdjustment', false],
	['Invoice', 'ExternalGUID', false],
	['Invoice', 'InvoiceLineAdd.DataExt', false],
])('%s: %s, in a form for changes: %s', (type, path, isThere) => {
	expect(elementAt(contentOfRecord(type), path)).toBeDefined();
	expect(elementAt(contentOfChange(type), path) !== undefined).toBe(isThere);
});

test('what can only be changed is there too', () => {
	expect(elementAt(contentOfRecord('PurchaseOrder'), 'IsManuallyClosed')).toBeUndefined();
	expect(elementAt(contentOfChange('PurchaseOrder'), 'IsManuallyClosed')).toMatchObject({
		type: 'boolean',
	});
});
