type Row = readonly [name: string, description: string, price: string];

/** Services come first in the item list. Examples use the first six, so new ones go at the end of this table. */
export const services: readonly Row[] = [
	['Design', 'Design work, per hour', '85'],
	['Installation', 'Installation labor, per hour', '62.5'],
	['Repairs & Maintenance', 'Repairs and maintenance, per hour', '75'],
	['Plan Check', 'Review of plans', '120'],
	['Site Visit', 'Site visit, flat', '45'],
	['Metered Water', 'Water, per liter', '0.1'],
	['Painting', 'Painting, per hour', '38'],
	['Tile Setting', 'Tile setting, per hour', '55'],
	['Framing', 'Framing labor', '55'],
	['Roofing', 'Roofing labor', '60'],
	['Drywall', 'Drywall labor', '48.75'],
	['Concrete Slab', 'Foundation slab: prep and pouring', '950'],
	['Floor Coverings', 'Installation of floor coverings', '42'],
	['Insulating', 'Insulating labor', '44'],
	['Hauling', 'Removal of old material', '68'],
	["Foreman's Hours", 'Foreman on site', '92'],
	['Permit Handling', 'Handling of permits', '150'],
	['Cleaning – Final', 'Final cleaning before handover', '29.9'],
	['Électricité', 'Electrical work, per hour', '88'],
	['Emergency Call', 'Call outside working hours', '180'],
];

/** Name, description, rate in percent. The first one is the default. */
export const salesTaxes: readonly Row[] = [
	['San Tomas', 'San Tomas County sales tax', '7.75'],
	['East Bayshore', 'East Bayshore sales tax', '8.25'],
	['Out of State', 'Out-of-state sale, exempt from sales tax', '0'],
	['Santa Fe', 'Santa Fe gross receipts tax', '8.1875'],
	['Milwaukee', 'Milwaukee County sales tax', '7.9'],
	['Old San Tomas', 'Rate until 2023', '7.5'],
];

export const nonInventory: readonly Row[] = [
	['Lumber', 'Framing lumber', '4.85'],
	['Trim', 'Interior trim, per foot', '1.333'],
	['Blueprints', 'Set of blueprint copies', '12'],
	['Paint, Interior', 'Interior paint, gallon', '39.99'],
	['Paint, Exterior', 'Exterior paint, gallon', '46.5'],
	['Nails 3½"', 'Box of nails, 3½ inch', '18.25'],
	['Grout', 'Bag of grout', '14.4'],
	['Drywall Sheet', 'Drywall, 4 x 8', '16.75'],
	['Insulation Roll', 'Insulation, roll', '52'],
	['Gravel', 'Gravel, per ton', '31.5'],
	['Sealant <clear>', 'Clear sealant, tube', '7.95'],
	['Roof Paper', 'Roofing underlayment', '24'],
	['Copper Pipe', 'Copper pipe, per foot', '3.1999'],
	['Wire & Cable', 'Wire, per foot', '0.42'],
	['Hardware Kit', 'Assorted hardware', '9.5'],
];

/** Name, description, price. The purchase cost is 60 percent of the price. */
export const inventory: readonly Row[] = [
	['Cabinet, Light Pine', 'Light pine kitchen cabinet', '1799'],
	['Cabinet, Oak', 'Oak kitchen cabinet', '2150'],
	['Cabinet Pull', 'Cabinet pull', '3.25'],
	['Door, Exterior', 'Exterior wood door', '620'],
	['Door, Interior', 'Interior wood door', '120'],
	['Door Frame', 'Standard interior door frame', '12.5'],
	['Doorknob, Locking', 'Locking interior doorknob', '38'],
	['Doorknob, Standard', 'Standard interior doorknob', '30'],
	['Faucet "Rhône"', 'Kitchen faucet', '149'],
	['Light Pendant', 'Pendant light', '89.95'],
	['Lock & Key Set', 'Lock with three keys', '54'],
	['Mirror', 'Bathroom mirror', '110'],
	['Sink, Stone', 'Stone sink', '340'],
	['Sink, Steel', 'Steel sink', '199'],
	['Shelf', 'Wall shelf', '24.5'],
	['Shower Base', 'Shower base', '410'],
	['Skylight', 'Skylight', '520'],
	['Switch', 'Light switch', '6.4'],
	['Thermostat', 'Programmable thermostat', '134.99'],
	['Tile, Blue', 'Ceramic tile, blue', '1.85'],
	['Tile, Weiß', 'Ceramic tile, white', '1.65'],
	['Towel Bar', 'Towel bar', '27'],
	['Vanity', 'Bathroom vanity', '480'],
	['Vent', 'Roof vent', '33'],
	['Window', 'Double-hung window', '289'],
];

export const otherCharges: readonly Row[] = [
	['Freight', 'Freight', '48'],
	['Handling', 'Handling', '12.5'],
	['Equipment Rental', 'Equipment rental, per day', '75'],
	['Parking & Tolls', 'Parking and tolls', '15'],
	['Bad Check Charge', 'Returned check', '25'],
	['Subcontractor Markup', 'Markup on subcontracted work', '100'],
];

/** Name, description, discount as an amount or a percentage. */
export const discounts: readonly Row[] = [
	['Trade Discount', '10% off the line above', '10%'],
	['Early-Bird', '5% off the line above', '5%'],
	['Goodwill', 'Goodwill, flat', '20'],
];

/** Name, description, names of the items in the group. */
export const groups: ReadonlyArray<readonly [string, string, readonly string[]]> = [
	['Door Set', 'Door with frame and knob', ['Door, Interior', 'Door Frame', 'Doorknob, Standard']],
	['Bath Set', 'Vanity, mirror and towel bar', ['Vanity', 'Mirror', 'Towel Bar']],
	[
		'Kitchen Start',
		'Two cabinets and a sink',
		['Cabinet, Oak', 'Cabinet, Light Pine', 'Sink, Steel'],
	],
	['Paint Job', 'Paint and labor', ['Painting', 'Paint, Interior']],
];

/** Names of items that are no longer sold. */
export const inactiveItems: readonly string[] = [
	'Old San Tomas',
	'Blueprints',
	'Bad Check Charge',
	'Vent',
];
