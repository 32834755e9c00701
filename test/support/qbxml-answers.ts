import type fc from 'fast-check';

import type { Message } from '../../quickbooks/facts/facts';
import { arbitraryRequest, type XmlTree } from './qbxml-documents';
import { writeTree } from './xml-trees';

const isEmpty = ({ attributes = {}, text, children = [] }: XmlTree): boolean =>
	text === undefined && children.length === 0 && Object.keys(attributes).length === 0;

const switches: Readonly<Record<string, string>> = { 0: 'false', 1: 'true' };

/** As the accounting application writes it: switches in words, no macros, and no element without anything in it. */
function asAnswered(tree: XmlTree): XmlTree {
	const attributes = { ...tree.attributes };
	delete attributes.defMacro;
	return {
		...tree,
		attributes,
		...(tree.text !== undefined && {
			text: (/^Is[A-Z]/.test(tree.name) && switches[tree.text]) || tree.text,
		}),
		...(tree.children && {
			children: tree.children.map(asAnswered).filter((child) => !isEmpty(child)),
		}),
	};
}

/** Documents with one answer, as the facts of qbXML allow it. */
export const arbitraryAnswer = (message: Message): fc.Arbitrary<string> =>
	arbitraryRequest(message).map(
		(tree) =>
			`<?xml version="1.0" ?><QBXML><QBXMLMsgsRs>${writeTree(asAnswered(tree))}</QBXMLMsgsRs></QBXML>`,
	);
