import type { DataExtension } from '../../company/value-types';
import { childrenOf, type XmlElement } from '../../../xml/read-xml';
import { arrange, type ElementOrder, type RecordContent } from '../records/order';
import type { AnswerRecord } from '../protocol/session';

const valuesOf = (request: XmlElement, element: string): Set<string> =>
	new Set(childrenOf(request, element).map(({ text }) => text));

/** The custom fields of the owners that the request names; none named, none answered. */
export function ownedBy(
	request: XmlElement,
	extensions: DataExtension[] | undefined,
): DataExtension[] | undefined {
	const owners = valuesOf(request, 'OwnerID');
	const owned = extensions?.filter(({ OwnerID }) => owners.has(OwnerID)) ?? [];
	return owned.length > 0 ? owned : undefined;
}

/** A record as the request wants it: in order, with only the elements that IncludeRetElement names, if any. */
export function answerRecord(
	request: XmlElement,
	element: string,
	record: RecordContent,
	order: ElementOrder,
): AnswerRecord {
	const included = valuesOf(request, 'IncludeRetElement');
	const isWanted = (name: string): boolean => included.size === 0 || included.has(name);
	return { element, content: arrange(record, order, isWanted) };
}
