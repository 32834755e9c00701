import { elementsIn } from '../../quickbooks/facts/elements';
import { readMessages } from '../../quickbooks/facts/readMessages';
import { requests } from '../../quickbooks/facts/requests';
import { listKinds } from '../../simulator/company/lists/kinds';
import { createCompany } from '../../simulator/company/seed/create-company';
import { transactionKinds } from '../../simulator/company/transactions/kinds';
import { requestTypes } from '../../simulator/qbxml/requests';
import { writeTree } from '../support/xml-trees';
import { type Answered, type Desk, openDesk, pluck } from './support/ask';
import { billIn, fullAddition } from './support/full-addition';

const facts = readMessages(requests);

const kinds = [...listKinds.keys(), ...transactionKinds.keys()].filter((kind) =>
	requestTypes.has(`${kind}AddRq`),
);

/** The elements of a query. */
const elementsOf = (kind: string): Set<string> =>
	new Set(elementsIn(facts.get(`${kind}QueryRq`)?.content ?? []).map(({ name }) => name));

const element = (name: string, text: unknown): string =>
	`<${name}>${String(text).replace(/&/g, '&amp;')}</${name}>`;

type Fields = Record<string, unknown>;

/** A company file in which there are at least two of a kind, the second one a day younger than all others. */
function openWithTwo(kind: string) {
	let now = new Date('2026-02-03T04:05:06Z');
	const company = createCompany({ invoices: 2, creditMemos: 1, now: () => now });
	const desk = openDesk(company);
	const ret = `${kind}Ret`;
	const xml = writeTree(fullAddition(kind, billIn(company)));
	const add = (request: string): Fields => desk.ask(request).records[ret][0];
	const first = add(xml.replace('<PaymentAmount>12.50', '<PaymentAmount>2.50'));
	now = new Date('2026-02-04T04:05:06Z');
	const second = add(
		xml
			.replace('<PaymentAmount>12.50', '<PaymentAmount>2.50')
			.replace(/<(Name|Initial)>(Bra|x)[^<]*/, '<$1>B2')
			.replace('<FirstName>x', '<FirstName>y'),
	);
	return { desk, ret, first, second };
}

const ask = ({ ask: send }: Desk, kind: string, content: string, attributes = ''): Answered =>
	send(`<${kind}QueryRq${attributes}>${content}</${kind}QueryRq>`);

describe.each(kinds)('queries of %s', (kind) => {
	const known = elementsOf(kind);
	const id = known.has('TxnID') ? 'TxnID' : 'ListID';

	it('find several by their IDs, and warn of those that are not there', () => {
		const { desk, ret, first, second } = openWithTwo(kind);
		const named = element(id, first[id]) + element(id, 'FFFF-1') + element(id, second[id]);
		const answer = ask(desk, kind, named);
		expect(answer).toMatchObject({ statusCode: '500', statusSeverity: 'Warn' });
		expect(answer.statusMessage).toContain('"FFFF-1"');
		expect(pluck(answer.records[ret], id)).toEqual([first[id], second[id]]);
	});

	it('find several by their names or numbers in whatever case, and warn of those that are not there', () => {
		const { desk, ret, first } = openWithTwo(kind);
		const [by, value] = known.has('FullName')
			? ['FullName', first.FullName ?? first.Name ?? first.Initial]
			: ['RefNumber', first.RefNumber];
		if (!known.has(by)) return;
		const named = element(by, String(value).toUpperCase()) + element(by, 'Nowhere');
		const answer = ask(desk, kind, named);
		expect(answer).toMatchObject({ statusCode: '500', statusSeverity: 'Warn' });
		expect(pluck(answer.records[ret], id)).toContain(first[id]);
	});

	it('answer only what is asked for', () => {
		const { desk, ret, first } = openWithTwo(kind);
		const wanted = [id, 'EditSequence', 'TimeModified'].filter((name) => name in first);
		// QuickBooks leaves it out of short answers, though it is asked for.
		const named =
			element(id, first[id]) +
			[...wanted, 'ExternalGUID'].map((name) => element('IncludeRetElement', name)).join('');
		const expected = Object.fromEntries(wanted.map((name) => [name, first[name]]));
		expect(ask(desk, kind, named).records[ret]).toEqual([expected]);
	});

	it('find what has been modified since', () => {
		const { desk, ret, second } = openWithTwo(kind);
		const bounds = element('FromModifiedDate', '2026-02-04T00:00:00Z');
		const filter = known.has('ModifiedDateRangeFilter')
			? `<ModifiedDateRangeFilter>${bounds}</ModifiedDateRangeFilter>`
			: bounds;
		expect(pluck(ask(desk, kind, filter).records[ret], id)).toEqual([second[id]]);
	});

	it('go through everything once, page by page', () => {
		if (facts.get(`${kind}QueryRq`)?.attributes?.iterator === undefined) return;
		const { desk, ret, first, second } = openWithTwo(kind);
		const since = known.has('ModifiedDateRangeFilter')
			? '<ModifiedDateRangeFilter><FromModifiedDate>2026-02-01</FromModifiedDate></ModifiedDateRangeFilter>'
			: element('FromModifiedDate', '2026-02-01');
		const page = (attributes: string): Answered =>
			ask(desk, kind, element('MaxReturned', 1) + since, attributes);
		let answer = page(' iterator="Start"');
		const ids = pluck(answer.records[ret], id);
		while (answer.iteratorRemainingCount !== '0') {
			answer = page(` iterator="Continue" iteratorID="${answer.iteratorID}"`);
			ids.push(...pluck(answer.records[ret], id));
		}
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toEqual(expect.arrayContaining([first[id], second[id]]));
	});
});
