import type { Message, Messages } from '../facts/facts';
import { chosenIn } from '../form/choice';
import { text } from '../form/convert';
import { emptyInValue } from '../form/emptyJson';
import type { Form } from '../form/form';
import { FormError } from '../form/formError';
import { objectFrom, parsed } from '../form/json';
import { isNothing } from '../form/nothing';
import type { JsonObject } from '../json/object';
import { overlaidValues } from '../qbxml/encodeRequest';
import { nearest } from '../qbxml/nearest';
import { mayHaveCommas, type RequestField, requestFields } from './requestFields';

/** A request as the form describes it. */
export interface TypedValues {
	/** What the request may hold. */
	message: Message;
	/** Undefined for the connection's own. */
	version: string | undefined;
	/** By path, as the encoder takes them. */
	values: JsonObject;
}

/** The request of a name, in capitals or not, and with or without the Rq at its end. */
export function requestNamed(requests: Messages, name: unknown): Message | undefined {
	const wanted = `${String(name).trim().replace(/rq$/i, '')}rq`.toLowerCase();
	return [...requests.values()].find((request) => request.name.toLowerCase() === wanted);
}

function requiredRequest({ values, timezone }: Form, requests: Messages): Message {
	const name = text(chosenIn(values.typedRequest), { label: 'Request', timezone });
	if (name === undefined) throw new FormError('Request is missing.', 'Choose it from the list.');
	const request = requestNamed(requests, name);
	if (request) return request;
	const similar = nearest(String(name), [...requests.keys()]);
	throw new FormError(
		`qbXML has no request "${String(name)}".`,
		similar === undefined ? 'Choose it from the list.' : `Did you mean ${similar}?`,
	);
}

const isJsonList = (value: string): boolean => /^\s*\[/.test(value);

/** The texts of an element that repeats. */
function listOfValues(value: string, field: RequestField): unknown {
	if (isJsonList(value)) return parsed(value, field.label);
	return mayHaveCommas(field) ? value : value.split(',').map((entry) => entry.trim());
}

/** What was typed for a field, as the encoder takes it. Expressions give lists and objects themselves. */
function readValue(value: unknown, field: RequestField | undefined): unknown {
	if (typeof value !== 'string' || value === '' || !field) return value;
	if (field.writing === 'list of objects') return parsed(value, field.label);
	return field.writing === 'list of values' ? listOfValues(value, field) : value;
}

/** Refuses a query that names something without a value: without it, the query would ask for all records. */
function refuseEmptyFilters(further: JsonObject): void {
	const { where } = emptyInValue(further, isNothing) ?? {};
	if (where === undefined || where === '') return;
	throw new FormError(
		`More Values${where} has no value.`,
		'The item was not sent. Give it a value, or leave the key out.',
	);
}

/**
 * The request that the form describes.
 * @throws FormError if there is none of this name, and for a list that is not JSON.
 */
export function typedValues(form: Form, requests: Messages): TypedValues {
	const { typedFields, typedJson, typedVersion } = form.values;
	const request = requiredRequest(form, requests);
	const fields = new Map(requestFields(request).map((field) => [field.id, field]));
	const given = Object.entries(((typedFields ?? {}) as JsonObject).value ?? {});
	const further = objectFrom(typedJson, 'More Values');
	if (/QueryRq$/.test(request.name)) refuseEmptyFilters(further);
	const read = given.map(([id, value]) => [id, readValue(value, fields.get(id))] as const);
	return {
		message: request,
		version: String(typedVersion ?? '').trim() || undefined,
		values: overlaidValues(request, Object.fromEntries(read) as JsonObject, further),
	};
}
