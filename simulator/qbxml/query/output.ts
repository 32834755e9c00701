import { childrenOf, type XmlElement } from '../../../xml/read-xml';
import type { DataExtension } from '../../company/value-types';
import type { AnswerRecord } from '../protocol/session';
import { whole } from '../schema/support';
import { type AnswerContent, arrange, recordContent } from './arrange';

/** The elements of requests by which the functions below choose what is answered. */
export const outputElements = whole('IncludeRetElement', 'OwnerID');

const valuesOf = (request: XmlElement, element: string): Set<string> =>
	new Set(childrenOf(request, element).map(({ text }) => text));

/** The custom fields of the owners that the request names. Without owners, there are none. */
export function ownedBy(
	request: XmlElement,
	extensions: DataExtension[] | undefined,
): DataExtension[] | undefined {
	const owners = valuesOf(request, 'OwnerID');
	const owned = extensions?.filter(({ OwnerID }) => owners.has(OwnerID)) ?? [];
	return owned.length > 0 ? owned : undefined;
}

/** What no answer has that IncludeRetElement has made shorter, whatever that names. */
const ONLY_IN_WHOLE_RECORDS = 'ExternalGUID';

/** A record as requested: in order, and if there is an IncludeRetElement, only with the elements it names. */
export function answerRecord(
	request: XmlElement,
	element: string,
	record: AnswerContent,
): AnswerRecord {
	const included = valuesOf(request, 'IncludeRetElement');
	const isWanted = (name: string): boolean =>
		included.size === 0 || (included.has(name) && name !== ONLY_IN_WHOLE_RECORDS);
	return { element, content: arrange(record, recordContent(request.name, element), isWanted) };
}
