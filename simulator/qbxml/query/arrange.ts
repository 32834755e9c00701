import { type Content, type Group, isGroup, type Leaf } from '../../../quickbooks/facts/facts';
import type { RecordValue } from '../../company/value-types';
import { Interleaved, type XmlContent } from '../../xml/write';
import { modelOf } from '../schema/content-model';
import { answerFacts } from '../schema/facts';

/** The lines of a transaction, each with its element. They stand where the first of these elements may stand. */
export class Lines {
	constructor(readonly elements: ReadonlyArray<readonly [element: string, line: AnswerContent]>) {}
}

/** What a record is answered with, in whatever order. */
export interface AnswerContent {
	[element: string]: RecordValue | Lines | undefined;
}

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

function arrangeLines(
	{ elements }: Lines,
	places: ReadonlyMap<string, Leaf | Group>,
	isWanted: (element: string) => boolean,
): Interleaved {
	return new Interleaved(
		elements.flatMap(([element, line]): Array<readonly [string, XmlContent]> => {
			const place = places.get(element);
			if (!place || !isGroup(place) || !isWanted(element)) return [];
			return [[element, arrange(line, place.content)]];
		}),
	);
}

/**
 * The record with its elements in qbXML's order, ready to be written. Elements without a value are left out, and so are those
 * that qbXML does not have and top-level elements that `isWanted` rejects.
 */
export function arrange(
	record: AnswerContent,
	content: Content,
	isWanted: (element: string) => boolean = () => true,
): { [name: string]: XmlContent | undefined } {
	const arranged: { [name: string]: XmlContent | undefined } = {};
	const { places } = modelOf(content);
	for (const [name, place] of places) {
		const value = record[name];
		if (value === undefined) continue;
		if (value instanceof Lines) {
			arranged[name] = arrangeLines(value, places, isWanted);
			continue;
		}
		if (!isWanted(name)) continue;
		arranged[name] = arrangeValue(value, isGroup(place) ? place : undefined);
	}
	return arranged;
}
