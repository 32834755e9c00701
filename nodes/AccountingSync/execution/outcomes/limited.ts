import type { INodeExecutionData } from 'n8n-workflow';

import { type LeftOut, leftOut } from '../../../../queue/once/leftOut';
import type { Outcomes } from '../../../../queue/reader/checkCompletion';
import { noteForModel } from '../../../../queue/words/limitHints';
import { limitOf } from '../../operations/fields/limit';
import type { Awaited } from '../run/sleep';

/**
 * What an item found, as much of it as is wanted.
 * @param found Whole requests if `isRaw`: they are not cut.
 * @param finds The records in plain words. Undefined if the operation has no limit.
 * @param isTool A model sees nothing but the output, so the last item tells it what is left out.
 */
export function upToLimit(
	found: readonly INodeExecutionData[],
	requests: readonly Awaited[],
	outcomes: Outcomes,
	{ finds, isRaw, isTool }: { finds: string | undefined; isRaw: boolean; isTool: boolean },
): { items: readonly INodeExecutionData[]; left?: LeftOut } {
	const [{ form, itemIndex }] = requests;
	if (finds === undefined || form === undefined) return { items: found };
	const limit = limitOf(form);
	const ends = requests.map(({ id }) => outcomes.get(id));
	const left = leftOut(isRaw ? 0 : found.length, limit, ends);
	const items = isRaw ? [...found] : found.slice(0, limit);
	if (left && isTool) {
		items.push({ json: { note: noteForModel(finds, left) }, pairedItem: { item: itemIndex } });
	}
	return { items, left };
}
