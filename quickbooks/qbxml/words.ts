const WORDS = /[A-Z](?:[A-Z]*(?![a-z])|[a-z]*)|[a-z]+|\d+/g;

/** What qbXML shortens. */
const writtenOut: Readonly<Record<string, string>> = {
	Addr: 'Address',
	Def: 'Definition',
	Desc: 'Description',
	Ext: 'Extension',
	Msg: 'Message',
	Obj: 'Object',
	Pct: 'Percent',
	Std: 'Standard',
	Trans: 'Transaction',
	Txn: 'Transaction',
	Txns: 'Transactions',
};

/** A name of qbXML in words, such as "PO Number" for `PONumber`. */
export const inWords = (name: string): string =>
	(name.match(WORDS) ?? [])
		.map((word) => writtenOut[word] ?? `${word[0].toUpperCase()}${word.slice(1)}`)
		.join(' ');

/** A noun with its indefinite article: "an invoice", "a bill". */
export const withArticle = (noun: string): string =>
	`${/^(?:[aeio]|u(?!n[ist]))/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** The plural of a noun, in front of what its head is followed by: "bills to pay", "bill payments by check". */
export const plural = (noun: string): string =>
	noun.replace(/^.+?(?= (?:by|for|of (?:all|any|the)|that|to) |$)/, (head) => {
		if (/(?<!s)s$/.test(head)) return head;
		if (/[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ies`;
		return /(?:s|x|ch|sh)$/.test(head) ? `${head}es` : `${head}s`;
	});
