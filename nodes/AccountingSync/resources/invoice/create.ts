import type { IDataObject } from 'n8n-workflow';

import { connection } from '../../../shared/fields/connection';
import { wireValues } from '../../../shared/form/fieldSpec';
import { requiredId } from '../../../shared/form/form';
import { path } from '../../../shared/transport/client';
import { extraBodyFields } from '../../fields/extraBody';
import { extraBody } from '../../operations/formReaders';
import { queueingOperation } from '../../operations/queueingOperation';
import { address, addressField } from './address';
import { additionalFields, additionalRows, headerFields, headerRows } from './header';
import { invoiceLines, linesFields, requireLines } from './lines';

/** POST /connections/{connection_id}/invoices (interface, section 4.3). */
export const createInvoice = queueingOperation({
	value: 'create',
	name: 'Create',
	action: 'Create an invoice',
	description: 'Create an invoice in the accounting application',
	answer: 'InvoiceAddRs',
	properties: [
		connection,
		...headerFields,
		...linesFields,
		additionalFields([
			addressField('Bill Address', 'billAddress', 'Where the invoice goes'),
			addressField('Ship Address', 'shipAddress', 'Where the goods go'),
		]),
	],
	furtherOptions: [extraBodyFields],
	request: (form) => {
		const { values, timezone } = form;
		const additional = (values.additionalFields ?? {}) as IDataObject;
		return {
			method: 'POST',
			path: path('connections', requiredId(form, connection), 'invoices'),
			body: requireLines({
				...wireValues(headerRows, values, timezone),
				lines: invoiceLines(form),
				...wireValues(additionalRows, additional, timezone),
				...address('bill_address', additional.billAddress, timezone),
				...address('ship_address', additional.shipAddress, timezone),
				...extraBody(form),
			}),
		};
	},
});
