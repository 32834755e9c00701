import type { IDataObject } from 'n8n-workflow';

import type { Message, Messages } from '../../../../../qbxml/facts';
import { chosenIn } from '../../../../shared/form/choice';
import { date, text } from '../../../../shared/form/convert';
import type { Form } from '../../../../shared/form/form';
import { FormError } from '../../../../shared/form/formError';
import { objectFrom, parsed } from '../../../../shared/form/json';
import { type RequestField, requestFields } from './requestFields';

/** A request as the form describes it. */
export interface TypedValues {
	/** The name in qbXML, such as `InvoiceAddRq`. */
	name: string;
	/** Undefined for the connection's own. */
	version: string | undefined;
	/** By path, as the encoder takes them. */
	values: IDataObject;
}

/** The request of a name, in capitals or not, and with or without the Rq at its end. */
export function requestNamed(requests: Messages, name: unknown): Message | undefined {
	const wanted = `${String(name).trim().replace(/rq$/i, '')}Rq`.toLowerCase();
	return [...requests.values()].find((request) => request.name.toLowerCase() === wanted);
}

function requiredRequest({ values, timezone }: Form, requests: Messages): Message {
	const name = text(chosenIn(values.typedRequest), { label: 'Request', timezone });
	if (name === undefined) throw new FormError('Request is missing.', 'Choose it from the list.');
	const request = requestNamed(requests, name);
	if (request) return request;
	throw new FormError(
		`qbXML has no request "${String(name)}".`,
		'Choose it from the list, or write its name as qbXML does, such as InvoiceAddRq.',
	);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** What is left of a skeleton when its empty texts are taken away. */
function filledIn(value: unknown): unknown {
	if (isEmpty(value)) return undefined;
	if (typeof value !== 'object') return value;
	if (Array.isArray(value)) {
		const entries = value.map(filledIn).filter((entry) => entry !== undefined);
		return entries.length > 0 ? entries : undefined;
	}
	const entries = Object.entries(value as object)
		.map(([name, inside]) => [name, filledIn(inside)] as const)
		.filter(([, inside]) => inside !== undefined);
	return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const isJsonList = (value: unknown): boolean => typeof value === 'string' && /^\s*\[/.test(value);

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The texts of an element that repeats. Names may have commas in them. */
function listOfValues(value: unknown, { id, label }: RequestField): unknown[] {
	if (isJsonList(value)) return asList(parsed(value, label));
	if (typeof value !== 'string' || id.endsWith('Name')) return asList(value);
	return value.split(',').map((entry) => entry.trim());
}

function listOfObjects(value: unknown, { label }: RequestField): unknown[] {
	const list = asList(parsed(value, label));
	if (list.every((entry) => typeof entry === 'object')) return list;
	throw new FormError(
		`${label} must be a JSON list of objects.`,
		'Remove the field and add it again for an example of the right shape.',
	);
}

const HAS_TIME = /^\d{4}-\d{2}-\d{2}T/;

/** A value as the encoder takes it. What it has to be is checked there; only a moment becomes a date here. */
function readValue(value: unknown, field: RequestField, timezone: string): unknown {
	const { label, leaf, writing } = field;
	if (writing === 'list of objects') return listOfObjects(value, field);
	if (writing === 'list of values') return listOfValues(value, field);
	const isMoment = leaf?.type === 'date' && HAS_TIME.test(String(value));
	return isMoment ? date(value, { label, timezone }) : value;
}

/**
 * The request that the form describes.
 * @throws FormError if none of this name is known, and for a list that is not JSON.
 */
export function typedValues(form: Form, requests: Messages): TypedValues {
	const { values, timezone } = form;
	const request = requiredRequest(form, requests);
	const given = ((values.typedFields as IDataObject | undefined)?.value ?? {}) as IDataObject;
	const fields = new Map(requestFields(request).map((field) => [field.id, field]));
	const read = Object.entries(given)
		.filter(([, value]) => !isEmpty(value))
		.map(([id, value]) => {
			const field = fields.get(id);
			return [id, field ? readValue(value, field, timezone) : value];
		});
	const version = text(values.typedVersion, { label: 'qbXML Version', timezone });
	return {
		name: request.name,
		version: version === undefined ? undefined : String(version).trim() || undefined,
		values: {
			...(filledIn(Object.fromEntries(read)) as IDataObject | undefined),
			...objectFrom(values.typedJson, 'Further Values'),
		},
	};
}
