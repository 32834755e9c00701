import fc from 'fast-check';

import { answers } from '../../../../quickbooks/facts/answers';
import {
	elementsIn,
	repeatedElements as repeatedByFacts,
} from '../../../../quickbooks/facts/elements';
import { isGroup, type Message } from '../../../../quickbooks/facts/facts';
import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { answerIn } from '../../../../quickbooks/qbxml/answer';
import { elementsInJson } from '../../../../quickbooks/qbxml/answerFromJson';
import {
	answerFromXml,
	type AnswerObject,
	type AnswerValue,
	isObject,
} from '../../../../quickbooks/qbxml/answerFromXml';
import { isRepeated, repeatedElements } from '../../../../quickbooks/qbxml/repeatedElements';
import { answerJson } from '../../../support/answers';
import { arbitraryAnswer } from '../../../support/qbxml-answers';

const facts = readMessages(answers);
const messages = [...facts.values()];
const isRecord = (name: string): boolean => name.endsWith('Ret');

/** Its TxnID stands in its midst, so it is always read from the XML. */
const WITHOUT_HEAD = 'DataExtDelRs';

test('the table of what may repeat says what the facts say, and nothing else', () => {
	const byFacts = [...repeatedByFacts(facts)]
		.filter(([name]) => !isRecord(name))
		.map(([name, where]) => [name, where === 'everywhere' ? where : [...where].join()]);
	expect([...repeatedElements].sort()).toEqual(byFacts.sort());
});

test('no element that the facts have once is a list, but for records', () => {
	const wrong = messages.flatMap((message) => {
		const inside = [{ name: message.name, content: message.content }];
		const found: string[] = [];
		for (const { name: parent, content } of inside) {
			for (const element of elementsIn(content)) {
				const expected = element.repeats === true || isRecord(element.name);
				if (isRepeated(element.name, parent) !== expected) found.push(`${parent}/${element.name}`);
				if (isGroup(element)) inside.push(element);
			}
		}
		return found;
	});
	expect(wrong).toEqual([]);
});

const recordsOf = (response: object) => answerIn(response as AnswerObject)?.records ?? [];

/** Names and values as they stand, in their order. */
const text = (value: unknown): string => JSON.stringify(value);

describe('every answer', () => {
	test.each(messages)('$name: nodes and service make the same of it', (message) => {
		fc.assert(
			fc.property(arbitraryAnswer(message), (xml) => {
				expect(text(answerFromXml(xml))).toBe(text(answerJson(xml)));
			}),
			{ numRuns: 10 },
		);
	});

	test.each(messages)('$name: the JSON of the service needs no look at the XML', (message) => {
		fc.assert(
			fc.property(arbitraryAnswer(message), (xml) => {
				const hasRecords = recordsOf({ response_xml: xml }).length > 0;
				const isExact = elementsInJson(answerJson(xml))?.isExact;
				if (hasRecords && message.name !== WITHOUT_HEAD) expect(isExact).toBe(true);
			}),
			{ numRuns: 10 },
		);
	});
});

/** Does something to each value in records, with its name, from the inside out. */
function changed(value: AnswerValue, change: (value: AnswerValue) => AnswerValue): AnswerValue {
	if (Array.isArray(value)) return change(value.map((part) => changed(part, change)));
	if (!isObject(value)) return change(value);
	return change(
		Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change)])),
	);
}

/** All values in an object but its attributes. */
const withEach = (
	value: AnswerValue,
	change: (part: AnswerValue, name: string) => AnswerValue,
): AnswerValue =>
	isObject(value)
		? Object.fromEntries(
				Object.entries(value).map(([name, part]) => [
					name,
					name.startsWith('@') ? part : change(part, name),
				]),
			)
		: value;

const sorted = (
	value: AnswerValue,
	compare: (one: string, other: string) => number,
): AnswerValue =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => compare(one, other)))
		: value;

/** The ways in which a service may write the same, by what they are called. */
const ways: Readonly<Record<string, (value: AnswerValue) => AnswerValue>> = {
	'a list only where something repeats': (value) =>
		withEach(value, (part) => (Array.isArray(part) && part.length === 1 ? part[0] : part)),
	'a list of everything': (value) =>
		withEach(value, (part) => (Array.isArray(part) ? part : [part])),
	'a list of records only': (value) =>
		withEach(value, (part, name) =>
			Array.isArray(part) && part.length === 1 && !isRecord(name) ? part[0] : part,
		),
	'switches as text': (value) => (typeof value === 'boolean' ? String(value) : value),
	'all that says true or false as switches': (value) =>
		value === 'true' || value === 'false' ? value === 'true' : value,
	'an empty list for what is not there': (value) =>
		isObject(value) && 'ListID' in value ? { ...value, DataExtRet: [], ...value } : value,
};

const byName = (one: string, other: string): number => (one < other ? -1 : 1);

const orders: Readonly<Record<string, (one: string, other: string) => number>> = {
	'by name': byName,
	'by name, backwards': (one, other) => byName(other, one),
	'by length': (one, other) => one.length - other.length || byName(one, other),
};

const required = ({ content }: Message): string[] =>
	elementsIn(content).flatMap((element) =>
		isGroup(element) && isRecord(element.name)
			? elementsIn(element.content)
					.filter(({ optional }) => !optional)
					.map(({ name }) => name)
			: [],
	);

/** Answers with records of one kind that show whether they have kept their order. */
const withHead = messages.filter((message) => {
	const names = required(message);
	return (
		names.includes('TimeCreated') &&
		names.includes('EditSequence') &&
		elementsIn(message.content).filter(({ name }) => isRecord(name)).length === 1
	);
});

describe('JSON that is written another way', () => {
	const someAnswer = fc.constantFrom(...messages).chain(arbitraryAnswer);
	const distorted = (xml: string, change: (value: AnswerValue) => AnswerValue) =>
		(answerJson(xml) as AnswerObject[]).map(({ QBXMLMsgsRs: inside }) => ({
			QBXMLMsgsRs: changed(inside, change),
		}));

	test.each(Object.entries(ways))('with %s gives the same records', (_way, change) => {
		fc.assert(
			fc.property(someAnswer, (xml) => {
				const expected = text(recordsOf({ response_xml: xml }));
				const json = distorted(xml, change);
				expect(text(recordsOf({ response_json: json, response_xml: xml }))).toBe(expected);
				expect(text(recordsOf({ response_json: json }))).toBe(expected);
			}),
			{ numRuns: 300 },
		);
	});

	test.each(Object.entries(orders))('with its names %s is read from the XML', (_order, compare) => {
		fc.assert(
			fc.property(fc.constantFrom(...withHead).chain(arbitraryAnswer), (xml) => {
				const expected = recordsOf({ response_xml: xml });
				const json = distorted(xml, (value) => sorted(value, compare));
				const given = recordsOf({ response_json: json });
				expect(text(recordsOf({ response_json: json, response_xml: xml }))).toBe(text(expected));
				expect(given).toEqual(expected);
				for (const { fields } of given) {
					expect(Object.keys(fields)).toEqual(Object.keys(fields).sort(compare));
				}
			}),
			{ numRuns: 300 },
		);
	});
});
