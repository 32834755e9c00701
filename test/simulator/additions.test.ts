import { answers } from '../../quickbooks/facts/answers';
import { readMessages } from '../../quickbooks/facts/readMessages';
import { listKinds } from '../../simulator/company/lists/kinds';
import { createCompany } from '../../simulator/company/seed/create-company';
import { transactionKinds } from '../../simulator/company/transactions/kinds';
import { createSession } from '../../simulator/qbxml/protocol/session';
import { answerRequest } from '../../simulator/qbxml/request-processor';
import { requestTypes } from '../../simulator/qbxml/requests';
import { requestFacts } from '../../simulator/qbxml/schema/facts';
import { readXml } from '../../xml/read-xml';
import { problemsIn } from '../support/check-by-facts';
import type { XmlTree } from '../support/qbxml-documents';
import { toTree, writeTree } from '../support/xml-trees';
import { type Desk, document, openDesk } from './support/ask';
import { billIn, fullAddition } from './support/full-addition';

const facts = readMessages(answers);

const smallCompany = () =>
	createCompany({ invoices: 2, creditMemos: 1, now: () => new Date('2026-02-03T04:05:06Z') });

function problemsOf(answer: XmlTree): string[] {
	const answerFacts = facts.get(answer.name);
	return answerFacts ? problemsIn(answer, answerFacts) : [`There are no facts of ${answer.name}.`];
}

function answersTo(desk: Desk, requests: string): XmlTree[] {
	const xml = answerRequest(desk.company, createSession(), document(requests));
	return readXml(xml).root.children[0].children.map(toTree);
}

const textOf = (tree: XmlTree | undefined, name: string): string =>
	tree?.children?.find((child) => child.name === name)?.text ?? '';

const hasAddition = (name: string): boolean => requestTypes.has(`${name}AddRq`);

const lists = [...listKinds.keys()].filter(hasAddition);
const transactions = [...transactionKinds.keys()].filter(hasAddition);

describe.each([...lists, ...transactions])('an added %s', (kind) => {
	const isList = lists.includes(kind);
	const id = isList ? 'ListID' : 'TxnID';

	it('is answered as qbXML has it, found again, changed and deleted', () => {
		const desk = openDesk(smallCompany());
		const [added] = answersTo(desk, writeTree(fullAddition(kind, billIn(desk.company))));
		expect(added.attributes).toMatchObject({ statusCode: '0', statusMessage: 'Status OK' });
		expect(problemsOf(added)).toEqual([]);
		const [record] = added.children ?? [];
		expect(record.name).toBe(`${kind}Ret`);
		const takesGuid = JSON.stringify(requestFacts.get(`${kind}AddRq`)).includes('"ExternalGUID"');
		expect(textOf(record, 'ExternalGUID') !== '').toBe(takesGuid);
		const key = `<${id}>${textOf(record, id)}</${id}>`;
		const hasLines = JSON.stringify(requestFacts.get(`${kind}QueryRq`)).includes(
			'IncludeLineItems',
		);
		const [found] = answersTo(
			desk,
			`<${kind}QueryRq>${key}${hasLines ? '<IncludeLineItems>1</IncludeLineItems>' : ''}</${kind}QueryRq>`,
		);
		expect(problemsOf(found)).toEqual([]);
		expect(found.children).toEqual([record]);
		if (requestTypes.has(`${kind}ModRq`)) {
			const sequence = `<EditSequence>${textOf(record, 'EditSequence')}</EditSequence>`;
			const entity =
				kind === 'TimeTracking'
					? '<EntityRef><FullName>Dan Miller</FullName></EntityRef><Duration>PT2H0M0S</Duration>'
					: '';
			const mod = `<${kind}ModRq><${kind}Mod>${key}${sequence}${entity}</${kind}Mod></${kind}ModRq>`;
			const [changed] = answersTo(desk, mod);
			expect(changed.attributes).toMatchObject({ statusCode: '0' });
			expect(problemsOf(changed)).toEqual([]);
			const same = (tree: XmlTree | undefined) =>
				tree?.children?.filter(({ name }) => !['EditSequence', 'Duration'].includes(name));
			expect(same(changed.children?.[0])).toEqual(same(record));
			expect(answersTo(desk, mod)[0].attributes).toMatchObject({ statusCode: '3200' });
		}
	});

	it('has every element of the request that answers have', () => {
		const desk = openDesk(smallCompany());
		const request = fullAddition(kind, billIn(desk.company));
		const [added] = answersTo(desk, writeTree(request));
		const [record] = added.children ?? [];
		const answered = new Set(record.children?.map(({ name }) => name));
		const place = facts.get(`${kind}AddRs`)?.content[0];
		const known = new Set(
			place && 'content' in place
				? place.content.flatMap((each) => ('or' in each ? [] : [each.name]))
				: [],
		);
		const sent = request.children?.[0].children?.map(({ name }) => name) ?? [];
		expect(sent.filter((name) => known.has(name) && !answered.has(name))).toEqual([]);
	});
});

test('letters of Western Europe are kept, and all others replaced, so that names can be the same', () => {
	const desk = openDesk(smallCompany());
	const add = (name: string) =>
		answersTo(
			desk,
			`<CustomerAddRq><CustomerAdd><Name>${name}</Name></CustomerAdd></CustomerAddRq>`,
		);
	const [kept] = add('Žižkov – Œuvre €5 Łódź');
	expect(textOf(kept.children?.[0], 'Name')).toBe('Žižkov – Œuvre €5 ?ódz');
	const [again] = add('Žižkov – Œuvre €5 Пódz');
	expect(again.attributes).toMatchObject({ statusCode: '3100' });
});
