import type { Random } from '../random';
import type { Address } from '../value-types';

const streets = [
	'Main St.',
	'Wilks Blvd.',
	'Sunset Rd.',
	"King's Court",
	'Grove & 3rd',
	'Camino del Sol',
	'Hafenstraße',
	'Oak Ave., Suite #7',
];

const places = [
	['Bayshore', 'CA', '94326'],
	['Middlefield', 'CA', '94482'],
	['Santa Fe', 'NM', '87501'],
	['Milwaukee', 'WI', '53202'],
	['Portland', 'OR', '97201'],
	['Coeur d’Alene', 'ID', '83814'],
] as const;

/** The address of a name: name, street, place. */
export function createAddress(random: Random, name: string): Address {
	const [City, State, PostalCode] = random.pick(places);
	return {
		Addr1: name.slice(0, 41),
		Addr2: `${random.integer(1, 9999)} ${random.pick(streets)}`,
		City,
		State,
		PostalCode,
	};
}

/** A telephone number from the range reserved for fiction. */
export const createPhone = (random: Random): string =>
	`415-555-01${String(random.integer(0, 99)).padStart(2, '0')}`;

/** An email address in the domain reserved for examples. */
export function createEmail(name: string): string {
	const plain = name.normalize('NFKD').replace(/[^a-zA-Z0-9]+/g, '');
	return `${(plain || 'office').toLowerCase().slice(0, 24)}@example.com`;
}
