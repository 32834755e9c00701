import { type Group, isGroup, isReference, type Leaf } from '../facts/facts';
import { type WhenNothing, whenNothing } from '../form/nothing';
import type { RecordField } from '../records/record';

/**
 * What an expression that gives nothing means for a row of a record. It follows from what the row refers to, or from the type
 * of its element.
 * @param place Whether people add the field themselves, and whether it changes what is there.
 */
export function whenNothingIn(
	{ list }: Pick<RecordField, 'list'>,
	facts: Leaf | Group | undefined,
	place: { isOptional: boolean; isChange?: boolean },
): WhenNothing {
	const isRecord = list !== undefined || (facts && isGroup(facts) && isReference(facts.content));
	if (isRecord) return place.isOptional ? 'blankLeavesOut' : 'refused';
	return whenNothing(facts && !isGroup(facts) ? facts : undefined, place);
}
