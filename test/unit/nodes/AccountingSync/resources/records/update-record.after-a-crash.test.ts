import type { IDataObject } from 'n8n-workflow';

import type { RequestOutcome } from '../../../../../../nodes/AccountingSync/operations/steps';
import { UnclearError } from '../../../../../../quickbooks/form/formError';
import { elementsIn } from '../../../../../../quickbooks/qbxml/answer';
import { requestMessages } from '../../../../../../quickbooks/qbxml/requestMessages';
import { CONNECTION_ID, operationOf, queues } from '../../../../support/request-of';

const customFields = { field: [{ name: 'Project Code', value: 'P-1' }] };
const lines = (lineMode: string, ...given: IDataObject[]) => ({
	lineMode,
	specifyLines: 'json',
	linesJson: JSON.stringify(given),
});
const adding = lines('add', { ItemRef: 'Trim' });
const removing = lines('remove', { ItemRef: 'Trim' });

const operation = operationOf('invoice', 'update');
const steps = (queues(operation) && operation.steps) || {};

/** How a try finds an item that waits for one request. */
const found = (filledIn: IDataObject, outcome: RequestOutcome, kept: IDataObject = {}) => ({
	itemIndex: 0,
	form: {
		values: { connection: CONNECTION_ID, txnId: '1-1', customFields, ...filledIn },
		timezone: 'UTC',
	},
	forms: new Map(),
	failed: new Map(),
	qbxml: { facts: requestMessages, desktops: new Map() },
	kept,
	outcomes: [outcome],
	queuedAt: [],
	externalGuids: [],
	mayHaveWritten: () => false,
});

function answer(record: string): RequestOutcome {
	const xml = `<QBXML><QBXMLMsgsRs><InvoiceModRs statusCode="0">${record}</InvoiceModRs></QBXMLMsgsRs></QBXML>`;
	return { answers: elementsIn({ response_xml: xml }), xml, requestId: 'r1' };
}
const refusal = { refusal: { code: '3180', message: 'It is too long.' }, isUnknown: false };

describe('an Update of which nothing is known any more but its requests', () => {
	const onlyFields = {};

	it.each([
		['sets custom fields alone', onlyFields, {}, false],
		['adds lines', adding, {}, true],
		['removes lines by what they hold', removing, {}, true],
		['removes lines that are known', removing, { remembered: {} }, false],
		['replaces lines', lines('replace', { ItemRef: 'Trim' }), {}, false],
	] as Array<[string, IDataObject, IDataObject, boolean]>)(
		'may begin anew unless it would write twice: it %s',
		(_what, filledIn, kept, isFinal) => {
			let error: unknown;
			try {
				steps.recalled.answered(found(filledIn, answer(''), kept));
			} catch (problem) {
				error = problem;
			}
			expect(error).toMatchObject({
				message: 'The invoice was changed, but n8n crashed before it could be read again.',
				description: isFinal
					? 'Everything was written, and Retry writes nothing more of this item. Look at the record with Get.'
					: 'Press Retry: nothing is written twice.',
			});
			expect(error instanceof UnclearError).toBe(isFinal);
		},
	);

	it('sets its custom fields when it has changed the record, and says which was not set', () => {
		const record = '<InvoiceRet><TxnID>1-1</TxnID><EditSequence>2</EditSequence></InvoiceRet>';
		const read = steps.written.answered(found(adding, answer(record)));
		expect(read).toMatchObject({ then: 'recalled', changes: '1-1' });
		const { kept: written } = read as { kept: IDataObject };
		const next = steps.recalled.answered(found(adding, answer(record), written));
		const kept = { customFields: customFields.field };
		expect(next).toMatchObject({ then: 'extended', kept });
		expect(() =>
			steps.extended.refused?.(found(adding, refusal, (next as { kept: IDataObject }).kept)),
		).toThrow('The custom field "Project Code" of the invoice was not set: It is too long.');
	});

	it('reads the record that its custom field was set of, and holds it', () => {
		const changed = { by: 'TxnID' as const, value: '9-9' };
		const next = steps.extended.answered({ ...found(onlyFields, answer('')), changed });
		expect(next).toMatchObject({ then: 'recalled', changes: '9-9' });
		expect(JSON.stringify(next)).toContain('<InvoiceQueryRq><TxnID>9-9</TxnID>');
	});

	it('says that a custom field was not set', () => {
		const fail = (filledIn: IDataObject) => () =>
			steps.extended.refused?.(found(filledIn, refusal));
		const message = 'A custom field of the invoice was not set: It is too long.';
		expect(fail(onlyFields)).toThrow(
			expect.objectContaining({
				message,
				description: 'Correct the custom field and press Retry; nothing is written twice.',
			}),
		);
		expect(fail(onlyFields)).not.toThrow(UnclearError);
		expect(fail(adding)).toThrow(UnclearError);
		expect(fail(adding)).toThrow(
			expect.objectContaining({
				message,
				description: expect.stringMatching(
					/^The lines were added\. Correct .* no line is added twice/,
				) as string,
			}),
		);
	});
});
