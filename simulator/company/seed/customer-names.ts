/** The customers by name, in the order of their ListIDs. Examples use the first ten, so new ones go at the end. */
export const customerNames = [
	'Abercrombie & Daughters',
	'Müller Bäckerei',
	"O'Hara Plumbing",
	'Cook, Brian',
	'Bayshore Dental Group',
	'Café Zoë',
	'Jensen "J.J." Tile Works',
	'Natiello, Ernesto',
	'Pretell Real Estate',
	'Überland Logistics',
	'Ångström Instruments',
	'Baker, Chris',
	'Balak & Sons Roofing',
	'Brasserie Générale SARL',
	'Campbell, Heather',
	'Castillo, Eloísa',
	'Corner Shop No. 24/7',
	'Dunn, Eric W.',
	'Ecker Design',
	'Fisher & Lindqvist (Architects)',
	'Fomin, Sonya',
	'Großmann + Söhne KG',
	'Hendro Riyadi',
	'Heldt, Bob',
	'Île-de-France Traiteur',
	"Kershaw's Computer Service",
	'Kern Lighting Warehouse',
	'Lamb, Brad',
	'Lœwe Ceramics',
	'Maple Leaf Framing Ltd.',
	'Memeo, Jeanette',
	'Núñez Olive Oil',
	'Pacific Northwest Flooring and Interiors',
	'Quinn; Quayle; Quist',
	'Robson Clinic @ Main St.',
	'Sage, Robert',
	'Smørrebrød & Sønner ApS',
	'Teichman, Tim',
	"Violette's Flowers",
	'Young, Inès',
	'Zurich 3% Club',
	'Yamamoto Garden Care',
] as const;

/** The jobs of a customer, by the customer's position in the list above. */
export const customerJobs: ReadonlyArray<readonly [number, string]> = [
	[0, 'Kitchen & Bath'],
	[0, 'Attic'],
	[1, 'Ofen-Umbau'],
	[3, '2nd Story Addition'],
	[4, 'Office Remodel'],
	[4, 'Parking Lot'],
	[5, "Terrace d'Été"],
	[7, 'Kitchen'],
	[8, '155 Wilks Blvd.'],
	[8, '75 Sunset Rd.'],
	[11, 'Family Room'],
	[15, 'Utility Shed'],
	[19, 'Model <A>'],
	[20, 'Kitchen'],
	[26, 'Store #01'],
	[26, 'Store #13'],
	[31, 'Tank Hall'],
	[35, 'Remodel'],
];

/** Customers who pay in a foreign currency: their position in the list above, and the position of the currency. */
export const foreignCustomers: Readonly<Record<number, number>> = { 13: 1, 21: 1, 29: 2, 36: 1 };

/** Resellers and public bodies, by their position in the list above. Nothing they buy is taxed. */
export const untaxedCustomers: readonly number[] = [8, 22, 34];

export const inactiveCustomers: readonly number[] = [12, 33, 40];
