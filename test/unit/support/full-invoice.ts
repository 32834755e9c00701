import type { IDataObject } from 'n8n-workflow';

const billed = {
	addr1: 'Müller & Söhne',
	addr2: 'Einkauf',
	addr3: 'Haus 4',
	addr4: '2. Stock',
	addr5: 'Hauptstraße 1',
	city: 'Köln',
	state: 'NW',
	country: 'Germany',
	note: 'Klingeln',
};
const shipped = {
	addr1: 'Lager',
	addr2: 'Tor 2',
	addr3: 'Rampe',
	addr4: 'West',
	addr5: 'Hafenstraße 9',
	city: 'Bonn',
	state: 'NW',
	country: 'Germany',
	note: 'bis 16 Uhr',
};

/** An invoice with every field of section 4.3: the filled-in form, and what must go out for it. */
export const fullInvoice = {
	form: {
		customerListId: '80000002-1',
		transactionDate: '2026-01-15T00:00:00',
		specifyLines: 'form',
		lines: {
			line: [
				{
					itemListId: '80000001-1',
					description: 'Beam, 3 m',
					quantity: 2.5,
					rate: '150.00',
					classListId: '80000009-1',
				},
				{ itemListId: '', description: 'Thank you!', quantity: 1, rate: '', classListId: '' },
			],
		},
		additionalFields: {
			arAccountListId: '80000003-1',
			classListId: '80000004-1',
			customerSalesTaxCodeListId: '80000005-1',
			itemSalesTaxListId: '80000006-1',
			memo: 'Order 1042',
			refNumber: '1042',
			templateListId: '80000007-1',
			billAddress: { address: { ...billed, postalCode: '50667' } },
			shipAddress: { address: { ...shipped, postalCode: '53111' } },
		},
		options: {
			customRequestId: 'order-1042',
			webhookUrl: 'https://example.com/hook',
			extraBodyFields: '{"is_to_be_printed":true}',
			extraQueryParameters: { parameters: [{ name: 'dry_run', value: '1' }] },
		},
	} satisfies IDataObject,
	query: { request_id: 'order-1042', webhook_url: 'https://example.com/hook', dry_run: '1' },
	body: {
		customer_list_id: '80000002-1',
		transaction_date: '2026-01-15',
		lines: [
			{
				item_list_id: '80000001-1',
				description: 'Beam, 3 m',
				quantity: 2.5,
				rate: '150.00',
				class_list_id: '80000009-1',
			},
			{ description: 'Thank you!' },
		],
		ar_account_list_id: '80000003-1',
		class_list_id: '80000004-1',
		customer_sales_tax_code_list_id: '80000005-1',
		item_sales_tax_list_id: '80000006-1',
		memo: 'Order 1042',
		ref_number: '1042',
		template_list_id: '80000007-1',
		bill_address: { ...billed, postal_code: '50667' },
		ship_address: { ...shipped, postal_code: '53111' },
		is_to_be_printed: true,
	},
};
