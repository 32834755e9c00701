import { readFileSync } from 'node:fs';

import { answers } from '../../../../quickbooks/facts/answers';
import { compact, type PublishedFacts } from '../../../../quickbooks/facts/compact';
import { readMessages } from '../../../../quickbooks/facts/readMessages';
import { requests } from '../../../../quickbooks/facts/requests';

const published = JSON.parse(
	readFileSync(require.resolve('../../../../quickbooks/facts/qbxml-16.0.json'), 'utf8'),
) as PublishedFacts;

interface Node {
	[name: string]: unknown;
	group?: number;
	or?: Node[][];
	attributes?: Record<string, Node>;
}

const withoutFalse = (node: Node): Node =>
	Object.fromEntries(Object.entries(node).filter(([, value]) => value !== false));

/** A published node with its groups written out. */
function writtenOut({ group, or, attributes, ...rest }: Node): Node {
	const groups = published.groups as unknown as Node[][];
	return {
		...withoutFalse(rest),
		...(attributes && {
			attributes: Object.fromEntries(
				Object.entries(attributes).map(([name, attribute]) => [name, withoutFalse(attribute)]),
			),
		}),
		...(group !== undefined && { content: groups[group].map(writtenOut) }),
		...(or && { or: or.map((content) => content.map(writtenOut)) }),
	};
}

describe.each([
	{ kind: 'requests' as const, text: requests },
	{ kind: 'answers' as const, text: answers },
])('the facts of all $kind', ({ kind, text }) => {
	test('are those that were published, to the last bound', () => {
		const messages = readMessages(text);
		expect(messages.size).toBe(229);
		for (const [name, node] of Object.entries(published[kind])) {
			expect(messages.get(name)).toEqual(writtenOut(node as unknown as Node));
		}
	});

	test('are the ones that `npm run generate -- qbxml` makes', () => {
		expect(text).toBe(compact(published[kind], published.groups));
	});

	test('are refused when a sign in them is unknown', () => {
		expect(() => readMessages(text.replace('{', '%{'))).toThrow(/can't be read/);
	});
});
