import { type Content, isChoice } from '../facts/facts';
import type { FormField } from '../form/field';
import { WHEN_NOTHING } from '../form/nothing';

/** The parts of an address: what they are called in the form, and what they look like. */
const parts: Readonly<
	Record<string, { name: string; label: string; help: string; placeholder: string }>
> = {
	Addr1: {
		name: 'addr1',
		label: 'Line 1',
		help: 'Usually the name of the person or company',
		placeholder: 'Kristy Abercrombie',
	},
	Addr2: {
		name: 'addr2',
		label: 'Line 2',
		help: 'Second line, below the name',
		placeholder: 'Abercrombie & Sons',
	},
	Addr3: {
		name: 'addr3',
		label: 'Line 3',
		help: 'Third line of the address',
		placeholder: 'Building 4',
	},
	Addr4: {
		name: 'addr4',
		label: 'Line 4',
		help: 'Fourth line of the address',
		placeholder: '2nd Floor',
	},
	Addr5: {
		name: 'addr5',
		label: 'Line 5',
		help: 'Fifth line, the last above the city',
		placeholder: '5647 Cypress Hill Rd',
	},
	City: { name: 'city', label: 'City', help: 'Name of the city or town', placeholder: 'Bayshore' },
	State: { name: 'state', label: 'State', help: 'State, province or county', placeholder: 'CA' },
	PostalCode: {
		name: 'postalCode',
		label: 'Postal Code',
		help: 'Postal code or ZIP code',
		placeholder: '94326',
	},
	Country: {
		name: 'country',
		label: 'Country',
		help: 'Name of the country',
		placeholder: 'USA',
	},
	Note: {
		name: 'note',
		label: 'Note',
		help: 'A note about the address',
		placeholder: 'Ring twice',
	},
};

const namesIn = (content: Content): string[] =>
	content.flatMap((particle) => (isChoice(particle) ? [] : [particle.name]));

/** The fields of an address, in the order in which people write them. */
export const addressFields = (content: Content): FormField[] =>
	namesIn(content)
		.filter((element) => element in parts)
		.map((element) => {
			const { name, label, help, placeholder } = parts[element];
			return {
				displayName: label,
				name,
				type: 'string',
				default: '',
				placeholder: `e.g. ${placeholder}`,
				description: help,
				[WHEN_NOTHING]: 'leftOut',
			};
		});

/** The values of an address by their elements. */
export const addressValues = (values: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(parts).map(([element, { name }]) => [element, values[name]]));

/** The elements of an address. */
export const partsOfAddress: readonly string[] = Object.keys(parts);

/** The name of a part on the wire of the invoice's endpoint (interface, section 4.3), by its element. */
export const wireNameOfPart = (element: string): string =>
	parts[element].name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
