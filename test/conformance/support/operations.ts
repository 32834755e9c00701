/** An operation of section 4, with a body that it accepts. */
export interface Operation {
	readonly name: string;
	readonly method: string;
	/** What its path names. */
	readonly of: 'application' | 'connection' | 'queued request';
	path(connectionId: string, requestId: string): string;
	readonly body?: object;
	/** Whether the interface says that it can answer `invalid_request`. */
	readonly validates: boolean;
}

/** A request in its JSON form, with every part that section 2.2 shows. */
export const request_json = {
	version: '16.0',
	request: {
		name: 'CustomerQueryRq',
		attributes: { requestID: '32' },
		children: [{ name: 'MaxReturned', text: '10' }],
	},
};

/** An invoice with every field of a line that section 4.3 shows in use. */
export const invoice = {
	customer_list_id: '1-1',
	transaction_date: '2026-01-31',
	lines: [{ item_list_id: '2-1', description: 'A rope', quantity: 1.5, rate: '150.00' }],
};
/** A value of a data extension of the company. */
export const extension = {
	owner_id: '0',
	data_ext_name: 'Colour',
	data_ext_value: 'red',
	other_data_ext_type: 'Company',
};

const prebuilt = [
	'customers',
	'vendors',
	'items',
	'sales_tax_items',
	'sales_tax_codes',
	'invoices',
	'credit_memos',
];

const CONNECTION = '/connections/{connection_id}';

const rows: readonly [method: string, template: string, validates: boolean, body?: object][] = [
	['GET', '/connections', false],
	['POST', '/connections', false, {}],
	['GET', CONNECTION, false],
	['DELETE', CONNECTION, false],
	['POST', `${CONNECTION}/password`, false, {}],
	['GET', `${CONNECTION}/qwc`, false],
	['GET', `${CONNECTION}/queued_requests`, false],
	['POST', `${CONNECTION}/queued_requests`, true, { request_json }],
	['GET', '/queued_requests/{request_id}', false],
	['DELETE', '/queued_requests/{request_id}', false],
	...prebuilt.map((path): [string, string, boolean] => ['GET', `${CONNECTION}/${path}`, true]),
	['POST', `${CONNECTION}/invoices`, true, invoice],
	['POST', `${CONNECTION}/data_ext_mods`, true, extension],
];

function whatIsNamed(template: string): Operation['of'] {
	if (template.includes('{connection_id}')) return 'connection';
	return template.includes('{request_id}') ? 'queued request' : 'application';
}

/** The nineteen operations. */
export const operations: readonly Operation[] = rows.map(([method, template, validates, body]) => ({
	name: `${method} ${template}`,
	method,
	of: whatIsNamed(template),
	path: (connectionId, requestId) =>
		template.replace('{connection_id}', connectionId).replace('{request_id}', requestId),
	body,
	validates,
}));
