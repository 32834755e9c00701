import type { Address } from './value-types';

const addressLines = ['Addr1', 'Addr2', 'Addr3', 'Addr4', 'Addr5'] as const;

/** The printed form of an address, with at most five lines, as in qbXML's address blocks. */
export function addressBlock(address: Address): Address {
	const place = [
		[address.City, address.State].filter(Boolean).join(', '),
		address.PostalCode,
	].filter(Boolean);
	const lines = [...addressLines.map((line) => address[line]), place.join(' '), address.Country];
	const printed = lines.filter((line) => line !== undefined && line !== '').slice(0, 5);
	return Object.fromEntries(printed.map((line, index) => [addressLines[index], line]));
}
