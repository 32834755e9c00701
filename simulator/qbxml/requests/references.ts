import { childOf, textOf, type XmlElement } from '../../../xml/read-xml';
import { referenceTo } from '../../company/identifiers';
import type { Reference } from '../../company/value-types';
import { StatusError } from '../protocol/status-errors';
import { fullNameOf } from '../query/criteria';

interface Named {
	ListID: string;
	Name: string;
	FullName?: string;
}

/**
 * Finds the record that an element such as CustomerRef names, by ListID or full name. With both, ListID counts, as in
 * QuickBooks. Undefined when there is no such element, or an empty one.
 * @throws StatusError 3140 with the kind of record and the place of the reference, when there is no such record
 */
export function findReferenced<T extends Named>(
	holder: XmlElement,
	element: string,
	list: T[],
	words: { kind: string; place: string },
): T | undefined {
	const reference = childOf(holder, element);
	if (reference === undefined) return undefined;
	const listId = textOf(reference, 'ListID');
	const fullName = textOf(reference, 'FullName');
	const wanted = listId ?? fullName;
	if (wanted === undefined || wanted === '') return undefined;
	const found = list.find((record) =>
		listId === undefined
			? fullNameOf(record).toLowerCase() === wanted.toLowerCase()
			: record.ListID.toLowerCase() === wanted.toLowerCase(),
	);
	if (found === undefined) throw new StatusError(3140, words.kind, wanted, words.place);
	return found;
}

/** The same, as a reference for another record. */
export function referenceIn<T extends Named>(
	holder: XmlElement,
	element: string,
	list: T[],
	words: { kind: string; place: string },
): Reference | undefined {
	const found = findReferenced(holder, element, list, words);
	return found && referenceTo(found);
}
