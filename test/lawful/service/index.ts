/**
 * A service of its own, written from the interface description alone, in which every choice that the description
 * leaves open is a switch. Tests run the nodes against each reading.
 */
export {
	startLawfulService,
	type Call,
	type Fate,
	type LawfulService,
	type LostAnswer,
} from './server';
export { doubtful, plainest, readings, type Reading } from './readings';
export type { Candidate, Choice, Delivery, LedgerEntry } from './queue';
export type { Company } from './company';
export type { StoredRecord } from './record';
export { child, parse, textAt, textsOf, type Element } from './xml';
