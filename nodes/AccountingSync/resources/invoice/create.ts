import { endpointBody, isForEndpoint } from '../../../../quickbooks/filledIn/endpointBody';
import { recordValues } from '../../../../quickbooks/filledIn/recordValues';
import type { Form } from '../../../../quickbooks/form/form';
import { FormError } from '../../../../quickbooks/form/formError';
import { once } from '../../../../quickbooks/form/once';
import { hintOfLost } from '../../../../quickbooks/qbxml/characters';
import { invoice } from '../../../../quickbooks/records/invoice';
import type { RecordForm } from '../../../../quickbooks/records/record';
import { extraBody, extraBodyFields } from '../../operations/fields/extraBody';
import { extraQueryNames } from '../../operations/fields/options';
import { orderIdentifier } from '../../operations/fields/orderNumber';
import { looksInBooks } from '../../operations/fields/settling';
import { isChecked } from '../../operations/requestCheck';
import { postTo, type RequestContent } from '../../operations/requestContent';
import { createRecord } from '../records/createRecord';

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
	const body = requireLines({ ...endpointBody(form, filledIn, isChecked(filledIn)), ...extra });
	return { ...postTo(filledIn, 'invoices', body), hints: hintOfLost(JSON.stringify(body)) };
}

/** Refuses a body without lines (interface, section 8). */
function requireLines(body: NonNullable<RequestContent['body']>): typeof body {
	const { lines } = body as { lines?: unknown };
	if (Array.isArray(lines) && lines.length > 0) return body;
	throw new FormError('An invoice needs at least one line.', 'Add a line under Lines.');
}

/** Asked for several times of each of thousands of items. */
const requests = once<Form, RequestContent | undefined>();

export const createInvoice = createRecord(invoice, {
	endpoint: (filledIn) => requests(filledIn, '', () => endpoint(filledIn)),
	furtherOptions: [extraBodyFields],
});
