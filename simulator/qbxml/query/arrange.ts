import { type Content, type Group, isGroup } from '../../../qbxml/facts';
import type { XmlContent } from '../../xml/write';
import { modelOf } from '../schema/content-model';
import { answerFacts } from '../schema/facts';

/** A record in the company file, or a part of one. */
export interface RecordContent {
	[element: string]: RecordValue | undefined;
}
type RecordValue = string | RecordContent | RecordValue[];

/** The content of a record's element in the answer to a request. */
export function recordContent(request: string, element: string): Content {
	const answer = answerFacts.get(request.replace(/Rq$/, 'Rs'));
	const record = answer && modelOf(answer.content).places.get(element);
	if (!record || !isGroup(record)) throw new Error(`${request} is not answered with ${element}.`);
	return record.content;
}

function arrangeValue(value: RecordValue, group: Group | undefined): XmlContent {
	if (Array.isArray(value)) return value.map((one) => arrangeValue(one, group));
	if (typeof value === 'string') return value;
	if (group === undefined) throw new Error('A record has elements where qbXML has text.');
	return arrange(value, group.content);
}

/**
 * The record with its elements in qbXML's order, ready to be written. Elements without a value are left out, and so are those
 * that qbXML does not have and top-level elements that `isWanted` rejects.
 */
export function arrange(
	record: RecordContent,
	content: Content,
	isWanted: (element: string) => boolean = () => true,
): { [name: string]: XmlContent | undefined } {
	const arranged: { [name: string]: XmlContent | undefined } = {};
	for (const [name, place] of modelOf(content).places) {
		const value = record[name];
		if (value === undefined || !isWanted(name)) continue;
		arranged[name] = arrangeValue(value, isGroup(place) ? place : undefined);
	}
	return arranged;
}
