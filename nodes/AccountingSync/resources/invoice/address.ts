import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { text } from '../../../shared/form/convert';
import { fieldOf, type FieldSpec, wireValues } from '../../../shared/form/fieldSpec';

const row = (
	displayName: string,
	name: string,
	description: string,
	placeholder: string,
	wire = name,
): FieldSpec => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder,
	description,
	wire,
	convert: text,
});

/** The keys of an address, in the order in which people write them. */
const rows: readonly FieldSpec[] = [
	row('Line 1', 'addr1', 'Usually the name of the customer', 'e.g. Kristy Abercrombie'),
	row('Line 2', 'addr2', 'Second line, below the name', 'e.g. Abercrombie & Sons'),
	row('Line 3', 'addr3', 'Third line of the address', 'e.g. Building 4'),
	row('Line 4', 'addr4', 'Fourth line of the address', 'e.g. 2nd Floor'),
	row('Line 5', 'addr5', 'Fifth line, the last above the city', 'e.g. 5647 Cypress Hill Rd'),
	row('City', 'city', 'Name of the city or town', 'e.g. Bayshore'),
	row('State', 'state', 'State, province or county', 'e.g. CA'),
	row('Postal Code', 'postalCode', 'Postal code or ZIP code', 'e.g. 94326', 'postal_code'),
	row('Country', 'country', 'Name of the country', 'e.g. USA'),
	row('Note', 'note', 'A remark that belongs to the address', 'e.g. Ring twice'),
];

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

/** The address under its name on the wire, or nothing if all its fields are empty. */
export function address(wire: string, group: unknown, timezone: string): IDataObject {
	const { address: values } = (group ?? {}) as { address?: IDataObject };
	const filled = wireValues(rows, values ?? {}, timezone);
	return Object.keys(filled).length === 0 ? {} : { [wire]: filled };
}
