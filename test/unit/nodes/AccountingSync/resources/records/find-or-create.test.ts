import type { IDataObject } from 'n8n-workflow';

import type {
	Progress,
	RequestOutcome,
} from '../../../../../../nodes/AccountingSync/operations/steps';
import { findOrCreateRecord } from '../../../../../../nodes/AccountingSync/resources/records/findOrCreate';
import { upsertRecord } from '../../../../../../nodes/AccountingSync/resources/records/upsertRecord';
import { elementsIn } from '../../../../../../quickbooks/qbxml/answer';
import type { AnswerElement } from '../../../../../../quickbooks/qbxml/answerFromXml';
import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import { customer } from '../../../../../../quickbooks/records/customer';
import { CONNECTION_ID, requestOf } from '../../../../support/request-of';
import { byName } from '../../../../support/written';

const form = { name: 'Cook', matchBy: 'email', additionalFields: { email: 'cook@example.com' } };

test.each([
	[{ ...form, additionalFields: {} }, 'Email is missing.'],
	[{ ...form, matchBy: 'phone', additionalFields: { phone: 'none' } }, 'Phone "none" has nothing'],
	[{ ...form, matchBy: 'customField' }, 'Custom Field Name is missing.'],
	[
		{ ...form, matchBy: 'customField', customFieldName: 'Shop ID', customFieldValue: ' ' },
		'Custom Field Value is missing.',
	],
	[{ ...form, matchBy: 'shoeSize' }, 'Match By can\'t be "shoeSize".'],
	[{ ...form, name: '' }, 'Name is missing.'],
	[
		{ name: 'Cook:Kitchen', additionalFields: { parentListId: byName('Cook') } },
		'Name has a colon, but Parent is filled in too.',
	],
])('%j is refused before anything is sent', (filledIn, message) => {
	for (const operation of ['findOrCreate', 'upsert']) {
		expect(() => requestOf('customer', operation, filledIn)).toThrow(message);
	}
});

test('an item of a type without part numbers can not be found by one', () => {
	const filledIn = {
		itemType: 'subtotal',
		name: 'Subtotal',
		matchBy: 'manufacturerPartNumber',
		additionalFields: { manufacturerPartNumber: 'P-1' },
	};
	expect(() => requestOf('item', 'findOrCreate', filledIn)).toThrow(
		'An item of this type has no Manufacturer Part Number.',
	);
});

const operations = [findOrCreateRecord(customer), upsertRecord(customer)];

const progressOf = (
	filledIn: IDataObject,
	outcome: Partial<RequestOutcome>,
	kept: IDataObject = {},
): Progress => ({
	itemIndex: 0,
	form: { values: { connection: CONNECTION_ID, ...filledIn }, timezone: 'UTC' },
	forms: new Map(),
	failed: new Map(),
	qbxml: { facts: requestMessages, desktops: new Map() },
	kept,
	outcomes: [outcome as RequestOutcome],
	queuedAt: [],
	externalGuids: [],
	mayHaveWritten: () => false,
});

const nameInUse = { refusal: { code: '3100', message: 'in use' }, isUnknown: false };

describe.each(operations)('$name', ({ steps = {} }) => {
	test('looks again if somebody else has taken the name in the meantime, but not for ever', () => {
		const { refused } = steps.created;
		const first = refused?.(progressOf(form, nameInUse));
		expect(first).toMatchObject({ then: 'begun', requests: [{ isRead: true }] });
		const kept = [{ tries: 2 }, { tries: 3 }].map((one) =>
			refused?.(progressOf(form, nameInUse, one)),
		);
		expect(kept).toEqual([expect.objectContaining({ then: 'begun' }), undefined]);
	});

	test('any other refusal, and one of which nobody knows, is the item’s', () => {
		const other = { refusal: { code: '3140', message: 'unknown' }, isUnknown: false };
		const unknown = { refusal: { code: 'connection_error' }, isUnknown: true };
		expect(steps.created.refused?.(progressOf(form, other))).toBeUndefined();
		expect(steps.created.refused?.(progressOf(form, unknown))).toBeUndefined();
	});

	const byField = {
		name: 'Cook',
		matchBy: 'customField',
		customFieldName: 'Shop ID',
		customFieldValue: '7',
	};
	const record = { type: 'Customer', fields: { ListID: '8-1', Name: 'Cook', FullName: 'Cook' } };

	test('says so if a new record is without its custom field', () => {
		const refusal = { refusal: { code: '3180', message: 'It is locked.' }, isUnknown: false };
		expect(() => steps.completed.refused?.(progressOf(byField, refusal, { record }))).toThrow(
			expect.objectContaining({
				message:
					'The customer "Cook" (ID 8-1) was created, but without its custom field "Shop ID".',
				description: expect.stringContaining('It is locked.') as string,
			}),
		);
		// After a crash nobody knows which one it was.
		expect(() => steps.completed.refused?.(progressOf(byField, refusal))).toThrow(
			'The customer was created, but without its custom field "Shop ID".',
		);
	});

	test.each([
		['somebody', false, /^Nothing was written, because .* correct it there/],
		['the item itself', true, /^This item has most likely created it, .* press Retry/],
	])('says what to do about a name that %s has taken', (_who, mayBeOwn, advice) => {
		const xml =
			'<QBXML><QBXMLMsgsRs><EntityQueryRs statusCode="0"><CustomerRet><ListID>8-1</ListID><Name>Cook</Name><FullName>Cook</FullName></CustomerRet></EntityQueryRs></QBXMLMsgsRs></QBXML>';
		const answers = elementsIn({ response_xml: xml });
		const progress = progressOf(byField, { answers, xml, requestId: 'r' }, { fullName: 'Cook' });
		const mayHaveWritten = (step: string) => mayBeOwn && step === 'created';
		expect(() => steps.listed.answered({ ...progress, mayHaveWritten })).toThrow(
			expect.objectContaining({
				message: 'No customer has the Shop ID "7", but there is one called "Cook".',
				description: expect.stringMatching(advice) as string,
			}),
		);
	});

	test('looks for the new record by its custom field if a crash has left nothing else', () => {
		const next = steps.completed.answered(progressOf(byField, { answers: [] }));
		expect(next).toMatchObject({ then: 'begun', kept: {} });
		const kept = steps.completed.answered(progressOf(byField, { answers: [] }, { record }));
		expect(kept).toMatchObject({ then: 'reread', kept: { record } });
	});

	test('shows the new record as it is with its custom field', () => {
		const before = { ...record, fields: { ...record.fields, EditSequence: '1' } };
		const shown = (answers: readonly AnswerElement[]) =>
			steps.reread.answered(progressOf(byField, { answers }, { record: before }));
		const items = (one: object) => ({ items: [expect.objectContaining(one)], changes: '8-1' });
		const now =
			'<CustomerRet><ListID>8-1</ListID><FullName>Cook</FullName><EditSequence>2</EditSequence></CustomerRet>';
		const answers = elementsIn({
			response_xml: `<QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="0">${now}</CustomerQueryRs></QBXMLMsgsRs></QBXML>`,
		});
		expect(shown(answers)).toEqual(items({ EditSequence: '2', created: true }));
		// Of a record that can't be read again, nobody knows which one counts.
		expect(shown([])).toEqual(items({ FullName: 'Cook', created: true }));
		expect(JSON.stringify(shown([]))).not.toContain('EditSequence');
	});
});
