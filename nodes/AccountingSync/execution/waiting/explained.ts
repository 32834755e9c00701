import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { listKinds } from '../../../shared/fields/recordLists';
import { recordLists } from '../../../shared/fields/recordLists';
import { cachedList } from '../../../shared/methods/cachedList';
import { listItems } from '../../../shared/methods/listItems';
import { nearestOf } from '../../../shared/qbxml/nearest';
import type { NamedRecord, QueueingOperation } from '../../operations/queueingOperation';
import type { Awaited } from '../run/sleep';

/** The application's codes for a name or an ID that it does not know. */
const unknownReference = new Set(['3120', '3140', '500']);

/** How long we look for names that are like an unknown one, in milliseconds. The error waits for it. */
const PATIENCE = 3_000;

/** The sentence about one name that the application may not know. Empty if we know of no list. */
async function similarNames(
	context: IExecuteFunctions,
	connectionId: string,
	{ label, name, list }: NamedRecord,
): Promise<string> {
	const { kind } = recordLists[list] as { kind: (typeof listKinds)['accounts'] };
	if (typeof kind === 'function') return '';
	const [known] = await Promise.allSettled([
		cachedList(context, connectionId, kind, AbortSignal.timeout(PATIENCE)),
	]);
	if (known.status === 'rejected' || known.value.answered.length === 0) return '';
	const names = listItems(kind, known.value.answered).map((item) => item.name.split(' · ')[0]);
	if (names.some((one) => one.toLowerCase() === name.toLowerCase())) return '';
	const near = nearestOf(name, names, 3);
	return near.length === 0
		? `No name like "${name}" is in the newest list of ${kind.entries}.`
		: `${label} "${name}" is not in the newest list of ${kind.entries}. Near it: ${near.map((one) => `"${one}"`).join(', ')}.`;
}

/**
 * The error of an item, with the nearest names of the newest lists if the accounting application does not know a name that
 * the user gave.
 */
export async function explained<Failure extends NodeApiError | NodeOperationError>(
	context: IExecuteFunctions,
	operation: QueueingOperation,
	{ connectionId, form }: Awaited,
	error: Failure,
): Promise<Failure> {
	if (!operation.namedRecords || !form || !unknownReference.has(String(error.context.code)))
		return error;
	const named = operation.namedRecords(form);
	const inMessage = named.filter(({ name }) => error.message.includes(name));
	const candidates = inMessage.length > 0 ? inMessage : named;
	const sentences = await Promise.all(
		candidates.map(async (one) => await similarNames(context, connectionId, one)),
	);
	error.description = [error.description, ...sentences].filter(Boolean).join(' ');
	return error;
}
