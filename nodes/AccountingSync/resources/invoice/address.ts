import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { text } from '../../../shared/form/convert';
import { fieldOf, wireValues, type Row } from '../../../shared/form/row';

const row = (displayName: string, name: string, placeholder: string, wire: string): Row => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	wire,
	convert: text,
});

/** The keys of an address, in the order one writes it. */
const rows: readonly Row[] = [
	row('Line 1', 'addr1', 'e.g. Kristy Abercrombie', 'addr1'),
	row('Line 2', 'addr2', 'e.g. Abercrombie & Sons', 'addr2'),
	row('Line 3', 'addr3', 'e.g. Building 4', 'addr3'),
	row('Line 4', 'addr4', 'e.g. 2nd Floor', 'addr4'),
	row('Line 5', 'addr5', 'e.g. 5647 Cypress Hill Rd', 'addr5'),
	row('City', 'city', 'e.g. Bayshore', 'city'),
	row('State', 'state', 'e.g. CA', 'state'),
	row('Postal Code', 'postalCode', 'e.g. 94326', 'postal_code'),
	row('Country', 'country', 'e.g. USA', 'country'),
	row('Note', 'note', 'e.g. Ring twice', 'note'),
];

/** An address as a group of fields. */
export const addressField = (
	displayName: string,
	name: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	placeholder: `Add ${displayName}`,
	default: {},
	description,
	options: [{ displayName, name: 'address', values: rows.map(fieldOf) }],
});

/** The address under its name on the wire, or nothing when all its fields are empty. */
export function address(wire: string, group: unknown, timezone: string): IDataObject {
	const { address: values } = (group ?? {}) as { address?: IDataObject };
	const filled = wireValues(rows, values ?? {}, timezone);
	return Object.keys(filled).length === 0 ? {} : { [wire]: filled };
}
