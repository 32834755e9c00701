/**
 * A service of its own, written from the interface description alone, in which every choice that the description
 * leaves open is a switch. Tests run the nodes against each reading.
 */
export { doubtful, plainest, type Reading, readings } from './readings';
export {
	type Call,
	type Fate,
	type LawfulService,
	type LostAnswer,
	startLawfulService,
} from './server';
export { type Element, parse, textAt } from './xml';
