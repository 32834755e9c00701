import { elementsIn } from '../../quickbooks/facts/elements';
import { type Content, isGroup, type Leaf, type ValueType } from '../../quickbooks/facts/facts';
import { readMessages } from '../../quickbooks/facts/readMessages';
import { requests } from '../../quickbooks/facts/requests';
import { answerRequest } from '../../simulator/qbxml/request-processor';
import { problemsIn } from '../support/check-by-facts';
import { type PublicSample, publicSamples } from '../support/public-samples';
import type { XmlTree } from '../support/qbxml-documents';
import { writeTree } from '../support/xml-trees';
import { document, openDesk, readAnswers } from './support/ask';

const facts = readMessages(requests);
const { company, session } = openDesk();

/** A value of each type, for elements of which only the name is known. */
const values: Record<ValueType, string> = {
	string: 'x',
	boolean: 'true',
	date: '2026-01-01',
	dateTime: '2026-01-01T00:00:00',
	amount: '1.00',
	price: '1.00',
	quantity: '1',
	percent: '1',
	float: '1',
	integer: '1',
	id: '1-1',
	guid: '{00000000-0000-0000-0000-000000000001}',
	uuid: '{00000000-0000-0000-0000-000000000001}',
	enum: '',
	timeInterval: 'PT1H0M0S',
	macro: 'TxnID:1',
};

const valueOf = ({ type, values: words }: Pick<Leaf, 'type' | 'values'>): string =>
	words?.[0] ?? values[type];

/** With a value in every element and attribute of which only the name is known. */
function filledIn(tree: XmlTree, content: Content): XmlTree {
	const children = tree.children?.map((child) => {
		const place = elementsIn(content).find(({ name }) => name === child.name);
		if (!place) return child;
		if (isGroup(place)) return filledIn(child, place.content);
		return { ...child, text: child.text ?? valueOf(place) };
	});
	return { ...tree, children };
}

function asRequest({ name, tree }: PublicSample): XmlTree {
	const { attributes = {}, content = [] } = facts.get(name) ?? {};
	const known = Object.keys(tree.attributes ?? {}).map((attribute): [string, string] => [
		attribute,
		attribute in attributes ? valueOf(attributes[attribute]) : '',
	]);
	return { ...filledIn(tree, content), attributes: Object.fromEntries(known) };
}

/** The status with which a sample is answered, or the code with which it is refused as a whole. */
function verdictOn(sample: PublicSample): string {
	const version = /^\d+\.\d$/.test(sample.version ?? '') ? sample.version : '16.0';
	try {
		const xml = document(writeTree(asRequest(sample)), 'stopOnError', version);
		return readAnswers(answerRequest(company, session, xml))[0].statusCode;
	} catch (error) {
		return error instanceof Error && 'hresult' in error ? String(error.hresult) : String(error);
	}
}

const titled = (samples: readonly PublicSample[]) =>
	samples.map((sample) => ({ sample, title: `${sample.name} of ${sample.source}` }));

/** What only a company file can refuse, and not what reads the document. */
const REFUSED_BY_COMPANY = /^(3150|3151|3180|3210) /;

const refused = publicSamples.filter(
	({ refused: why = '' }) => why !== '' && !REFUSED_BY_COMPANY.test(why),
);

describe('what a desktop refused is refused here', () => {
	it.each(titled(refused))('$title', ({ sample }) => {
		expect(verdictOn(sample)).toMatch(/^(0x80040400|3040)$/);
	});
});

const wellFormed = publicSamples.filter((sample) => {
	const message = facts.get(sample.name);
	if (!message || refused.includes(sample)) return false;
	const { version = '' } = sample;
	const asked = /^\d+\.\d$/.test(version) && { version };
	return problemsIn(sample.tree, message, { names: 'alone', ...asked }).length === 0;
});

test('what fits the facts is read here', () => {
	expect(wellFormed.length).toBeGreaterThan(400);
	const unread = wellFormed.filter((sample) => verdictOn(sample) === '0x80040400');
	expect(unread.map(({ name, source }) => `${name} of ${source}`)).toEqual([]);
});
