import type { IDataObject } from 'n8n-workflow';

import { FormError } from '../../../../../../quickbooks/form/formError';
import { CONNECTION_ID, requestOf } from '../../../../support/request-of';

const field = { dataExtName: 'Birthday', dataExtValue: '1 May' };
const set = (filledIn: IDataObject) => requestOf('dataExtension', 'set', { ...field, ...filledIn });
const bodyOf = (filledIn: IDataObject) => set(filledIn).body;
const sent = { data_ext_name: 'Birthday', data_ext_value: '1 May', owner_id: '0' };

describe('Set Data Extension', () => {
	test.each<[what: string, form: IDataObject, body: IDataObject]>([
		[
			'a list entry by its list ID',
			{ attachTo: 'list', listDataExtType: 'Vendor', identifyBy: 'listId', listId: '80000001-1' },
			{ ...sent, list_data_ext_type: 'Vendor', list_id: '80000001-1' },
		],
		[
			'a list entry by its full name',
			{ attachTo: 'list', identifyBy: 'fullName', fullName: 'Abercrombie, Kristy:Family Room' },
			{ ...sent, list_data_ext_type: 'Customer', full_name: 'Abercrombie, Kristy:Family Room' },
		],
		[
			'a transaction',
			{ attachTo: 'transaction', txnDataExtType: 'SalesOrder', txnId: '1A-17' },
			{ ...sent, txn_data_ext_type: 'SalesOrder', txn_id: '1A-17' },
		],
		[
			'a line of a transaction',
			{ attachTo: 'transaction', txnId: '1A-17', txnLineId: '1C-17' },
			{ ...sent, txn_data_ext_type: 'Invoice', txn_id: '1A-17', txn_line_id: '1C-17' },
		],
		['the company', { attachTo: 'company' }, { ...sent, other_data_ext_type: 'Company' }],
		[
			"another application's field",
			{ attachTo: 'company', ownerId: '{E09C86CF-9D6E-4EF2-BCBE-4D66B6B0F754}' },
			{
				...sent,
				other_data_ext_type: 'Company',
				owner_id: '{E09C86CF-9D6E-4EF2-BCBE-4D66B6B0F754}',
			},
		],
		[
			'fields of the other targets, left over in the form, are not sent',
			{ attachTo: 'company', listId: '80000001-1', fullName: 'X', txnId: '1A-17', txnLineId: '1C' },
			{ ...sent, other_data_ext_type: 'Company' },
		],
	])('%s', (_what, form, body) => {
		expect(set(form)).toEqual({
			method: 'POST',
			path: `/connections/${CONNECTION_ID}/data_ext_mods`,
			query: {},
			body,
		});
	});

	test('its options are query parameters, but for Extra Body Fields', () => {
		const options = {
			customRequestId: 'r-1',
			webhookUrl: 'https://example.com/hook',
			extraBodyFields: { note: 'x' },
			extraQueryParameters: { parameters: [{ name: 'a', value: 'b' }] },
		};
		const request = set({ attachTo: 'company', options });
		expect(request.query).toEqual({
			request_id: 'r-1',
			webhook_url: 'https://example.com/hook',
			a: 'b',
		});
		expect(request.body).toEqual({ ...sent, other_data_ext_type: 'Company', note: 'x' });
	});

	test.each(['x'.repeat(31), 'ü'.repeat(31), '🏠'.repeat(31)])(
		'a name of 31 characters is fine: %s',
		(dataExtName) => {
			expect(bodyOf({ attachTo: 'company', dataExtName })).toMatchObject({
				data_ext_name: dataExtName,
			});
		},
	);
});

describe('what Set Data Extension refuses', () => {
	const listEntry = { attachTo: 'list', identifyBy: 'listId', listId: '80000001-1' };
	const extra = (extraBodyFields: IDataObject) => ({ ...listEntry, options: { extraBodyFields } });

	test.each<[what: string, form: IDataObject, message: string]>([
		['no connection', { ...listEntry, connection: '' }, 'Connection is missing.'],
		['no name', { ...listEntry, dataExtName: '' }, 'Field Name is missing.'],
		[
			'a name of 32 characters',
			{ ...listEntry, dataExtName: 'x'.repeat(32) },
			'Field Name may have at most 31 characters',
		],
		['no owner', { ...listEntry, ownerId: '' }, 'Owner ID is missing.'],
		['no list ID', { ...listEntry, listId: '' }, 'Entry is missing.'],
		['no full name', { attachTo: 'list', identifyBy: 'fullName' }, 'Full Name is missing.'],
		['no transaction', { attachTo: 'transaction' }, 'Transaction is missing.'],
		['an unknown list', { ...listEntry, listDataExtType: 'Invoice' }, 'List can\'t be "Invoice".'],
		[
			'an unknown transaction type',
			{ attachTo: 'transaction', txnId: '1A', txnDataExtType: 'Customer' },
			'Transaction Type can\'t be "Customer".',
		],
		[
			'a second target in Extra Body Fields',
			extra({ txn_data_ext_type: 'Invoice', txn_id: '1A' }),
			'Attach To and Extra Body Fields name 2: list_data_ext_type, txn_data_ext_type.',
		],
		[
			'three targets',
			extra({ txn_data_ext_type: 'Invoice', other_data_ext_type: 'Company' }),
			'name 3: list_data_ext_type, txn_data_ext_type, other_data_ext_type.',
		],
	])('%s', (_what, form, message) => {
		expect(() => set(form)).toThrow(FormError);
		expect(() => set(form)).toThrow(message);
	});
});
