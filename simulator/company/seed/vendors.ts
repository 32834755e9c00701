import { addressBlock } from '../addresses';
import { listRecord, referenceTo } from '../identifiers';
import type { Random } from '../random';
import type { Company, Vendor } from '../types';
import { createAddress, createEmail, createPhone } from './addresses';

const HOUR = 3_600_000;

const names = [
	'State Revenue Department',
	'City of Bayshore, Tax Office',
	'A & B Lumber',
	'Bäuerle Werkzeuge',
	"C.U. Electric's Supply",
	'Daigle Lighting',
	'East Bayshore Auto Mall',
	'Fay, Maureen Lynn, CPA',
	'Gallion Masonry',
	'Hamlin Metal',
	'Holly Heating & Electric',
	'Hopkins Construction Rentals',
	'Iñigo Tools S.L.',
	'Jessup Insurance',
	'Keswick Insulation',
	'Lew Plumbing',
	'Larson Flooring',
	'Mendoza Mechanical',
	'Nørgaard Glas',
	'Osgood "Ozzie" Paint',
	'Patton Hardware Supplies',
	'Perry Windows & Doors',
	'Queen Anne Tile',
	'Reyes Properties',
	'Sergeant Insurance',
	'Sloan Roofing',
	'Spears Blinds',
	'Thomas Kitchen & Bath',
	'Timberloft Lumber',
	'Ülker Stone',
	'Vu Contracting',
	'Washuta & Sons Painting',
	'Weiß Elektro',
	'Wheeler’s Tile Etc.',
	'Wilson-Ôtaké Supply',
	'Xavier Freight',
	'Yvon Cartage',
	'Zeng Building Materials',
	'Zeta Specialties',
	'Old Mill Gravel (closed)',
] as const;

/** The vendors in the order of their ListIDs. The first is the agency that receives the sales tax. */
export const createVendors = (
	lists: Pick<Company, 'terms' | 'currencies'>,
	random: Random,
	options: { count: number; from: Date },
): Vendor[] =>
	Array.from({ length: options.count }, (_, index) => {
		const name = names[index] ?? `Vendor ${String(index + 1).padStart(5, '0')}`;
		const address = createAddress(random, name);
		return {
			...listRecord('vendors', index, name, new Date(options.from.getTime() + index * HOUR)),
			IsActive: String(!name.endsWith('(closed)') && index !== 23),
			CompanyName: name,
			VendorAddress: address,
			VendorAddressBlock: addressBlock(address),
			Phone: createPhone(random),
			Email: createEmail(name),
			NameOnCheck: name,
			...(random.chance(50) && { AccountNumber: String(random.integer(10_000, 99_999)) }),
			TermsRef: referenceTo(random.pick(lists.terms)),
			...(random.chance(40) && { VendorTaxIdent: `90-00${random.integer(10_000, 99_999)}` }),
			IsVendorEligibleFor1099: String(random.chance(30)),
			Balance: `${random.integer(0, 4000)}.${String(random.integer(0, 99)).padStart(2, '0')}`,
			CurrencyRef: referenceTo(lists.currencies[0]),
		};
	});
