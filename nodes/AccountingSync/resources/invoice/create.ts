import { connection } from '../../../shared/fields/connection';
import { type Form, requiredId } from '../../../shared/form/form';
import { FormError } from '../../../shared/form/formError';
import { invoice } from '../../../shared/records/invoice';
import type { RecordForm } from '../../../shared/records/record';
import { path } from '../../../shared/transport/client';
import { extraBodyFields } from '../../fields/extraBody';
import { orderIdentifier } from '../../fields/orderNumber';
import { looksInBooks } from '../../fields/settling';
import { createRecord } from '../../operations/createRecord';
import { endpointBody, isForEndpoint } from '../../operations/endpointBody';
import { extraBody, extraQueryNames } from '../../operations/formReaders';
import { recordValues } from '../../operations/recordValues';
import type { RequestContent } from '../../operations/requestContent';

const form = invoice.form as RecordForm;

/**
 * POST /connections/{connection_id}/invoices (interface, section 4.3), for an invoice that has nothing but what it takes. One
 * for an order goes out in qbXML: there the order's number stands in the request itself, so that every service shows it. So
 * does one that can be settled, for its GUID.
 */
function endpoint(filledIn: Form): RequestContent | undefined {
	const extra = extraBody(filledIn);
	const [extended] = [
		...(Object.keys(extra).length > 0 ? ['Extra Body Fields'] : []),
		...extraQueryNames(filledIn).map((name) => `Extra Query Parameters ("${name}")`),
	];
	const looks = looksInBooks(filledIn);
	if (extended === undefined) {
		if (looks || orderIdentifier(filledIn, invoice.value) !== undefined) return undefined;
	} else if (looks) {
		throw new FormError(
			`${extended} can't be used together with When the Outcome Is Unknown > Look in the Books.`,
			'Remove one of the two: only a request in qbXML carries the mark by which the books prove what became of it.',
		);
	}
	if (!isForEndpoint(form, filledIn)) {
		if (extended === undefined) return undefined;
		throw new FormError(
			`${extended} can't be used together with names of records, or with fields that the service's own form of an invoice does not have.`,
			`Remove ${extended}, or give IDs instead of names and leave out the newer fields.`,
		);
	}
	// The lines have to be right even if they come from Extra Body Fields, which replace those of the form.
	if (!('lines' in extra)) recordValues(form, filledIn);
	return {
		method: 'POST',
		path: path('connections', requiredId(filledIn, connection), 'invoices'),
		body: requireLines({ ...endpointBody(form, filledIn), ...extra }),
	};
}

/** Refuses a body without lines (interface, section 8). */
function requireLines(body: NonNullable<RequestContent['body']>): typeof body {
	const { lines } = body as { lines?: unknown };
	if (Array.isArray(lines) && lines.length > 0) return body;
	throw new FormError('An invoice needs at least one line.', 'Add a line under Lines.');
}

export const createInvoice = createRecord(invoice, { endpoint, furtherOptions: [extraBodyFields] });
