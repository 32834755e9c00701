import fc from 'fast-check';

import { elementsIn } from '../../quickbooks/facts/elements';
import { type Content, type Group, isGroup } from '../../quickbooks/facts/facts';
import { readMessages } from '../../quickbooks/facts/readMessages';
import { requests } from '../../quickbooks/facts/requests';
import { readXml } from '../../xml/read-xml';
import { arbitraryElement, type XmlTree } from '../support/qbxml-documents';
import { toTree, writeTree } from '../support/xml-trees';
import { openDesk } from './support/ask';
import { fullSale } from './support/full-sale';

const facts = readMessages(requests);

function groupIn(content: Content, name: string): Group {
	const found = elementsIn(content).find((place) => place.name === name);
	if (!found || !isGroup(found)) throw new Error(`There is no group ${name}.`);
	return found;
}

const namesIn = ({ children = [] }: XmlTree): string[] => children.map(({ name }) => name);

describe.each(['Invoice', 'Estimate'] as const)('%sAdd', (kind) => {
	const request = `${kind}AddRq`;
	const { content } = groupIn(facts.get(request)?.content ?? [], `${kind}Add`);
	const sale = toTree(readXml(fullSale(kind)).root);
	const lineName = `${kind}LineAdd`;
	const { content: lineContent } = groupIn(content, lineName);
	const head: XmlTree = {
		...sale,
		children: sale.children?.filter(({ name }) => name !== lineName),
	};
	const line = (children: XmlTree[]): XmlTree => ({ name: lineName, children });
	const add = (tree: XmlTree) => openDesk().ask(`<${request}>${writeTree(tree)}</${request}>`);

	const supported = namesIn(sale);
	const triedElsewhere = [
		'LinkToTxnID',
		'SetCredit',
		'LinkToTxn',
		'DataExt',
		'PriceLevelRef',
		'MarkupRate',
		'MarkupRatePercent',
		'OverrideItemAccountRef',
	];
	const lines = (sale.children ?? []).filter(({ name }) => name === lineName);
	const supportedInLine = lines.flatMap(namesIn);

	const others = (all: Content, known: string[]) =>
		elementsIn(all).filter(({ name }) => !known.includes(name) && !triedElsewhere.includes(name));

	it('answers with all that is supported', () => {
		const [answer] = add(sale).records[`${kind}Ret`];
		const answered = supported.map((name) => name.replace(/Add$/, 'Ret'));
		expect(Object.keys(answer)).toEqual(expect.arrayContaining(answered));
		const [first] = answer[`${kind}LineRet`] as Array<Record<string, unknown>>;
		expect(Object.keys(first)).toEqual(expect.arrayContaining(namesIn(lines[0])));
	});

	it('takes everything in its head', () => {
		expect(others(content, supported).map(({ name }) => name)).toEqual([]);
	});

	it.each(others(lineContent, supportedInLine))('refuses $name in a line', (place) => {
		const [element] = fc.sample(arbitraryElement(place), 1);
		const whole = { ...head, children: [...(head.children ?? []), line([element])] };
		expect(add(whole)).toMatchObject({ statusCode: '3250', records: {} });
	});

	it('refuses to give it a name for other requests', () => {
		expect(add({ ...sale, attributes: { defMacro: 'TxnID:1' } })).toMatchObject({
			statusCode: '3250',
			records: {},
		});
	});
});
