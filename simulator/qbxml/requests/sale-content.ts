import { type Group, group, type Leaf, leaf, text } from '../schema/particles';

const notSupported = { supported: false } as const;

/** Legal in qbXML, but not kept in this company file. Such an element is refused rather than lost. */
export const unsupported = (name: string): Leaf =>
	leaf(name, text(), { ...notSupported, repeats: true });

/** An address with QuickBooks' maximum lengths. */
export const address = (name: string): Group =>
	group(name, [
		...['Addr1', 'Addr2', 'Addr3', 'Addr4', 'Addr5'].map((line) => leaf(line, text(41))),
		leaf('City', text(31)),
		leaf('State', text(21)),
		leaf('PostalCode', text(13)),
		leaf('Country', text(31)),
		leaf('Note', text(41)),
	]);
